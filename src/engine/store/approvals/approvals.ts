import { approvalLimits } from '../../../contract/approval-limits.ts';
import { VaultError } from '../../../contract/errors.ts';
import type { VaultPath } from '../../../contract/paths.ts';
import type { ReportProgress } from '../../../contract/progress.ts';
import type { Clock } from '../../../kit/clock.ts';
import { cutText } from '../../../kit/cut-text.ts';
import { ownPathsOf } from '../history/history.ts';
import { pathsOfOp } from '../journal/record.ts';
import type { Draft } from '../steps/draft.ts';
import { nameObstacles, type Obstacle, replay } from '../steps/replay.ts';
import type { Actor, Steps } from '../steps/steps.ts';
import type { Root } from '../vault/anchor.ts';
import type { Policy } from '../vault/policy.ts';
import { afterParts, type Part, type ProposedPlan, partsOf, takeParts, withText } from './parts.ts';
import type { Contents, ProposedChange } from './proposal.ts';
import { type Proposals, unknownProposal } from './proposals.ts';

/** Which parts of a change are meant; all of them when absent. */
export interface PartChoice {
  readonly parts?: readonly string[] | undefined;
}

export interface AcceptOptions extends PartChoice {
  /** What the one file shall have instead of what was proposed. */
  readonly text?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ReportProgress | undefined;
}

/** Changes that wait for a person, as far as one caller may see them. */
export interface Approvals {
  /** The newest first. */
  list(): ProposedChange[];
  find(id: string): ProposedChange | undefined;
  /** What it would do, part by part, as long as it waits. */
  parts(id: string): Part[];
  contents(id: string): Contents;
  /** Makes the change, or some parts of it, if the vault still is as it was planned for. */
  accept(id: string, options?: AcceptOptions): Promise<ProposedChange>;
  reject(id: string, options?: PartChoice & { readonly reason?: string }): Promise<ProposedChange>;
  /** Resolves once it is decided or the time is over. */
  wait(id: string, ms: number, signal: AbortSignal): Promise<ProposedChange | undefined>;
}

export interface ApprovalsContext {
  readonly root: Root;
  readonly proposals: Proposals;
  /** Those that are really made. */
  readonly steps: Steps;
  readonly policy: Policy;
  readonly by: Actor;
  /** False for a caller whose own changes wait, and where nothing may be written. */
  readonly mayDecide: boolean;
  readonly clock: Clock;
}

export function createApprovals(context: ApprovalsContext): Approvals {
  const { root, proposals, steps, policy, by, mayDecide, clock } = context;
  const isKnown = ({ asked }: ProposedChange): boolean =>
    policy.isOpen || ownPathsOf(asked).every((path) => policy.mayRead(path));
  const find = (id: string): ProposedChange | undefined => {
    const found = proposals.find(id);
    return found !== undefined && isKnown(found) ? found : undefined;
  };
  const require = (id: string): void => {
    const found = find(id);
    if (found === undefined) throw unknownProposal(id);
    for (const path of ownPathsOf(found.asked)) policy.requireWrite(path);
    if (!mayDecide) throw mayNotDecide(id);
  };
  const decider = by.client === by.protocol ? by.protocol : `${by.client} (${by.protocol})`;
  const decision = (reason?: string) => ({
    at: clock.now(),
    by: decider,
    ...(reason && { reason: cutText(reason, approvalLimits.reasonLengthMax) }),
  });

  return {
    find,
    list: () => proposals.list().filter(isKnown),
    parts: (id) => partsOf(planOf(proposals, find(id))),
    contents: (id) => (find(id) === undefined ? new Map() : proposals.contents(id)),
    async accept(id, { parts, text, signal, progress } = {}) {
      require(id);
      return proposals.decide(id, async (proposal, plan) => {
        const chosen = chooseParts(plan, parts);
        const wanted = text === undefined ? takeParts(plan, chosen) : replaceText(plan, text);
        const done = await steps.run({
          by: proposal.by,
          why: proposal.why,
          undoes: proposal.undoes,
          approvedBy: decider,
          lock: wanted.ops.flatMap(pathsOfOp),
          signal,
          progress,
          plan: (draft) => planAccepted({ root, signal, progress }, draft, proposal, wanted),
        });
        const made = [...proposal.steps, ...(done.id === undefined ? [] : [done.id])];
        const left = text === undefined ? afterParts(plan, chosen) : { ...plan, ops: [] };
        if (left.ops.length > 0) return { proposal: { ...proposal, steps: made }, left };
        const state = proposal.isReduced ? 'partly-accepted' : 'accepted';
        return { proposal: { ...proposal, state, steps: made, decided: decision() } };
      });
    },
    async reject(id, { parts, reason } = {}) {
      require(id);
      return proposals.decide(id, async (proposal, plan) => {
        const rejected = new Set(chooseParts(plan, parts).map((part) => part.id));
        const kept = partsOf(plan).filter((part) => !rejected.has(part.id));
        const reduced = { ...proposal, isReduced: true };
        if (kept.length > 0) return { proposal: reduced, left: takeParts(plan, kept) };
        const state = proposal.steps.length > 0 ? 'partly-accepted' : 'rejected';
        return { proposal: { ...reduced, state, decided: decision(reason) } };
      });
    },
    async wait(id, ms, signal) {
      if (find(id) !== undefined) await proposals.wait(id, ms, signal);
      return find(id);
    },
  };
}

function planOf(proposals: Proposals, proposal: ProposedChange | undefined): ProposedPlan {
  if (proposal?.state !== 'waiting') return { ops: [], contents: new Map() };
  return { ops: proposal.ops, contents: proposals.contents(proposal.id) };
}

async function planAccepted(
  context: Pick<AcceptOptions, 'signal' | 'progress'> & { readonly root: Root },
  draft: Draft,
  { id, exact }: ProposedChange,
  { ops, contents }: ProposedPlan,
): Promise<void> {
  const obstacles = await replay(
    {
      ...context,
      exact: new Set<VaultPath>(exact),
      contentOf: (state) => (state?.type === 'file' ? contents.get(state.hash) : undefined),
    },
    draft,
    ops,
  );
  if (obstacles.length > 0) throw changedSince(id, obstacles);
}

function chooseParts(plan: ProposedPlan, wanted: readonly string[] | undefined): Part[] {
  const parts = partsOf(plan);
  if (wanted === undefined) return parts;
  const known = new Set(parts.map(({ id }) => id));
  const unknown = wanted.find((id) => !known.has(id));
  if (unknown !== undefined) throw unknownPart(unknown);
  const chosen = new Set(wanted);
  return parts.filter(({ id }) => chosen.has(id));
}

function replaceText(plan: ProposedPlan, text: string): ProposedPlan {
  const replaced = withText(plan, text);
  if (replaced !== undefined) return replaced;
  throw new VaultError(
    'invalid-input',
    'Only a change of one file can be accepted as another text.',
    {
      hint: 'Accept or reject its hunks instead.',
    },
  );
}

function unknownPart(id: string): VaultError {
  return new VaultError('not-found', `The change has no hunk ${id}.`, {
    reason: 'approval-missing',
    hint: 'Show the change again: some of its hunks may have been decided on.',
  });
}

function mayNotDecide(id: string): VaultError {
  return new VaultError('forbidden', `This client may not decide on ${id}.`, {
    hint: 'Changes of this client wait for approval themselves.',
  });
}

function changedSince(id: string, obstacles: readonly Obstacle[]): VaultError {
  return new VaultError(
    'changed-on-disk',
    `Changed since ${id} was proposed: ${nameObstacles(obstacles)}. Nothing was done.`,
    {
      ...(obstacles[0] && { path: obstacles[0].path }),
      hint: 'Accept the hunks that still fit, or reject the change and let it be proposed again.',
      data: { approval: id, changed: obstacles.map(({ path, lines }) => ({ path, lines })) },
    },
  );
}
