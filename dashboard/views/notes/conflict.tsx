import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { MergeBox } from '../../editor/merge-box.tsx';
import { Icon } from '../../kit/icons.tsx';
import type { NoteData } from '../../markdown/context.ts';
import type { DraftState } from './use-draft.ts';

/** Two people wrote the same note: both texts, and what to keep of them. */
export function Conflict({ draft, note }: { draft: DraftState; note: NoteData }): JSX.Element {
  const merged = useRef(draft.mine);
  return (
    <>
      <div class="notice conflict" role="alert">
        <Icon name="warning" />
        <span class="grow">The note was changed elsewhere while you were writing.</span>
        {draft.isComparing ? (
          <>
            <button type="button" class="button" onClick={() => draft.compare(false)}>
              Back
            </button>
            <button
              type="button"
              class="button primary"
              onClick={() => draft.settle(merged.current)}
            >
              Save the right side
            </button>
          </>
        ) : (
          <>
            <button type="button" class="button" onClick={draft.discard}>
              Take theirs
            </button>
            <button type="button" class="button primary" onClick={() => draft.compare(true)}>
              Compare
            </button>
          </>
        )}
      </div>
      {draft.isComparing && (
        <MergeBox
          before={note.text}
          after={draft.mine}
          labels={{ before: 'As it is now', after: 'Yours' }}
          onChange={(text) => {
            merged.current = text;
          }}
        />
      )}
    </>
  );
}
