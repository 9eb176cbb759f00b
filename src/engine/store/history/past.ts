import { isUtf8 } from 'node:buffer';
import { movedPath, type VaultPath } from '../../../contract/paths.ts';
import type { Journal } from '../journal/journal.ts';
import type { Op, State, Step } from '../journal/record.ts';

/** The bytes of a state, as long as history keeps them. */
export function contentOf(journal: Journal, state: State | null): Buffer | undefined {
  return state?.type === 'file' ? journal.read(state.hash) : undefined;
}

/** The same as text; undefined when it is none. */
export function textOf(journal: Journal, state: State | null): string | undefined {
  const bytes = contentOf(journal, state);
  return bytes !== undefined && isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/** What was at a path at some time; undefined when no step says so. */
export function stateAt(
  steps: readonly Step[],
  path: VaultPath,
  at: number,
): State | null | undefined {
  let found: State | null | undefined;
  for (const step of steps) {
    if (step.outcome === 'aborted') continue;
    const state = statesIn(step, path);
    if (state === undefined) continue;
    // The first step after that time recorded what it found.
    if (step.at > at) return found === undefined ? state.before : found;
    found = state.after;
  }
  return found;
}

/** A file as one step left it. */
export interface FileVersion {
  readonly step: Step;
  /** Where the file was after the step. */
  readonly path: VaultPath;
  /** Where it was before, when the step moved it. */
  readonly from?: VaultPath;
  /** Absent when the step moved the file and left its content alone. */
  readonly content?: { readonly before: State | null; readonly after: State | null };
}

/** What happened to the file that is at a path now, newest first, also under the names that it had. */
export function* versionsOf(steps: readonly Step[], path: VaultPath): Generator<FileVersion> {
  let at = path;
  for (const step of steps.toReversed()) {
    if (step.outcome === 'aborted') continue;
    const content = statesIn(step, at);
    const from = cameFrom(step.ops, at);
    if (content === undefined && from === at) continue;
    yield { step, path: at, ...(from !== at && { from }), ...(content && { content }) };
    at = from;
  }
}

/** Where a file was before these ops. */
function cameFrom(ops: readonly Op[], path: VaultPath): VaultPath {
  return ops
    .toReversed()
    .reduce((at, op) => (op.op === 'move' ? movedPath(at, op.to, op.path) : at), path);
}

export interface DeletedFile {
  readonly path: VaultPath;
  readonly at: number;
  readonly step: string;
  readonly size: number;
}

/** Files that were deleted and are not there again, the last one first. */
export function deletedFiles(
  steps: readonly Step[],
  isThere: (path: VaultPath) => boolean,
): DeletedFile[] {
  const found = new Map<VaultPath, DeletedFile>();
  for (const step of steps) {
    if (step.outcome === 'aborted') continue;
    for (const op of step.ops) {
      if (op.op !== 'remove' || op.before.type !== 'file') continue;
      found.delete(op.path);
      found.set(op.path, { path: op.path, at: step.at, step: step.id, size: op.before.size });
    }
  }
  return [...found.values()].filter(({ path }) => !isThere(path)).reverse();
}

function statesIn({ ops }: Step, path: VaultPath) {
  let [before, after]: (State | null | undefined)[] = [undefined, undefined];
  let at = path;
  // From the end on, since a later move decides which path the content had before it.
  for (const op of ops.toReversed()) {
    const change = changeOf(op, at);
    if (change === undefined) {
      if (op.op === 'move') at = movedPath(at, op.to, op.path);
      continue;
    }
    after = after === undefined ? change.after : after;
    before = change.before;
  }
  return after === undefined || before === undefined ? undefined : { before, after };
}

function changeOf(
  op: Op,
  path: VaultPath,
): { before: State | null; after: State | null } | undefined {
  if (op.op === 'put' && op.path === path) return op;
  if (op.op === 'remove' && op.path === path) return { before: op.before, after: null };
  return undefined;
}
