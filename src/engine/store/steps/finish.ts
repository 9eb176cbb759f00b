import { limits } from '../../../contract/limits.ts';
import { isWithin, type VaultPath } from '../../../contract/paths.ts';
import type { NewStep } from '../journal/journal.ts';
import { type Op, pathsOfOp } from '../journal/record.ts';
import type { StagedAs } from '../vault/staging.ts';
import type { UnsyncedFiles } from '../vault/unsynced-files.ts';
import { bringToDisk, type DiskContext } from './bring-to-disk.ts';
import { filesPut } from './follow-path.ts';

/** Ends steps that are in place: brings to disk what is not there yet, then says so in the journal. */
export interface Finisher {
  /** Takes over the files that are open since they were staged. */
  add(step: NewStep, staged: ReadonlyMap<VaultPath, StagedAs>): void;
  /**
   * Resolves when no step that has not ended yet has moved anything that the ops are about. What
   * builds on a move could not tell after a loss of power whether the move has happened.
   */
  settle(ops: readonly Op[]): Promise<void>;
  /** Resolves when every step that was added has ended. */
  idle(): Promise<void>;
}

export interface FinishContext extends DiskContext {
  readonly durability: 'fsync' | 'rename';
  readonly unsynced: UnsyncedFiles;
}

/**
 * Until then the journal vouches for a step. Steps that come within it share their trips to the
 * disk, and a file that is written again and again is brought there once.
 */
const pauseMs = 1000;
/** Moves and removals are not what is done over and over, and others may soon build on them. */
const structurePauseMs = 20;
/** What a start after a crash would have to look at stays bounded. */
const waitingMax = 4096;
/** While these are brought to disk, as many can be made. */
const openWaitingMax = limits.unsyncedOpenMax / 2;

export function createFinisher(context: FinishContext): Finisher {
  const moving = new Set<NewStep>();
  let waiting: NewStep[] = [];
  /** What is open of the files that these put: of each path the last one only. */
  let open = new Map<VaultPath, number>();
  let timer: NodeJS.Timeout | undefined;
  let dueAt = 0;
  /** One round after the other, so that a slow disk is not asked for more and more at a time. */
  let round = Promise.resolve();
  const finishAll = (): void => {
    clearTimeout(timer);
    if (waiting.length === 0) return;
    const [due, files] = [waiting, open];
    waiting = [];
    open = new Map();
    // A failure leaves the steps open, and the next start ends them.
    round = round
      .then(() => finish(context, due, files))
      .catch(() => {})
      .finally(() => {
        for (const step of due) moving.delete(step);
      });
  };
  const finishWithin = (ms: number): void => {
    const at = performance.now() + ms;
    if (waiting.length > 1 && dueAt <= at) return;
    clearTimeout(timer);
    timer = setTimeout(finishAll, ms);
    dueAt = at;
  };
  const idle = (): Promise<void> => {
    finishAll();
    return round;
  };
  return {
    add(step, staged) {
      waiting.push(step);
      for (const file of filesPut(step.ops)) {
        const older = open.get(file.path);
        if (older !== undefined) context.unsynced.drop(older);
        const newer = file.staged && staged.get(file.staged)?.descriptor;
        if (newer === undefined) open.delete(file.path);
        else open.set(file.path, newer);
      }
      if (step.ops.some(({ op }) => op === 'move')) moving.add(step);
      finishWithin(step.ops.every(({ op }) => op === 'put') ? pauseMs : structurePauseMs);
      if (waiting.length === waitingMax || open.size >= openWaitingMax) finishAll();
    },
    async settle(ops) {
      if (moving.size === 0) return;
      const moves = [...moving].flatMap((step) => step.ops.filter(({ op }) => op === 'move'));
      if (ops.some((op) => moves.some((move) => isRelated(op, move)))) await idle();
    },
    idle,
  };
}

function isRelated(a: Op, b: Op): boolean {
  return pathsOfOp(a).some((one) =>
    pathsOfOp(b).some((other) => isWithin(one, other) || isWithin(other, one)),
  );
}

async function finish(
  context: FinishContext,
  due: readonly NewStep[],
  open: ReadonlyMap<VaultPath, number>,
): Promise<void> {
  const { journal, durability, unsynced } = context;
  const failed = await unsynced.sync([...open.values()]);
  const isSynced = (path: VaultPath): boolean | undefined => {
    const descriptor = open.get(path);
    return descriptor === undefined ? undefined : !failed.has(descriptor);
  };
  const ended = durability === 'fsync' ? await bringToDisk(context, due, isSynced) : due;
  await Promise.all(ended.map(({ id }) => journal.end(id, 'done')));
}
