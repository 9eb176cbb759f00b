import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { approvalLimits } from '../../../src/contract/approval-limits.ts';
import { call, sayError } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { BackButton } from '../../kit/back-button.tsx';
import { useAsked } from '../../kit/hooks.ts';
import { Icon } from '../../kit/icons.tsx';
import { useKeys } from '../../kit/keys.ts';
import { go, hrefOf } from '../../kit/route.ts';
import { sayMoment } from '../../kit/times.ts';
import { loadApprovals, waiting } from '../../state/approvals.ts';
import { toast, withProgress } from '../../state/toasts.ts';
import { sayProtocol } from '../activity/words.ts';
import { type ApprovalHunk, HunkDiff, placeOf } from './hunk-diff.tsx';
import { sayState, sayWanted } from './words.ts';

type Shown = Output<'approval.show'>;

/** One change that waits, or waited: accept or reject it, whole or hunk by hunk. */
export function ApprovalDetail({ id }: { id: string }): JSX.Element {
  // Every decision, here or elsewhere, changes the list of what waits.
  const { value, error } = useAsked(
    (signal) => call('approval.show', { id }, signal),
    [id, waiting.value],
  );
  const [reason, setReason] = useState('');
  const { decide, failure, isBusy } = useDecision(id, reason);
  const isWaiting = value?.state === 'waiting' && !isBusy;
  useKeys({
    a: () => isWaiting && decide('accept'),
    x: () => isWaiting && decide('reject'),
  });
  if (error !== undefined) return <p class="notice bad">{sayError(error)}</p>;
  if (value === undefined) return <div />;
  return (
    <article class="step">
      <Head shown={value} />
      {failure !== undefined && (
        <p class="notice bad" role="alert">
          <Icon name="warning" /> {failure}
        </p>
      )}
      {value.hunks.map((hunk) => (
        <HunkDiff key={hunk.id} hunk={hunk} files={value.waits}>
          {value.hunks.length > 1 && (
            <>
              <Decide how="reject" hunk={hunk} isBusy={isBusy} run={decide} />
              <Decide how="accept" hunk={hunk} isBusy={isBusy} run={decide} />
            </>
          )}
        </HunkDiff>
      ))}
      {value.state === 'waiting' && (
        <footer class="approval-actions">
          <input
            class="field"
            aria-label="Reason for a rejection"
            placeholder="Reason for a rejection, for the agent"
            maxLength={approvalLimits.reasonLengthMax}
            value={reason}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <button
            type="button"
            class="button danger"
            disabled={isBusy}
            onClick={() => decide('reject')}
          >
            <Icon name="close" size={14} /> Reject all <kbd>X</kbd>
          </button>
          <button
            type="button"
            class="button primary"
            disabled={isBusy}
            onClick={() => decide('accept')}
          >
            <Icon name="check" size={14} /> Accept all <kbd>A</kbd>
          </button>
        </footer>
      )}
    </article>
  );
}

/** Decides on the whole change, or on one hunk of it. */
function useDecision(id: string, reason: string) {
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const decide = async (how: 'accept' | 'reject', hunk?: string): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    const what = { id, ...(hunk !== undefined && { hunks: [hunk] }) };
    try {
      const { left, steps } =
        how === 'accept'
          ? await withProgress(() => call('approval.accept', what))
          : await call('approval.reject', { ...what, ...(reason !== '' && { reason }) });
      const step = steps.at(-1);
      toast(how === 'accept' ? 'Accepted.' : 'Rejected.', 'good', {
        label: 'Show',
        run: () => (step === undefined ? go('approvals', id) : go('activity', step)),
      });
      await loadApprovals();
      // What is done makes room for what waits longest.
      if (left === 0) go('approvals', waiting.value.at(-1)?.id ?? '');
    } catch (thrown) {
      setFailure(sayError(thrown));
    }
    setBusy(false);
  };
  return { decide, failure, isBusy };
}

function Head({ shown }: { shown: Shown }): JSX.Element {
  const { client, protocol, at, why, state, decidedBy, decidedAt, reason, steps } = shown;
  const { verb, object, rest } = sayWanted(shown);
  const [tone, text] = sayState(state);
  return (
    <header class="step-head">
      <div class="step-title">
        <BackButton to="approvals" label="Back" />
        <h2>
          {client} wants to {verb} {object} {rest}
        </h2>
        <span class={`badge ${tone}`}>{text}</span>
      </div>
      <p class="step-facts">
        <span>{sayProtocol(protocol)}</span>
        <time dateTime={at}>{sayMoment(Date.parse(at))}</time>
        {why !== '' && <span>{why}</span>}
        {decidedBy !== undefined && decidedAt !== undefined && (
          <span>
            decided by {decidedBy}, {sayMoment(Date.parse(decidedAt))}
          </span>
        )}
        {reason !== undefined && <span>“{reason}”</span>}
        {steps.map((step, place) => (
          <a key={step} href={hrefOf('activity', step)}>
            {steps.length === 1 ? 'the change that was made' : `change ${place + 1}`}
          </a>
        ))}
      </p>
    </header>
  );
}

const decisions = {
  accept: ['check', 'Accept', ''],
  reject: ['close', 'Reject', 'danger'],
} as const;

interface DecideProps {
  readonly how: keyof typeof decisions;
  readonly hunk: ApprovalHunk;
  readonly isBusy: boolean;
  readonly run: (how: keyof typeof decisions, hunk: string) => void;
}

function Decide({ how, hunk, isBusy, run }: DecideProps): JSX.Element {
  const [icon, label, tone] = decisions[how];
  return (
    <button
      type="button"
      class={`button ${tone}`}
      aria-label={`${label} ${placeOf(hunk)}`}
      disabled={isBusy}
      onClick={() => run(how, hunk.id)}
    >
      <Icon name={icon} size={14} /> {label}
    </button>
  );
}
