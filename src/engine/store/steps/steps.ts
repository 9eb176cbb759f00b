import type { Protocol } from '../../../contract/callers.ts';
import { VaultError } from '../../../contract/errors.ts';
import type { EntryType, Origin, VaultChange } from '../../../contract/events.ts';
import { limits } from '../../../contract/limits.ts';
import { movedPath, type VaultPath } from '../../../contract/paths.ts';
import type { ReportProgress } from '../../../contract/progress.ts';
import type { Clock } from '../../../kit/clock.ts';
import { cutText } from '../../../kit/cut-text.ts';
import { newId } from '../../../kit/ids.ts';
import type { Journal, NewStep } from '../journal/journal.ts';
import type { Op, State } from '../journal/record.ts';
import type { Root } from '../vault/anchor.ts';
import { PathLocks } from '../vault/path-locks.ts';
import { type LateWrite, Outdated, ReplacedFiles } from '../vault/replaced-files.ts';
import type { Stat } from '../vault/stat.ts';
import { UnsyncedFiles } from '../vault/unsynced-files.ts';
import { adopt, type MadeChange } from './adopt.ts';
import { type CommitContext, commit } from './commit.ts';
import { Draft } from './draft.ts';
import { Finisher } from './finish.ts';
import { planLateWrite } from './keep-late.ts';
import { type Recovery, recover } from './recover.ts';
import { Displaced, type Share, Stale } from './share.ts';

/** Who makes a step. */
export interface Actor {
  readonly protocol: Protocol;
  readonly client: string;
}

export interface StepRequest {
  readonly by: Actor;
  /** One readable line for the history. */
  readonly why: string;
  /** Every path that the plan may touch. */
  readonly lock: readonly VaultPath[];
  readonly undoes?: string | undefined;
  /** Who accepted it, where a person had to. */
  readonly approvedBy?: string | undefined;
  /** The names that the caller used, where links on the way lead to other places. */
  readonly named?: readonly VaultPath[] | undefined;
  /** A step that all machines share already, and that is only brought in here. */
  readonly as?: { readonly id: string; readonly at: number; readonly machine: string };
  /** The work of another program, which other machines get like any edit in the folder. */
  readonly isOutside?: boolean | undefined;
  /** Until the commit begins, an abort leaves everything as it was. */
  readonly signal?: AbortSignal | undefined;
  /** Called with how far a step of many files is. */
  readonly progress?: ReportProgress | undefined;
  plan(draft: Draft): Promise<void>;
}

export interface Done {
  /** Undefined when nothing had to change. */
  readonly id: string | undefined;
  readonly ops: readonly Op[];
  /** Of the files that were put. */
  readonly stats: ReadonlyMap<VaultPath, Stat>;
}

/** The one way in which the vault changes. */
export interface Steps {
  run(request: StepRequest): Promise<Done>;
}

/** Steps that are really made. */
export interface StepRunner extends Steps {
  /** Adds a change that was already made to the history, so that it can be undone. */
  adopt(change: MadeChange): Promise<void>;
  recover(): Promise<Recovery>;
  /** Resolves when every step under way has ended and is on disk. */
  idle(): Promise<void>;
  /** The same, and closes what is open. */
  close(): Promise<void>;
}

export interface StepsOptions {
  readonly root: Root;
  readonly journal: Journal;
  readonly durability: 'fsync' | 'rename';
  readonly clock: Clock;
  /** Called in the same tick in which the disk changed. */
  readonly onChanges: (changes: readonly VaultChange[]) => void;
  /** Takes each step to the other machines of the vault, where there are some. */
  readonly share?: Share | undefined;
}

/** How often a plan is made again because another writer was faster. */
const triesMax = 50;

export function createSteps(options: StepsOptions) {
  const { root, journal, durability, clock, onChanges, share } = options;
  const locks = new PathLocks();
  const underWay = new Set<Promise<unknown>>();
  const replaced = new ReplacedFiles((late) => keepLate({ ...options, runner }, late));
  const unsynced = new UnsyncedFiles(durability === 'fsync' ? limits.unsyncedOpenMax : 0);
  const finisher = new Finisher({ root, journal, durability, unsynced });
  const context: CommitContext = {
    root,
    journal,
    replaced,
    unsynced,
    durability,
    finisher,
    onApplied: ({ ops, protocol, client, id, machine }) =>
      onChanges(toChanges(ops, { protocol, client, step: id, ...(machine && { machine }) })),
  };

  const attempt = async (request: StepRequest): Promise<Done> => {
    const draft = new Draft(root);
    await request.plan(draft);
    request.signal?.throwIfAborted();
    if (draft.ops.length === 0) return { id: undefined, ops: [], stats: new Map() };
    const step = toNewStep(request, clock.now(), draft.ops);
    const stats = await commit(context, step, draft, {
      ...request,
      share: request.as === undefined && !request.isOutside ? share : undefined,
    });
    return { id: step.id, ops: draft.ops, stats };
  };

  const attemptOften = async (request: StepRequest): Promise<Done> => {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt(request);
      } catch (thrown) {
        if (!(thrown instanceof Outdated)) throw thrown;
        if (tries === triesMax) throw tooBusy(request);
      }
    }
  };

  const track = <T>(running: Promise<T>): Promise<T> => {
    underWay.add(running);
    const forget = () => underWay.delete(running);
    running.then(forget, forget);
    return running;
  };

  const idle = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.allSettled(underWay);
    await finisher.idle();
  };

  const runner: StepRunner = {
    run(request) {
      const once = () => locks.hold(request.lock, () => attemptOften(request));
      return track(share === undefined ? once() : runShared(share, request, once));
    },
    adopt: (change) => track(locks.hold([change.path], () => adopt(root, journal, clock, change))),
    recover: () => recover(root, journal, { replaced }),
    idle,
    async close() {
      await idle();
      await replaced.close();
      await idle();
    },
  };
  return runner;
}

/** What another program wrote to a file that a step has just replaced becomes a step too. */
async function keepLate(
  { runner, journal, clock, share }: StepsOptions & { runner: Steps },
  late: LateWrite,
): Promise<void> {
  try {
    const { ops } = await runner.run({
      by: { protocol: 'local', client: 'folder' },
      why: `keep what another program wrote to ${late.path}`,
      lock: [late.path],
      isOutside: true,
      plan: (draft) => planLateWrite(draft, late, journal, clock.now()),
    });
    // While the ledger is away this waits; the next comparison finds it too.
    share?.catchUp(ops.map(({ path }) => path)).catch(() => {});
  } catch {
    // There is nowhere to keep it, as on a full disk.
  }
}

function toNewStep(request: StepRequest, now: number, ops: readonly Op[]): NewStep {
  const { by, undoes, approvedBy, as = { id: newId(now), at: now } } = request;
  const why = cutText(request.why, limits.stepWhyLengthMax);
  const more = { ...(undoes && { undoes }), ...(approvedBy && { approvedBy }) };
  return { ...as, ...by, why, ops, ...more };
}

/** What other machines did comes in between two attempts, while no path is locked. */
async function runShared(
  share: Share,
  request: StepRequest,
  once: () => Promise<Done>,
): Promise<Done> {
  for (let tries = 1; ; tries++) {
    try {
      return await once();
    } catch (thrown) {
      if (thrown instanceof Displaced) {
        await share.catchUp(request.lock);
        return { id: thrown.step.id, ops: thrown.step.ops, stats: new Map() };
      }
      if (!(thrown instanceof Stale)) throw thrown;
      if (tries === triesMax) throw tooBusy(request);
      await share.catchUp(thrown.paths);
    }
  }
}

/**
 * What a step changed: first what moved, then what is different where it is now. What was removed to
 * make room for something else does not count as deleted.
 */
function toChanges(ops: readonly Op[], origin: Origin): VaultChange[] {
  const moves = ops.flatMap((op, index) => (op.op === 'move' ? [{ ...op, index }] : []));
  const filled = new Map<VaultPath, number>();
  for (const [index, op] of ops.entries()) {
    if (op.op === 'put' || op.op === 'move') filled.set(op.op === 'put' ? op.path : op.to, index);
  }
  const structure: Op[] = [];
  const inPlace: Op[] = [];
  for (const [index, op] of ops.entries()) {
    if (op.op === 'move' || op.op === 'mkdir') structure.push(op);
    else if (op.op !== 'remove' || (filled.get(op.path) ?? -1) < index) {
      const later = moves.filter((move) => move.index > index);
      const path = later.reduce((at, move) => movedPath(at, move.path, move.to), op.path);
      inPlace.push({ ...op, path });
    }
  }
  return [...structure, ...inPlace].map((op) => ({ ...toChange(op), origin }));
}

function toChange(op: Op): VaultChange {
  const { path } = op;
  switch (op.op) {
    case 'put':
      return {
        kind: op.before === null ? 'created' : 'modified',
        path,
        type: typeOf(op.after),
        ...(op.after.type === 'file' && { hash: op.after.hash }),
      };
    case 'remove':
      return { kind: 'deleted', path, type: typeOf(op.before) };
    case 'move':
      return { kind: 'renamed', path, newPath: op.to, type: op.type };
    case 'mkdir':
      return { kind: 'created', path, type: 'folder' };
    case 'rmdir':
      return { kind: 'deleted', path, type: 'folder' };
  }
}

function typeOf(state: State): EntryType {
  return state.type === 'link' ? 'symlink' : 'file';
}

function tooBusy({ lock }: StepRequest): VaultError {
  const path = lock[0] ?? '';
  return new VaultError('changed-on-disk', `"${path}" keeps changing while it is being written.`, {
    path,
    hint: 'Another program writes to it all the time. Try again later.',
  });
}
