import { parentOf, type VaultPath } from '../../contract/paths.ts';
import type { Journal } from '../journal/journal.ts';
import type { Op, State, Step } from '../journal/record.ts';
import type { Root } from '../vault/anchor.ts';
import { inspect, lstatNow, type Seen, syncFolder } from '../vault/apply.ts';
import { applyOp } from './apply-op.ts';
import { removeStaged } from './commit.ts';
import { isState } from './draft.ts';

export interface Recovery {
  readonly finished: number;
  readonly takenBack: number;
  readonly problems: readonly string[];
}

/**
 * Ends the steps that a dead process left open. What the journal knows in full is finished: it may
 * have been acknowledged. A step is taken back when it had changed nothing yet and cannot be done
 * any more; a path that somebody else changed since is always left alone.
 */
export async function recover(root: Root, journal: Journal): Promise<Recovery> {
  let finished = 0;
  let takenBack = 0;
  const problems: string[] = [];
  for (const step of journal.abandoned()) {
    const stages = await stagesOf(root, journal, step);
    const finishes = stages.includes('after') || isDoable(journal, step, stages);
    const found = finishes ? finishStep(root, journal, step, stages) : [];
    for (const op of step.ops) if (op.op === 'put' && op.staged) removeStaged(root, op.staged);
    if (finishes) {
      for (const op of step.ops) await syncFolder(root, parentOf(op.path)).catch(() => {});
      finished++;
    } else takenBack++;
    await journal.end(step.id, finishes ? 'done' : 'aborted', found);
    problems.push(...found);
  }
  return { finished, takenBack, problems };
}

/** Nothing foreign is in the way, and every new content is at hand. */
function isDoable(journal: Journal, step: Step, stages: readonly Stage[]): boolean {
  if (stages.includes('foreign')) return false;
  return step.ops.every(
    (op) =>
      op.op !== 'put' || op.after.type !== 'file' || journal.read(op.after.hash) !== undefined,
  );
}

type Stage = 'before' | 'after' | 'foreign';

/** How far each op got. Ops are done in order, so whatever precedes a move that happened, happened too. */
async function stagesOf(root: Root, journal: Journal, step: Step): Promise<Stage[]> {
  const { ops } = step;
  const later = foundLater(journal.steps(), step);
  const lastMove = ops.findLastIndex((op) => op.op === 'move' && stageOfMove(root, op) === 'after');
  const stages: Stage[] = [];
  for (const [index, op] of ops.entries()) {
    stages.push(index < lastMove ? 'after' : await stageOf(root, journal, op, later));
  }
  return stages;
}

/** What the first step after this one found at each path; its process went on while this one's was dead. */
type Found = ReadonlyMap<VaultPath, State | null>;

function foundLater(steps: readonly Step[], step: Step): Found {
  const found = new Map<VaultPath, State | null>();
  const at = steps.findIndex(({ id }) => id === step.id);
  for (const { ops, outcome } of steps.slice(at + 1)) {
    if (outcome === 'aborted') continue;
    for (const op of ops) {
      if ((op.op === 'put' || op.op === 'remove') && !found.has(op.path)) {
        found.set(op.path, op.before);
      }
    }
  }
  return found;
}

async function stageOf(root: Root, journal: Journal, op: Op, later: Found): Promise<Stage> {
  if (op.op === 'move') return stageOfMove(root, op);
  if (op.op === 'mkdir') return lstatNow(root, op.path)?.type === 'folder' ? 'after' : 'before';
  if (op.op === 'rmdir') return lstatNow(root, op.path) === undefined ? 'after' : 'before';
  const after = op.op === 'put' ? op.after : null;
  // Whoever came later built on what was there; that must not be overwritten with what is older.
  const found = later.get(op.path);
  if (found !== undefined) return isSameState(found, after) ? 'after' : 'foreign';
  const seen = await look(root, op);
  if (isState(seen, after)) return 'after';
  if (isState(seen, op.before)) return 'before';
  const wanted = after?.type === 'file' ? journal.read(after.hash) : undefined;
  return wanted !== undefined && isTorn(seen, wanted) ? 'before' : 'foreign';
}

function isSameState(a: State | null, b: State | null): boolean {
  if (a?.type === 'file' && b?.type === 'file') return a.hash === b.hash;
  if (a?.type === 'link' && b?.type === 'link') return a.target === b.target;
  return a === null && b === null;
}

function stageOfMove(root: Root, op: Op & { op: 'move' }): Stage {
  const [from, to] = [lstatNow(root, op.path), lstatNow(root, op.to)];
  if (from !== undefined) return 'before';
  return to === undefined ? 'foreign' : 'after';
}

async function look(root: Root, { path }: Op): Promise<Seen> {
  return lstatNow(root, path) === undefined ? { stat: undefined } : inspect(root, path);
}

/** File systems bring files to disk in blocks of this size, or of a multiple of it. */
const blockBytes = 4096;

/**
 * What a loss of power leaves of a file whose name reached the disk before its bytes did: each of
 * its blocks is there or is zero, and those at the end may be missing.
 */
function isTorn({ bytes }: Seen, wanted: Buffer): boolean {
  if (bytes === undefined || bytes.length > wanted.length) return false;
  if (bytes.length < wanted.length && bytes.length % blockBytes !== 0) return false;
  for (let at = 0; at < bytes.length; at += blockBytes) {
    const block = bytes.subarray(at, at + blockBytes);
    const isThere = block.equals(wanted.subarray(at, at + block.length));
    if (!isThere && block.some((byte) => byte !== 0)) return false;
  }
  return true;
}

function finishStep(root: Root, journal: Journal, step: Step, stages: readonly Stage[]): string[] {
  const problems: string[] = [];
  for (const [index, op] of step.ops.entries()) {
    if (stages[index] === 'after') continue;
    if (stages[index] === 'foreign') {
      problems.push(`"${op.path}" was changed by somebody else and is left as it is.`);
      continue;
    }
    try {
      applyOp(root, op, journal.read);
    } catch {
      problems.push(`"${op.path}" could not be brought to where step ${step.id} wanted it.`);
    }
  }
  return problems;
}
