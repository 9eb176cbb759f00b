import { parentOf } from '../../contract/paths.ts';
import type { Journal } from '../journal/journal.ts';
import type { Op, Step } from '../journal/record.ts';
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
    const stages = await stagesOf(root, step);
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
async function stagesOf(root: Root, { ops }: Step): Promise<Stage[]> {
  const lastMove = ops.findLastIndex((op) => op.op === 'move' && stageOfMove(root, op) === 'after');
  const stages: Stage[] = [];
  for (const [index, op] of ops.entries()) {
    stages.push(index < lastMove ? 'after' : await stageOf(root, op));
  }
  return stages;
}

async function stageOf(root: Root, op: Op): Promise<Stage> {
  if (op.op === 'move') return stageOfMove(root, op);
  if (op.op === 'mkdir') return lstatNow(root, op.path)?.type === 'folder' ? 'after' : 'before';
  if (op.op === 'rmdir') return lstatNow(root, op.path) === undefined ? 'after' : 'before';
  const seen = await look(root, op);
  const after = op.op === 'put' ? op.after : null;
  if (isState(seen, after)) return 'after';
  if (isState(seen, op.before)) return 'before';
  return after !== null && isTorn(seen) ? 'before' : 'foreign';
}

function stageOfMove(root: Root, op: Op & { op: 'move' }): Stage {
  const [from, to] = [lstatNow(root, op.path), lstatNow(root, op.to)];
  if (from !== undefined) return 'before';
  return to === undefined ? 'foreign' : 'after';
}

async function look(root: Root, { path }: Op): Promise<Seen> {
  return lstatNow(root, path) === undefined ? { stat: undefined } : inspect(root, path);
}

/** What a loss of power leaves of a file whose name reached the disk before its bytes did. */
function isTorn({ bytes }: Seen): boolean {
  return bytes?.every((byte) => byte === 0) ?? false;
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
