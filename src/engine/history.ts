import type { Door } from '../contract/callers.ts';
import { VaultError } from '../contract/errors.ts';
import { isWithin, joinPath, parseVaultPath, type VaultPath } from '../contract/paths.ts';
import { type ChangeOptions, trashFolder } from './files.ts';
import type { Journal } from './journal/journal.ts';
import type { Op, State, Step } from './journal/record.ts';
import { type Draft, isState } from './steps/draft.ts';
import { inverseOf } from './steps/inverse.ts';
import type { Actor, Done, Steps } from './steps/steps.ts';
import type { Root } from './vault/anchor.ts';
import { listFolder } from './vault/disk.ts';
import type { Policy } from './vault/policy.ts';

export interface StepFilter {
  /** Steps that touched this path or something below it. */
  readonly path?: VaultPath | undefined;
  readonly door?: Door | undefined;
  readonly client?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Newest first, at most this many. */
  readonly limit?: number | undefined;
}

/** What happened, as one caller may know it, and the way back. */
export interface History {
  log(filter?: StepFilter): Step[];
  find(id: string): Step | undefined;
  /** A content that a step speaks of, as long as history keeps it. */
  content(state: State | null): Buffer | undefined;
  /** Takes a step back exactly, if its files still hold what it wrote. Is a step itself. */
  undo(id: string, options?: ChangeOptions): Promise<Done>;
}

interface HistoryContext {
  readonly root: Root;
  readonly journal: Journal;
  readonly steps: Steps;
  readonly policy: Policy;
  readonly by: Actor;
}

export function createHistory({ root, journal, steps, policy, by }: HistoryContext): History {
  const isKnown = (step: Step): boolean =>
    policy.isOpen || ownPathsOf(step.ops).every((path) => policy.mayRead(path));

  const find = (id: string): Step | undefined => {
    const step = journal.find(id);
    return step !== undefined && isKnown(step) ? step : undefined;
  };
  /** Where a link led may be a place that the caller must not know of. */
  const shown = (step: Step): Step =>
    policy.isOpen ? step : { ...step, ops: step.ops.map(withoutTargets) };

  return {
    log: ({ limit = Number.POSITIVE_INFINITY, ...filter } = {}) => {
      const found: Step[] = [];
      for (const step of journal.steps().toReversed()) {
        if (found.length >= limit) break;
        if (step.outcome !== 'aborted' && fits(step, filter) && isKnown(step)) {
          found.push(shown(step));
        }
      }
      return found;
    },
    find: (id) => {
      const step = find(id);
      return step && shown(step);
    },
    content: (state) => (state?.type === 'file' ? journal.read(state.hash) : undefined),
    async undo(id, options = {}) {
      const step = find(id);
      if (step === undefined || step.outcome === 'aborted') throw unknownStep(id);
      const ops = inverseOf(step.ops);
      for (const path of ownPathsOf(ops)) policy.requireWrite(path);
      return steps.run({
        by,
        why: options.why ?? `undo ${step.why}`,
        lock: ops.flatMap(pathsOf),
        undoes: id,
        signal: options.signal,
        plan: (draft) => planUndo(root, journal, draft, step, ops),
      });
    },
  };
}

/** Every path an op speaks of. */
export function pathsOf(op: Op): VaultPath[] {
  return op.op === 'move' ? [op.path, op.to] : [op.path];
}

function withoutTargets(op: Op): Op {
  const hide = <S extends State | null>(state: S): S =>
    state?.type === 'link' ? { ...state, target: '' } : state;
  if (op.op === 'put') return { ...op, before: hide(op.before), after: hide(op.after) };
  if (op.op === 'remove') return { ...op, before: hide(op.before) };
  return op.op === 'move' ? { ...op, over: hide(op.over) } : op;
}

/** What lies in the trash belongs to whoever may use the path it had. */
function ownPathsOf(ops: readonly Op[]): VaultPath[] {
  return ops
    .flatMap(pathsOf)
    .filter((path) => path !== trashFolder)
    .map((path) =>
      isWithin(path, trashFolder) ? parseVaultPath(path.slice(trashFolder.length + 1)) : path,
    );
}

async function planUndo(
  root: Root,
  journal: Journal,
  draft: Draft,
  step: Step,
  ops: readonly Op[],
): Promise<void> {
  const changed: VaultPath[] = [];
  for (const op of ops) {
    if (!(await isAsLeft(draft, op))) changed.push(op.path);
    else await planOp(root, journal, draft, op);
  }
  if (changed.length > 0) throw changedSince(step, changed);
}

async function planOp(root: Root, journal: Journal, draft: Draft, op: Op): Promise<void> {
  switch (op.op) {
    case 'put':
      return draft.restore(
        op.path,
        op.after,
        op.after.type === 'file' ? journal.read(op.after.hash) : undefined,
      );
    case 'remove':
      return draft.remove(op.path);
    case 'move':
      return draft.move(op.path, op.to);
    case 'mkdir':
      if ((await draft.look(op.path)).stat === undefined) draft.makeFolder(op.path, op.mode);
      return;
    case 'rmdir':
      // Others may have put something into a folder that the step made; then it stays.
      if (isEmptied(root, draft, op.path)) draft.removeFolder(op.path, op.mode);
      return;
  }
}

async function isAsLeft(draft: Draft, op: Op): Promise<boolean> {
  if (op.op === 'mkdir' || op.op === 'rmdir') return true;
  const seen = await draft.look(op.path);
  if (op.op === 'move') {
    const target = await draft.look(op.to);
    const free = target.stat === undefined || target.stat.ino === seen.stat?.ino;
    return seen.stat !== undefined && free;
  }
  return isState(seen, op.before);
}

function isEmptied(root: Root, draft: Draft, folder: VaultPath): boolean {
  const leaving = new Set(
    draft.ops.flatMap((op) =>
      op.op === 'remove' || op.op === 'move' || op.op === 'rmdir' ? [op.path] : [],
    ),
  );
  return listFolder(root, folder).every(({ name }) => leaving.has(joinPath(folder, name)));
}

function fits(step: Step, { path, door, client, since, until }: StepFilter): boolean {
  return (
    (door === undefined || step.door === door) &&
    (client === undefined || step.client === client) &&
    (since === undefined || step.at >= since) &&
    (until === undefined || step.at <= until) &&
    (path === undefined || step.ops.some((op) => pathsOf(op).some((each) => touches(each, path))))
  );
}

/** A moved folder touches what is below it, too. */
function touches(each: VaultPath, path: VaultPath): boolean {
  return each === path || each.startsWith(`${path}/`) || path.startsWith(`${each}/`);
}

function unknownStep(id: string): VaultError {
  return new VaultError('not-found', `There is no step ${id} that could be undone.`, {
    hint: 'List the history to see the steps and their ids.',
  });
}

function changedSince(step: Step, paths: readonly VaultPath[]): VaultError {
  const names = paths.map((path) => `"${path}"`).join(', ');
  return new VaultError('changed-on-disk', `Changed since step ${step.id}: ${names}.`, {
    ...(paths[0] !== undefined && { path: paths[0] }),
    hint: 'Undo the later changes first, or restore the note from the history by hand.',
    data: { step: step.id, changed: [...paths] },
  });
}
