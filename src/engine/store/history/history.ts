import { isVaultError, VaultError } from '../../../contract/errors.ts';
import { isWithin, parseVaultPath, type VaultPath } from '../../../contract/paths.ts';
import type { ChangeOptions } from '../files.ts';
import type { Journal } from '../journal/journal.ts';
import { type Op, pathsOfOp, type State, type Step } from '../journal/record.ts';
import { trashFolder } from '../plan-files.ts';
import type { Draft } from '../steps/draft.ts';
import { inverseOf } from '../steps/inverse.ts';
import type { Actor, Done, Steps } from '../steps/steps.ts';
import type { Root } from '../vault/anchor.ts';
import { lstatPath } from '../vault/disk.ts';
import type { Policy } from '../vault/policy.ts';
import { fits, type StepFilter } from './filter.ts';
import {
  contentOf,
  type DeletedFile,
  deletedFiles,
  type FileVersion,
  stateAt,
  textOf,
  versionsOf,
} from './past.ts';
import { planUndo } from './undo.ts';

/** Newest first, at most `limit`. */
export interface HistoryOptions extends StepFilter {
  readonly limit?: number | undefined;
}

/** What happened, as far as one caller may see it, and how to undo it. */
export interface History {
  log(options?: HistoryOptions): Step[];
  find(id: string): Step | undefined;
  /** Steps that are undone at present, each with the step that undid it. */
  undone(): ReadonlyMap<string, string>;
  /** A content that a step speaks of, as long as history keeps it. */
  content(state: State | null): Buffer | undefined;
  /** The same as text; undefined when it is none. */
  text(state: State | null): string | undefined;
  /** Undoes a step. What came later stays, or nothing is done. Is a step itself. */
  undo(id: string, options?: ChangeOptions): Promise<Done>;
  /** What happened to the file at a path, newest first, also under the names that it had. */
  versions(path: VaultPath): Iterable<FileVersion>;
  /** Brings a file back as it was at a time, or as the step with this id left it. Is a step itself. */
  restore(path: VaultPath, at: number | string, options?: ChangeOptions): Promise<Done>;
  /** Files that were deleted through us and are not there again, the last one first. */
  deleted(): DeletedFile[];
}

interface HistoryContext {
  readonly root: Root;
  readonly journal: Journal;
  readonly steps: Steps;
  readonly policy: Policy;
  readonly by: Actor;
  /** The name of this machine, where others share the vault: then every step says who made it where. */
  readonly machine: string | undefined;
}

export function createHistory(context: HistoryContext): History {
  const { root, journal, steps, policy, by } = context;
  const isKnown = (step: Step): boolean =>
    policy.isOpen || ownPathsOf(step.ops).every((path) => policy.mayRead(path));

  const find = (id: string): Step | undefined => {
    const step = journal.find(id);
    return step !== undefined && isKnown(step) ? step : undefined;
  };
  const shown = (step: Step): Step => toShown(step, context);

  return {
    log: ({ limit = Number.POSITIVE_INFINITY, ...filter } = {}) => {
      const found: Step[] = [];
      for (const step of journal.steps().toReversed()) {
        if (found.length >= limit) break;
        if (fits(step, filter) && isKnown(step)) found.push(shown(step));
      }
      return found;
    },
    find: (id) => {
      const step = find(id);
      return step && shown(step);
    },
    undone: () => undoneSteps(journal.steps()),
    content: (state) => contentOf(journal, state),
    text: (state) => textOf(journal, state),
    async undo(id, options = {}) {
      const step = find(id);
      if (step === undefined || step.outcome === 'aborted') throw unknownStep(id);
      const ops = inverseOf(step.ops);
      for (const path of ownPathsOf(ops)) policy.requireWrite(path);
      return steps.run({
        by,
        why: options.why ?? `undo ${step.why}`,
        lock: ops.flatMap(pathsOfOp),
        undoes: id,
        signal: options.signal,
        progress: options.progress,
        plan: (draft) =>
          planUndo({ root, journal, ...options }, draft, step, ops).catch((thrown) => {
            throw withBlockers(thrown, (path) =>
              laterSteps(journal.steps(), step, path).filter(isKnown),
            );
          }),
      });
    },
    *versions(path) {
      for (const version of versionsOf(journal.steps(), path)) {
        if (isKnown(version.step)) yield { ...version, step: shown(version.step) };
      }
    },
    async restore(path, at, options = {}) {
      policy.requireRead(path);
      policy.requireWrite(path);
      const state = findState(journal.steps(), path, at, find);
      const bytes = contentOf(journal, state ?? null);
      if (bytes === undefined) throw notInHistory(path, at);
      const why = options.why ?? `restore ${path}`;
      const plan = async (draft: Draft) => void (await draft.put(path, bytes));
      return steps.run({ by, why, lock: [path], signal: options.signal, plan });
    },
    deleted: () =>
      deletedFiles(journal.steps(), (path) => lstatPath(root, path) !== undefined).filter(
        ({ path }) => policy.mayRead(path),
      ),
  };
}

/** The target of a link may be a place that the caller may not see. */
function toShown(step: Step, { policy, machine }: HistoryContext): Step {
  const ops = policy.isOpen ? step.ops : step.ops.map(withoutTargets);
  return machine === undefined
    ? { ...step, ops }
    : { ...step, ops, machine: step.machine ?? machine };
}

function withoutTargets(op: Op): Op {
  const hide = <S extends State | null>(state: S): S =>
    state?.type === 'link' ? { ...state, target: '' } : state;
  if (op.op === 'put') return { ...op, before: hide(op.before), after: hide(op.after) };
  if (op.op === 'remove') return { ...op, before: hide(op.before) };
  return op.op === 'move' ? { ...op, over: hide(op.over) } : op;
}

/** The path that counts for a file in the trash is the one it had before. */
export function ownPathsOf(ops: readonly Op[]): VaultPath[] {
  return ops
    .flatMap(pathsOfOp)
    .filter((path) => path !== trashFolder)
    .map((path) =>
      isWithin(path, trashFolder) ? parseVaultPath(path.slice(trashFolder.length + 1)) : path,
    );
}

/** What was at a path at a time, or after a step that the caller may know of. */
function findState(
  steps: readonly Step[],
  path: VaultPath,
  at: number | string,
  find: (id: string) => Step | undefined,
): State | null | undefined {
  if (typeof at === 'number') return stateAt(steps, path, at);
  if (find(at) === undefined) return undefined;
  for (const { step, content } of versionsOf(steps, path)) {
    if (step.id === at) return content?.after;
  }
  return undefined;
}

/** Steps that are undone at present, each with the step that undid it. */
function undoneSteps(steps: readonly Step[]): Map<string, string> {
  const undone = new Map<string, string>();
  // From the newest on: an undo that was undone itself undoes nothing.
  for (const { id, undoes, outcome } of steps.toReversed()) {
    if (undoes && outcome !== 'aborted' && !undone.has(id)) undone.set(undoes, id);
  }
  return undone;
}

/**
 * Later steps that touched a path and still count, newest first. Where they stand in the journal
 * says which are later: the times of a machine with another clock do not.
 */
function laterSteps(steps: readonly Step[], { id: after }: Step, path: VaultPath): Step[] {
  const undone = undoneSteps(steps);
  const later = steps.slice(steps.findIndex(({ id }) => id === after) + 1);
  const laterIds = new Set(later.map(({ id }) => id));
  return later
    .filter((step) => fits(step, { path }))
    .filter(({ id, undoes = '' }) => !undone.has(id) && !laterIds.has(undoes))
    .toReversed();
}

/** An undo that is refused says which later steps touched the same files. */
function withBlockers(thrown: unknown, laterAt: (path: VaultPath) => readonly Step[]): unknown {
  if (!isVaultError(thrown) || thrown.code !== 'changed-on-disk') return thrown;
  const { code, message, about } = thrown;
  const changed = Array.isArray(about.data?.changed) ? about.data.changed : [];
  const paths = changed.map(({ path }) => parseVaultPath(String(path)));
  const ids = paths.flatMap(laterAt).map(({ id }) => id);
  const data = { ...about.data, blockedBy: [...new Set(ids)] };
  return new VaultError(code, message, { ...about, data });
}

function notInHistory(path: VaultPath, at: number | string): VaultError {
  const when = typeof at === 'number' ? `at ${new Date(at).toISOString()}` : `after ${at}`;
  return new VaultError('not-found', `The history has no version of "${path}" ${when}.`, {
    path,
    hint: 'List the history of the note to see how far back it goes.',
  });
}

function unknownStep(id: string): VaultError {
  return new VaultError('not-found', `There is no step ${id} that could be undone.`, {
    reason: 'step-missing',
    hint: 'List the history to see the steps and their ids.',
  });
}
