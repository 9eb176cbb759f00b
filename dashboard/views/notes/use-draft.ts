import { useEffect, useState } from 'preact/hooks';
import { CallError, call, currentVault } from '../../api/call.ts';
import type { NoteData } from '../../markdown/context.ts';
import { drafts, draftsOf, keepDraft } from '../../state/drafts.ts';
import { toast, toastError } from '../../state/toasts.ts';

export interface DraftState {
  readonly isDirty: boolean;
  /** The note has changed since the draft was started. */
  readonly hasConflict: boolean;
  readonly isComparing: boolean;
  readonly mine: string;
  change(text: string): void;
  save(): Promise<void>;
  discard(): void;
  compare(isComparing: boolean): void;
  /** Goes on with this text, made from the version that is there now. */
  settle(text: string): Promise<void>;
}

/** The text of a note while it is edited, and whether the note changed meanwhile. */
export function useDraft(note: NoteData, show: (text: string) => void): DraftState {
  const { path, text, etag } = note;
  const [base, setBase] = useState(drafts.value.get(path)?.etag ?? etag);
  // What we replaced ourselves is shown until the answer with the new text is there.
  const [replaced, setReplaced] = useState<string>();
  const [isComparing, setComparing] = useState(false);
  const draft = drafts.value.get(path);
  const hasConflict = draft !== undefined && base !== etag && etag !== replaced;

  // The note was changed elsewhere, and showing it loses nothing of ours.
  useEffect(() => {
    if (drafts.value.has(path) || base === etag) return;
    setBase(etag);
    show(text);
  }, [etag]);

  const write = async (content: string, ifMatch: string): Promise<void> => {
    const vault = currentVault.value;
    try {
      const written = await call('note.write', { path, content, ifMatch });
      setBase(written.etag);
      setReplaced(ifMatch);
      const now = draftsOf(vault).get(path);
      // People type on while it is saved.
      const isNewer = now !== undefined && now.text !== content;
      keepDraft(path, isNewer ? { text: now.text, etag: written.etag } : undefined, vault);
    } catch (thrown) {
      setReplaced(undefined);
      if (thrown instanceof CallError && thrown.code === 'changed-on-disk') {
        toast('The note has changed since you started. Nothing was overwritten.', 'bad');
      } else toastError(thrown);
    }
  };

  return {
    isDirty: draft !== undefined,
    hasConflict,
    isComparing: isComparing && hasConflict,
    mine: draft?.text ?? text,
    change: (next) =>
      keepDraft(path, next === text && base === etag ? undefined : { text: next, etag: base }),
    async save() {
      if (draft !== undefined) await write(draft.text, base);
    },
    discard() {
      keepDraft(path, undefined);
      setBase(etag);
      setComparing(false);
      show(text);
    },
    compare: setComparing,
    async settle(next) {
      setComparing(false);
      setBase(etag);
      show(next);
      keepDraft(path, { text: next, etag });
      await write(next, etag);
    },
  };
}
