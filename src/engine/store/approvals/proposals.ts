import { approvalLimits } from '../../../contract/approval-limits.ts';
import { VaultError } from '../../../contract/errors.ts';
import type { Clock } from '../../../kit/clock.ts';
import { createEmitter, type Emitter } from '../../../kit/emitter.ts';
import { newId } from '../../../kit/ids.ts';
import type { Journal } from '../journal/journal.ts';
import type { Draft } from '../steps/draft.ts';
import { isMarkAlive, processMark } from '../vault/temporary.ts';
import type { ProposedPlan } from './parts.ts';
import { type Contents, contentsOf, type ProposedChange, takePlan } from './proposal.ts';
import { ProposalFiles } from './proposal-files.ts';

export type NewProposal = Pick<ProposedChange, 'by' | 'why' | 'undoes'>;

/** A change waits from now on, or a part of it or all of it was decided on. */
export interface ApprovalEvent {
  readonly kind: 'waiting' | 'decided';
  readonly id: string;
}

/** The changes of one vault that wait for a person. */
export interface Proposals {
  readonly events: Pick<Emitter<ApprovalEvent>, 'on'>;
  add(proposal: NewProposal, draft: Draft): ProposedChange;
  list(): ProposedChange[];
  find(id: string): ProposedChange | undefined;
  contents(id: string): Contents;
  /**
   * Decides on one that waits. No other process decides on it meanwhile, and a failure leaves it as
   * it was. `left` is what still waits; none ends it.
   */
  decide(
    id: string,
    decide: (
      proposal: ProposedChange,
      plan: ProposedPlan,
    ) => Promise<{ proposal: ProposedChange; left?: ProposedPlan }>,
  ): Promise<ProposedChange>;
  /** Resolves once it is decided or the time is over. */
  wait(id: string, ms: number, signal: AbortSignal): Promise<void>;
}

interface ProposalsOptions {
  readonly folder: string;
  /** As for the journal: `fsync` survives a loss of power. */
  readonly durability: 'fsync' | 'rename';
  readonly journal: Journal;
  readonly clock: Clock;
  readonly onListenerError: (thrown: unknown) => void;
}

export function createProposals(options: ProposalsOptions): Proposals {
  const { folder, durability, journal, clock, onListenerError } = options;
  const files = new ProposalFiles(folder, durability);
  const events = createEmitter<ApprovalEvent>(onListenerError);

  /** Only one process at a time can say that it decides. */
  const claim = (id: string): Promise<ProposedChange> =>
    journal.exclusively(() => {
      const proposal = files.find(id);
      if (proposal === undefined) throw unknownProposal(id);
      if (proposal.state !== 'waiting') throw alreadyDecided(proposal);
      const { claimedBy } = proposal;
      if (claimedBy !== undefined && isMarkAlive(claimedBy)) throw beingDecided(id);
      files.replace({ ...proposal, claimedBy: processMark() });
      return withoutClaim(proposal);
    });

  return {
    events,
    list: () => files.list(),
    find: (id) => files.find(id),
    contents: (id) => files.contents(id),
    add(request, draft) {
      const { ops, contents } = takePlan(draft);
      const at = clock.now();
      const about = { id: newId(at), at, ...request, state: 'waiting', asked: ops, ops } as const;
      const proposal = { ...about, exact: [...draft.exact], steps: [], isReduced: false };
      files.add(proposal, contents);
      events.emit({ kind: 'waiting', id: proposal.id });
      return proposal;
    },
    async decide(id, decide) {
      const claimed = await claim(id);
      try {
        const { ops } = claimed;
        const plan = { ops, contents: contentsOf(ops, files.contents(id)) };
        const { proposal, left } = await decide(claimed, plan);
        if (left === undefined) files.end({ ...proposal, ops: [] });
        else files.replace({ ...proposal, ops: left.ops }, left.contents);
        events.emit({ kind: 'decided', id });
        return proposal;
      } catch (thrown) {
        files.replace(claimed);
        throw thrown;
      }
    },
    async wait(id, ms, signal) {
      const end = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
      while (files.find(id)?.state === 'waiting' && !end.aborted) {
        await nextDecision(events, id, end);
      }
      signal.throwIfAborted();
    },
  };
}

/** Resolves when this process has decided, and often enough to see what others decide. */
function nextDecision(
  events: Pick<Emitter<ApprovalEvent>, 'on'>,
  id: string,
  end: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer);
      unlisten();
      end.removeEventListener('abort', settle);
      resolve();
    };
    const timer = setTimeout(settle, approvalLimits.pollMs);
    const unlisten = events.on((event) => {
      if (event.id === id) settle();
    });
    end.addEventListener('abort', settle);
  });
}

function withoutClaim({ claimedBy, ...proposal }: ProposedChange): ProposedChange {
  return proposal;
}

export function unknownProposal(id: string): VaultError {
  return new VaultError('not-found', `There is no change ${id} that waits for approval.`, {
    reason: 'approval-missing',
    hint: 'List the changes that wait to see their ids.',
  });
}

function alreadyDecided({ id, state }: ProposedChange): VaultError {
  return new VaultError('changed-on-disk', `The change ${id} is ${state} already.`, {
    hint: 'List the changes that still wait.',
  });
}

function beingDecided(id: string): VaultError {
  return new VaultError('changed-on-disk', `The change ${id} is being decided on right now.`, {
    hint: 'List the changes that still wait.',
  });
}
