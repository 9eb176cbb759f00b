import type { JSX } from 'preact';
import { folders } from '../../state/folders.ts';

interface PathFieldsProps {
  readonly name: string;
  readonly folder: string;
  readonly onName: (name: string) => void;
  readonly onFolder: (folder: string) => void;
}

/** A name and a folder, which may be a new one. */
export function PathFields({ name, folder, onName, onFolder }: PathFieldsProps): JSX.Element {
  return (
    <>
      <label>
        <span>Name</span>
        <input
          class="field"
          type="text"
          required
          autocomplete="off"
          spellcheck={false}
          value={name}
          onInput={({ currentTarget }) => onName(currentTarget.value)}
        />
      </label>
      <label>
        <span>Folder</span>
        <input
          class="field"
          type="text"
          list="folders"
          placeholder="The vault itself"
          autocomplete="off"
          spellcheck={false}
          value={folder}
          onInput={({ currentTarget }) => onFolder(currentTarget.value)}
        />
      </label>
      <datalist id="folders">
        {folders.value.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
    </>
  );
}

/** The path that both fields make. */
export function joinFields(folder: string, name: string): string {
  const parent = folder.trim().replace(/^\/+|\/+$/g, '');
  return parent === '' ? name.trim() : `${parent}/${name.trim()}`;
}
