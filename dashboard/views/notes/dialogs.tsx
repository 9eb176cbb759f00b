import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { endingOf, folderOf, isNotePath, nameOf, titleOf } from '../../kit/paths.ts';
import { FormDialog } from '../../shell/form-dialog.tsx';
import { createNote, moveFile } from './note-actions.ts';
import { joinFields, PathFields } from './path-fields.tsx';
import { TemplateField } from './template-field.tsx';

/** The dialog that is open: a note to move, or one to make in a folder. */
export const noteDialog = signal<
  | { readonly kind: 'move'; readonly path: string }
  | { readonly kind: 'new'; readonly folder: string }
  | undefined
>(undefined);

export function NoteDialog(): JSX.Element | null {
  const open = noteDialog.value;
  if (open === undefined) return null;
  return open.kind === 'move' ? (
    <MoveDialog path={open.path} />
  ) : (
    <NewDialog folder={open.folder} />
  );
}

function close(): void {
  noteDialog.value = undefined;
}

/** Where a note goes, and under which name. */
function MoveDialog({ path }: { path: string }): JSX.Element {
  const isNote = isNotePath(path);
  const ending = isNote ? `.${endingOf(path)}` : '';
  const [name, setName] = useState(isNote ? titleOf(path) : nameOf(path));
  const [folder, setFolder] = useState(folderOf(path));
  const submit = async (): Promise<void> => {
    if (await moveFile(path, joinFields(folder, `${name.trim()}${ending}`))) close();
  };
  return (
    <FormDialog label="Rename or move" action="Move" onSubmit={submit} onClose={close}>
      <PathFields name={name} folder={folder} onName={setName} onFolder={setFolder} />
      <p class="faint">Links to it are updated.</p>
    </FormDialog>
  );
}

function NewDialog({ folder: start }: { folder: string }): JSX.Element {
  const [name, setName] = useState('');
  const [folder, setFolder] = useState(start);
  const [template, setTemplate] = useState('');
  const submit = async (): Promise<void> => {
    const file = /\.md$/i.test(name.trim()) ? name : `${name.trim()}.md`;
    if (await createNote(joinFields(folder, file), template)) close();
  };
  return (
    <FormDialog label="New note" action="Create" onSubmit={submit} onClose={close}>
      <PathFields name={name} folder={folder} onName={setName} onFolder={setFolder} />
      <TemplateField value={template} onChange={setTemplate} />
    </FormDialog>
  );
}
