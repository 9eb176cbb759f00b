import { uptime } from 'node:os';
import type { VaultPath } from '../../../contract/paths.ts';
import type { Journal } from '../journal/journal.ts';
import type { Op, State, Step } from '../journal/record.ts';
import type { Root } from '../vault/anchor.ts';
import { type FoundEntry, isUnchanged, readEntry } from '../vault/apply.ts';
import { lstatPath } from '../vault/disk.ts';
import type { ReplacedFiles } from '../vault/replaced-files.ts';
import { applyOp } from './apply-op.ts';
import { bringToDisk } from './bring-to-disk.ts';
import { removeStaged } from './commit.ts';
import { isTornState, moveKeys, type RecoveryContext, type Stage, stagesOf } from './stages.ts';

export interface Recovery {
  readonly finished: number;
  readonly rolledBack: number;
  readonly problems: readonly string[];
}

export interface RecoverOptions {
  /** When the machine started. */
  readonly bootedAt?: number | undefined;
  /** Keeps open what is replaced. */
  readonly replaced?: ReplacedFiles | undefined;
}

/** How often the stages of a step are found again because the files changed meanwhile. */
const triesMax = 50;

/**
 * Ends the steps that a dead process left open. What the journal knows in full is finished: it may
 * have been acknowledged. A step is rolled back when it had changed nothing yet and cannot be done
 * any more; a path that another program changed since is always left alone.
 */
export async function recover(
  root: Root,
  journal: Journal,
  { bootedAt = Date.now() - uptime() * 1000, replaced }: RecoverOptions = {},
): Promise<Recovery> {
  const abandoned = journal.abandoned();
  if (abandoned.length === 0) return { finished: 0, rolledBack: 0, problems: [] };
  const problems = new Map<Step, readonly string[]>();
  const rolledBack = new Set<string>();
  const hasFailed = ({ id, outcome }: Step) => outcome === 'aborted' || rolledBack.has(id);
  const steps = since(abandoned[0], journal.steps());
  const found = { past: new Map(), touched: new Set<VaultPath>() };
  const seen = new Map<VaultPath, FoundEntry>();
  const context = { root, journal, steps, hasFailed, bootedAt, replaced, seen, ...found };
  for (const step of abandoned) {
    const finished = await tryToFinish(context, step);
    if (finished !== undefined) problems.set(step, finished);
    else rolledBack.add(step.id);
    for (const op of step.ops) if (op.op === 'put' && op.staged) removeStaged(root, op.staged);
  }
  const unhealed = await heal(context);
  await bringToDisk(context, [...problems.keys()]);
  await Promise.all(
    abandoned.map((step) => {
      const found = problems.get(step);
      return journal.end(step.id, found === undefined ? 'aborted' : 'done', found);
    }),
  );
  return {
    finished: problems.size,
    rolledBack: rolledBack.size,
    problems: [...[...problems.values()].flat(), ...unhealed],
  };
}

type FinishContext = RecoveryContext & Pick<RecoverOptions, 'replaced'>;

/**
 * The problems that came up; undefined when the step is not finished. Another program, or another
 * vaultd that starts now, may change a file between the look at it and the change: then it is
 * looked at again.
 */
async function tryToFinish(context: FinishContext, step: Step): Promise<string[] | undefined> {
  const { root, journal, seen } = context;
  for (let tries = 1; tries <= triesMax; tries++) {
    seen.clear();
    const stages = await stagesOf(context, step);
    if (!stages.includes('after') && !isDoable(journal, step, stages)) return undefined;
    const problems = await journal.exclusively(() => {
      const isSame = [...seen].every(([path, { stat }]) => isUnchanged(root, path, stat));
      return isSame ? finishStep(context, step, stages) : undefined;
    });
    if (problems !== undefined) return problems;
  }
  return [`A file of step ${step.id} keeps changing, and is left as it is.`];
}

function since(first: Step | undefined, steps: readonly Step[]): readonly Step[] {
  return steps.slice(
    Math.max(
      0,
      steps.findIndex(({ id }) => id === first?.id),
    ),
  );
}

/** Nothing foreign is in the way, and every new content is at hand. */
function isDoable(journal: Journal, step: Step, stages: readonly Stage[]): boolean {
  if (stages.includes('foreign')) return false;
  return step.ops.every(
    (op) =>
      op.op !== 'put' || op.after.type !== 'file' || journal.read(op.after.hash) !== undefined,
  );
}

function finishStep(
  { root, journal, touched, replaced, seen }: FinishContext,
  step: Step,
  stages: readonly Stage[],
): string[] {
  const problems: string[] = [];
  for (const [index, op] of step.ops.entries()) {
    if (stages[index] === 'after') continue;
    if (stages[index] === 'foreign') {
      problems.push(`"${op.path}" was changed by another program and is left as it is.`);
      continue;
    }
    try {
      const path = op.op === 'move' ? op.to : op.path;
      const { hash, stat } = seen.get(path) ?? {};
      const old = hash === undefined || touched.has(path) ? undefined : { path, hash, stat };
      applyOp(root, replacing(root, op), journal.read, { replaced, old });
      touched.add(path);
    } catch {
      problems.push(`"${op.path}" could not be brought to where step ${step.id} wanted it.`);
    }
  }
  return problems;
}

/** A loss of power can bring back what had been removed before the op; that is replaced. */
function replacing(root: Root, op: Op): Op {
  const isThere = (path: VaultPath) => lstatPath(root, path) !== undefined;
  if (op.op === 'put' && op.before === null && isThere(op.path)) return { ...op, before: op.after };
  if (op.op !== 'move' || op.over !== null || !isThere(op.to)) return op;
  return { ...op, over: { type: 'special' } };
}

/** Names can reach the disk before the bytes behind them do; those are written again. */
async function heal(context: RecoveryContext): Promise<string[]> {
  const { root, journal } = context;
  const problems: string[] = [];
  for (const [path, after] of expectedFiles(context)) {
    if (!isTornState(context, await readEntry(root, path), after)) continue;
    try {
      applyOp(root, { op: 'put', path, before: after, after }, journal.read);
    } catch {
      problems.push(`"${path}" lost bytes with the power and could not be written again.`);
    }
  }
  return problems;
}

/** What the steps left at each path that they put. */
function expectedFiles({ steps, hasFailed }: RecoveryContext): ReadonlyMap<VaultPath, State> {
  const files = new Map<VaultPath, State>();
  const replay = (op: Op): void => {
    if (op.op === 'put') files.set(op.path, op.after);
    else if (op.op === 'remove') files.delete(op.path);
    else if (op.op === 'move') {
      if (op.to !== op.path) files.delete(op.to);
      moveKeys(files, op.path, op.to);
    }
  };
  for (const step of steps) if (!hasFailed(step)) step.ops.forEach(replay);
  return files;
}
