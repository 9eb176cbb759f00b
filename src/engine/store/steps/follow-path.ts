import { isWithin, movedPath, type VaultPath } from '../../../contract/paths.ts';
import type { Op, State, Step } from '../journal/record.ts';

export interface FollowedPath {
  /** Where it went. */
  readonly at: VaultPath;
  /** What the first op that replaced or removed it found there; undefined when none did. */
  readonly found?: State | null;
}

/** What became of something that was left at `path`, by the ops after it. */
export function followPath(path: VaultPath, ops: Iterable<Op>): FollowedPath {
  let at = path;
  for (const op of ops) {
    if (op.op === 'move') {
      if (isWithin(at, op.path)) at = movedPath(at, op.path, op.to);
      else if (op.to === at) return { at, found: op.over };
    } else if ((op.op === 'put' || op.op === 'remove') && op.path === at) {
      return { at, found: op.before };
    }
  }
  return { at };
}

/** Where something that the op at `index` left at `path` is at the end of its step. */
export function pathAtEnd(path: VaultPath, ops: readonly Op[], index: number): VaultPath {
  let at = path;
  for (const op of ops.slice(index + 1)) {
    if (op.op === 'move') at = movedPath(at, op.path, op.to);
  }
  return at;
}

/** The ops of all steps after one of them, in order, but for those that did not happen. */
export function* opsAfter(
  steps: readonly Step[],
  id: string,
  hasFailed: (step: Step) => boolean = ({ outcome }) => outcome === 'aborted',
): Generator<Op> {
  const start = steps.findLastIndex((step) => step.id === id);
  for (const step of steps.slice(start + 1)) if (!hasFailed(step)) yield* step.ops;
}

export interface PutFile {
  /** Where it is at the end of its step. */
  readonly path: VaultPath;
  readonly staged: VaultPath | undefined;
}

/** Files that a step put, in order. */
export function filesPut(ops: readonly Op[]): PutFile[] {
  const lastMove = ops.findLastIndex(({ op }) => op === 'move');
  return ops.flatMap((op, index) => {
    if (op.op !== 'put' || op.after.type !== 'file') return [];
    const path = index > lastMove ? op.path : pathAtEnd(op.path, ops, index);
    return [{ path, staged: op.staged }];
  });
}
