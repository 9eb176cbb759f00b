import { VaultError } from '../../contract/errors.ts';
import { movedPath, parentOf, type VaultPath } from '../../contract/paths.ts';
import type { Journal, NewStep } from '../journal/journal.ts';
import type { Op } from '../journal/record.ts';
import type { Root } from '../vault/anchor.ts';
import { syncFile, syncFolder } from '../vault/apply.ts';

/** Ends steps that are in place: brings to disk what is not there yet, then says so in the journal. */
export interface Finisher {
  /** `synced` when the bytes of all files are on disk, and only their names may not be. */
  add(step: NewStep, synced: boolean): void;
  /** Resolves when every step that was added has ended. */
  idle(): Promise<void>;
}

export interface FinishContext {
  readonly root: Root;
  readonly journal: Journal;
  readonly durability: 'fsync' | 'rename';
}

/** Until then the journal vouches for a step; steps that come within it share their trips to the disk. */
const pauseMs = 20;
const syncsAtOnce = 8;

export function createFinisher(context: FinishContext): Finisher {
  const underWay = new Set<Promise<void>>();
  let waiting: { step: NewStep; synced: boolean }[] = [];
  let timer: NodeJS.Timeout | undefined;
  const finishAll = (): void => {
    clearTimeout(timer);
    const due = waiting;
    waiting = [];
    if (due.length === 0) return;
    // A failure leaves the steps open, and the next start ends them.
    const work = finish(context, due).catch(() => {});
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };
  return {
    add(step, synced) {
      waiting.push({ step, synced });
      if (waiting.length === 1) timer = setTimeout(finishAll, pauseMs);
    },
    async idle() {
      finishAll();
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

async function finish(
  { root, journal, durability }: FinishContext,
  due: readonly { readonly step: NewStep; readonly synced: boolean }[],
): Promise<void> {
  if (durability === 'fsync') {
    const files = due.flatMap(({ step, synced }) => (synced ? [] : filesOf(step.ops)));
    await eachOf(new Set(files), (path) => syncFile(root, path));
    const folders = due.flatMap(({ step }) => foldersOf(step.ops));
    await eachOf(new Set(folders), (path) => syncFolder(root, path));
  }
  await Promise.all(due.map(({ step }) => journal.end(step.id, 'done')));
}

/** Whoever removed a path since then has a step of their own. */
async function eachOf(
  paths: ReadonlySet<VaultPath>,
  sync: (path: VaultPath) => Promise<void>,
): Promise<void> {
  const queue = [...paths];
  const work = async (): Promise<void> => {
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      await sync(path).catch(ignoreMissing);
    }
  };
  await Promise.all(Array.from({ length: syncsAtOnce }, work));
}

/** Files that a step put, where they are at its end. */
function filesOf(ops: readonly Op[]): VaultPath[] {
  const moves = ops.flatMap((op) => (op.op === 'move' ? [op] : []));
  return ops.flatMap((op) => {
    if (op.op !== 'put' || op.after.type !== 'file') return [];
    return [moves.reduce((path, move) => movedPath(path, move.path, move.to), op.path)];
  });
}

function ignoreMissing(thrown: unknown): void {
  const gone = thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
  if (!gone && !(thrown instanceof VaultError && thrown.code === 'not-found')) throw thrown;
}

function foldersOf(ops: readonly Op[]): VaultPath[] {
  const folders = new Set<VaultPath>();
  for (const op of ops) {
    folders.add(parentOf(op.path));
    if (op.op === 'move') folders.add(parentOf(op.to));
  }
  // A folder that the step removed has no names to sync.
  for (const op of ops) if (op.op === 'rmdir') folders.delete(op.path);
  return [...folders];
}
