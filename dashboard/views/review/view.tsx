import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call, sayError } from '../../api/call.ts';
import { MergeBox } from '../../editor/merge-box.tsx';
import type { MergeEditor } from '../../editor/merge-editor.ts';
import { now } from '../../kit/clock.ts';
import { Empty } from '../../kit/empty.tsx';
import { useAsked } from '../../kit/hooks.ts';
import { Icon } from '../../kit/icons.tsx';
import { useKeys } from '../../kit/keys.ts';
import { titleOf } from '../../kit/paths.ts';
import { goInstead, hrefOf } from '../../kit/route.ts';
import { sayAgo } from '../../kit/times.ts';
import { type Diff, diffs } from '../../state/diffs.ts';
import { toast, toastError } from '../../state/toasts.ts';

/** Proposed changes: accept, reject, or accept in part. */
export function ReviewView({ id }: { id: string }): JSX.Element {
  const all = diffs.value;
  const diff = all.find((each) => each.id === id);
  useEffect(() => {
    const first = all[0];
    if (diff === undefined && first !== undefined) goInstead('review', first.id);
  }, [diff, all]);
  if (all.length === 0) {
    return (
      <>
        <header class="bar">
          <h1>Review</h1>
        </header>
        <Empty icon="review" title="Nothing to review">
          When Claude Code, connected with <code>/ide</code>, proposes to change a note, both texts
          appear here, side by side.
        </Empty>
      </>
    );
  }
  return diff === undefined ? <div /> : <Proposal key={diff.id} diff={diff} others={all} />;
}

function Proposal({ diff, others }: { diff: Diff; others: readonly Diff[] }): JSX.Element {
  const { value, error } = useAsked(
    (signal) => call('diff.get', { id: diff.id }, signal),
    [diff.id],
  );
  const text = useRef<string>(undefined);
  const editor = useRef<MergeEditor>(undefined);
  const [differences, setDifferences] = useState<number>();
  const decide = async (decision: 'accept' | 'reject'): Promise<void> => {
    try {
      const own = decision === 'accept' && text.current !== undefined ? { text: text.current } : {};
      await call('diff.resolve', { id: diff.id, decision, ...own });
      toast(decision === 'accept' ? `${diff.client} will write it.` : 'Rejected.', 'good');
    } catch (thrown) {
      toastError(thrown);
    }
  };
  useKeys({
    a: () => decide('accept'),
    x: () => decide('reject'),
    j: () => editor.current?.goToNext(),
    k: () => editor.current?.goToPrevious(),
  });
  return (
    <>
      <header class="bar review-bar">
        <ProposalTitle diff={diff} />
        <span class="grow" />
        {text.current !== undefined && (
          <span class="badge warn">changed by you{differences === 0 && ': nothing left'}</span>
        )}
        <button type="button" class="button danger" onClick={() => decide('reject')}>
          <Icon name="close" size={14} /> Reject <kbd>X</kbd>
        </button>
        <button type="button" class="button primary" onClick={() => decide('accept')}>
          <Icon name="check" size={14} /> Accept <kbd>A</kbd>
        </button>
      </header>
      {others.length > 1 && <Others others={others} chosen={diff.id} />}
      {diff.isStale && (
        <p class="notice">
          <Icon name="warning" /> The note has changed since this was proposed. The left side is the
          note as it is now.
        </p>
      )}
      {error !== undefined && <p class="notice bad">{sayError(error)}</p>}
      <div class="review-heads" aria-hidden="true">
        <span>Current</span>
        <span>Proposed. You can edit it, or revert single changes.</span>
      </div>
      {value !== undefined && (
        <MergeBox
          before={value.oldText}
          after={value.newText}
          labels={{ before: 'The note as it is', after: 'The note as proposed' }}
          onChange={(next, left) => {
            text.current = next;
            setDifferences(left);
          }}
          handle={(opened) => {
            editor.current = opened;
          }}
        />
      )}
    </>
  );
}

function ProposalTitle({ diff: { client, path, since } }: { diff: Diff }): JSX.Element {
  return (
    <>
      <h1 class="truncate">
        {client} proposes to change <a href={hrefOf('notes', path)}>{titleOf(path)}</a>
      </h1>
      <span class="faint wide-only">{sayAgo(Date.parse(since), now.value)}</span>
    </>
  );
}

function Others({ others, chosen }: { others: readonly Diff[]; chosen: string }): JSX.Element {
  return (
    <nav class="review-tabs scroll" aria-label="Proposals">
      {others.map(({ id, path }) => (
        <a key={id} href={hrefOf('review', id)} aria-current={id === chosen ? 'true' : undefined}>
          {titleOf(path)}
        </a>
      ))}
    </nav>
  );
}
