import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { NoteEditor } from '../../editor/note-editor.ts';
import { useLatest } from '../../kit/hooks.ts';
import { isMac, useKeys } from '../../kit/keys.ts';
import { titleOf } from '../../kit/paths.ts';
import { go } from '../../kit/route.ts';
import type { NoteData } from '../../markdown/context.ts';
import { splitTarget } from '../../markdown/links.ts';
import { drafts } from '../../state/drafts.ts';
import { files } from '../../state/files.ts';
import { isLivePreview } from '../../state/live-preview.ts';
import { toastError } from '../../state/toasts.ts';
import { shown } from '../../state/workspace.ts';
import { Conflict } from './conflict.tsx';
import { attachFiles } from './upload.ts';
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
          onFiles: (given) => attachFiles(note.path, given),
          onOpenLink: openLink,
          isLive: isLivePreview.value,
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
  const openLink = useLatest((target: string) => openTarget(note, target));
  useKeys({ 'mod+s': () => save(), Escape: () => !draft.isDirty && onDone() });
  return (
    <div class="editing" data-editing aria-busy={!isOpen}>
      <div class="editing-bar">
        <span class={`dot ${draft.isDirty ? 'warn' : 'good'}`} />
        <span role="status">{draft.isDirty ? 'Not saved' : 'Saved'}</span>
        <span class="grow" />
        <label class="live-switch">
          <input
            type="checkbox"
            checked={isLivePreview.value}
            onChange={({ currentTarget }) => {
              isLivePreview.value = currentTarget.checked;
              editor.current?.setLive(currentTarget.checked);
            }}
          />
          Live preview
        </label>
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

/** As a link in the reading view does. */
function openTarget({ path, links }: NoteData, target: string): void {
  const { file, part } = splitTarget(target);
  const found = file === '' ? path : (links[target] ?? links[file])?.path;
  const at: Record<string, string> = part === '' ? {} : { at: part };
  if (found !== undefined) go('notes', found, at);
  else go('notes', `${file}.md`, { new: '1' });
}
