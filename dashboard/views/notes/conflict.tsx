import type { ComponentChildren, JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { MergeBox } from '../../editor/merge-box.tsx';
import { Icon } from '../../kit/icons.tsx';
import type { NoteData } from '../../markdown/context.ts';
import type { DraftState } from './use-draft.ts';

interface ConflictProps {
  readonly draft: DraftState;
  readonly note: NoteData;
}

/** The note was changed elsewhere: both texts, and what to keep of them. */
export function Conflict({ draft, note }: ConflictProps): JSX.Element {
  if (draft.isComparing) return <Comparison draft={draft} note={note} />;
  return (
    <Notice>
      <button type="button" class="button" onClick={draft.discard}>
        Take theirs
      </button>
      <button type="button" class="button primary" onClick={() => draft.compare(true)}>
        Compare
      </button>
    </Notice>
  );
}

/**
 * It begins with the draft as it is by then, since people go on typing below the notice. What was merged stays when
 * the other side changes once more.
 */
function Comparison({ draft, note }: ConflictProps): JSX.Element {
  const merged = useRef(draft.mine);
  const start = useMemo(() => merged.current, [note.text]);
  return (
    <>
      <Notice>
        <button type="button" class="button" onClick={() => draft.compare(false)}>
          Back
        </button>
        <button type="button" class="button primary" onClick={() => draft.settle(merged.current)}>
          Save the right side
        </button>
      </Notice>
      <MergeBox
        before={note.text}
        after={start}
        labels={{ before: 'As it is now', after: 'Yours' }}
        onChange={(text) => {
          merged.current = text;
        }}
      />
    </>
  );
}

function Notice({ children }: { children: ComponentChildren }): JSX.Element {
  return (
    <div class="notice conflict" role="alert">
      <Icon name="warning" />
      <span class="grow">The note was changed elsewhere while you were writing.</span>
      {children}
    </div>
  );
}
