import { isWithin, movedPath, type VaultPath } from '../../../contract/paths.ts';
import type { Journal } from '../journal/journal.ts';
import type { Op, State, Step } from '../journal/record.ts';
import type { Root } from '../vault/anchor.ts';
import { type FoundEntry, readEntry } from '../vault/apply.ts';
import { lstatPath } from '../vault/disk.ts';
import type { Stat } from '../vault/stat.ts';
import { isState } from './draft.ts';
import { followPath, opsAfter, pathAtEnd } from './follow-path.ts';
import { isTorn } from './torn.ts';

/** How far an op got. `foreign`: another program changed its path since. */
export type Stage = 'before' | 'after' | 'foreign';

/** What recovery works with while it goes through the steps that a dead process left. */
export interface RecoveryContext {
  readonly root: Root;
  readonly journal: Journal;
  /** From the first abandoned step on, in order. */
  readonly steps: readonly Step[];
  hasFailed(step: Step): boolean;
  /** When the machine started. Bytes can be missing only in what is older than that. */
  readonly bootedAt: number;
  /** What abandoned steps before this one had at a path: after a loss of power it can be there again. */
  readonly past: Map<VaultPath, (State | null)[]>;
  /** Paths that recovery itself has changed. */
  readonly touched: Set<VaultPath>;
  /** What the stages of a step were found from. It has to be there still when the step is finished. */
  readonly seen: Map<VaultPath, FoundEntry>;
}

type Change = Op & { op: 'put' | 'remove' };

/** Ops are done in order, so whatever precedes a move that happened, happened too. */
export async function stagesOf(context: RecoveryContext, step: Step): Promise<Stage[]> {
  const { ops } = step;
  const stages: Stage[] = [];
  for (const [index, op] of ops.entries()) {
    const stage = await stageOf(context, step, index, op, stages);
    if (op.op === 'move' && stage === 'after') stages.fill('after');
    stages.push(stage);
    remember(context.past, op);
  }
  return stages;
}

async function readSeen({ root, seen }: RecoveryContext, path: VaultPath): Promise<FoundEntry> {
  const found = await readEntry(root, path);
  seen.set(path, found);
  return found;
}

function statSeen({ root, seen }: RecoveryContext, path: VaultPath): Stat | undefined {
  const stat = lstatPath(root, path);
  seen.set(path, { ...seen.get(path), stat });
  return stat;
}

async function stageOf(
  context: RecoveryContext,
  step: Step,
  index: number,
  op: Op,
  earlier: readonly Stage[],
): Promise<Stage> {
  if (op.op === 'move') return stageOfMove(context, step, index, op, earlier);
  if (op.op === 'mkdir') return statSeen(context, op.path)?.type === 'folder' ? 'after' : 'before';
  if (op.op === 'rmdir') return statSeen(context, op.path) === undefined ? 'after' : 'before';
  const after = op.op === 'put' ? op.after : null;
  const end = pathAtEnd(op.path, step.ops, index);
  const { at, found } = followPath(end, opsAfter(context.steps, step.id, context.hasFailed));
  // A later step built on what was there, which must not be overwritten with what is older.
  if (found !== undefined) return isSameState(found, after) ? 'after' : 'foreign';
  if (at !== op.path && after !== null && hasArrived(context, await readSeen(context, at), after)) {
    return 'after';
  }
  const entry = await readSeen(context, op.path);
  if (hasArrived(context, entry, after)) return 'after';
  return isOlder(context, step, op, entry) ? 'before' : 'foreign';
}

/** Its name is there; whether all of its bytes are is another question. */
function hasArrived(context: RecoveryContext, found: FoundEntry, after: State | null): boolean {
  return isState(found, after) || isTornState(context, found, after);
}

/** True when a loss of power can have made this of the state. */
export function isTornState(
  { journal, bootedAt }: RecoveryContext,
  found: FoundEntry,
  state: State | null,
): boolean {
  if (found.stat === undefined || found.bytes === undefined || state?.type !== 'file') return false;
  if (found.hash === state.hash || changeMs(found.stat) >= bootedAt) return false;
  const wanted = journal.read(state.hash);
  return wanted !== undefined && isTorn(found.bytes, wanted);
}

/** What was there when the op was planned, or before that, and has not been touched since. */
function isOlder(context: RecoveryContext, step: Step, op: Change, found: FoundEntry): boolean {
  const { root, bootedAt } = context;
  if (!isKnown(context, found, op.path, op.before)) return false;
  if (wasTouched(context, op.path)) return true;
  // While the staged file is there, it has not been put into its place.
  if (op.op === 'put' && op.staged && lstatPath(root, op.staged) !== undefined) return true;
  // Nothing shows when an entry was removed; but only a loss of power undoes what was made.
  if (found.stat === undefined) return step.at < bootedAt;
  return changeMs(found.stat) <= step.at;
}

/** True when an abandoned step left this at the path, or found it there. */
function isKnown(
  context: RecoveryContext,
  found: FoundEntry,
  path: VaultPath,
  before: State | null,
): boolean {
  const states = [before, ...(context.past.get(path) ?? [])];
  return states.some((state) => hasArrived(context, found, state));
}

/** True when recovery itself has put there what is there. */
function wasTouched({ touched }: RecoveryContext, path: VaultPath): boolean {
  for (const each of touched) if (isWithin(path, each)) return true;
  return false;
}

function changeMs({ ctimeNs }: { ctimeNs: bigint }): number {
  return Number(ctimeNs / 1_000_000n);
}

function isSameState(a: State | null, b: State | null): boolean {
  if (a?.type === 'file' && b?.type === 'file') return a.hash === b.hash;
  if (a?.type === 'link' && b?.type === 'link') return a.target === b.target;
  return a === null && b === null;
}

async function stageOfMove(
  context: RecoveryContext,
  step: Step,
  index: number,
  { path, to, over }: Op & { op: 'move' },
  earlier: readonly Stage[],
): Promise<Stage> {
  const { steps, hasFailed } = context;
  const wasFree = isFreeBefore(path, opsAfter(steps, step.id, hasFailed));
  if (wasFree !== undefined) return wasFree ? 'after' : 'foreign';
  const [from, target] = [statSeen(context, path), statSeen(context, to)];
  if (from === undefined) {
    const comes = step.ops.some((op, at) => earlier[at] === 'before' && brings(op, path));
    return comes ? 'before' : target === undefined ? 'foreign' : 'after';
  }
  const next = step.ops.slice(index + 1).find((op) => op.op === 'put' && op.path === path);
  if (next?.op === 'put' && hasArrived(context, await readSeen(context, path), next.after))
    return 'after';
  if (target === undefined || target.ino === from.ino) return 'before';
  // Both are there: the move can only be done if it replaces what it wanted to replace.
  if (!isKnown(context, await readSeen(context, to), to, over)) return 'foreign';
  return wasTouched(context, to) || changeMs(target) <= step.at ? 'before' : 'foreign';
}

/** True when there is something at the path, or below it, once the op is done. */
function brings(op: Op, path: VaultPath): boolean {
  if (op.op === 'move') return isWithin(op.to, path);
  return (op.op === 'put' || op.op === 'mkdir') && isWithin(op.path, path);
}

/** Whether the first op that has to do with a path found nothing there; undefined when none has. */
function isFreeBefore(path: VaultPath, ops: Iterable<Op>): boolean | undefined {
  for (const op of ops) {
    if (op.op === 'move') {
      if (isWithin(path, op.path)) return false;
      if (op.to === path) return op.over === null;
    } else if (op.path === path) {
      return op.op === 'mkdir' || (op.op === 'put' && op.before === null);
    }
  }
  return undefined;
}

function remember(past: RecoveryContext['past'], op: Op): void {
  if (op.op === 'put' || op.op === 'remove') {
    const states = past.get(op.path) ?? [];
    states.push(op.before, op.op === 'put' ? op.after : null);
    past.set(op.path, states);
  } else if (op.op === 'move') moveKeys(past, op.path, op.to);
}

/** Moves the keys below `from` to below `to`. */
export function moveKeys<V>(map: Map<VaultPath, V>, from: VaultPath, to: VaultPath): void {
  for (const [path, value] of [...map]) {
    if (!isWithin(path, from)) continue;
    map.delete(path);
    map.set(movedPath(path, from, to), value);
  }
}
