import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { NoteEditor } from '../../editor/note-editor.ts';
import { useLatest } from '../../kit/hooks.ts';
import { isMac, useKeys } from '../../kit/keys.ts';
import { titleOf } from '../../kit/paths.ts';
import type { NoteData } from '../../markdown/context.ts';
import { drafts } from '../../state/drafts.ts';
import { files } from '../../state/files.ts';
import { toastError } from '../../state/toasts.ts';
import { shown } from '../../state/workspace.ts';
import { Conflict } from './conflict.tsx';
import { useDraft } from './use-draft.ts';

interface EditingProps {
  readonly note: NoteData;
  readonly line: number | undefined;
  readonly onDone: () => void;
}

/** The editor of a note. It saves only when asked to, and never overwrites a newer text. */
export function Editing({ note, line, onDone }: EditingProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<NoteEditor>(undefined);
  const [isOpen, setOpen] = useState(false);
  const draft = useDraft(note, (text) => editor.current?.setText(text));
  const save = useLatest(() => draft.save());
  const change = useLatest(draft.change);
  useEffect(() => {
    let isGone = false;
    const start = drafts.value.get(note.path)?.text ?? note.text;
    Promise.all([import('../../editor/note-editor.ts'), import('../../editor/frame.ts')]).then(
      ([{ openNoteEditor }, { openFrame }]) => {
        if (isGone || host.current === null) return;
        editor.current = openNoteEditor({
          ...openFrame(host.current),
          text: start,
          label: `Text of ${titleOf(note.path)}`,
          names: () => files.value.map(({ path }) => path.replace(/\.md$/, '')),
          onChange: change,
          onSelect: (range, text) => {
            shown.value = {
              path: note.path,
              isDirty: drafts.value.has(note.path),
              selection: { range, text },
            };
          },
          onSave: save,
        });
        if (line !== undefined) editor.current.goToLine(line);
        editor.current.focus();
        setOpen(true);
      },
      toastError,
    );
    return () => {
      isGone = true;
      editor.current?.close();
    };
  }, [note.path]);
  useKeys({ 'mod+s': () => save(), Escape: () => !draft.isDirty && onDone() });
  return (
    <div class="editing" data-editing aria-busy={!isOpen}>
      <div class="editing-bar">
        <span class={`dot ${draft.isDirty ? 'warn' : 'good'}`} />
        <span role="status">{draft.isDirty ? 'Not saved' : 'Saved'}</span>
        <span class="grow" />
        {draft.isDirty && (
          <button type="button" class="button quiet" onClick={draft.discard}>
            Discard
          </button>
        )}
        <button type="button" class="button primary" disabled={!draft.isDirty} onClick={save}>
          Save <kbd>{isMac ? '⌘S' : 'Ctrl S'}</kbd>
        </button>
      </div>
      {draft.hasConflict && <Conflict draft={draft} note={note} />}
      <div ref={host} class="editor-host" hidden={draft.isComparing} />
    </div>
  );
}
