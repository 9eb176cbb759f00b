import { limits } from '../../contract/limits.ts';
import { parseVaultPath } from '../../contract/paths.ts';
import type { ChangeOptions, Files } from '../store/files.ts';
import type { Root } from '../store/vault/anchor.ts';
import { listFolder, readFileNow } from '../store/vault/disk.ts';

/** Settings of the app and its plugins for this vault. Read anew each time: they are small. */
export interface Settings {
  /** A JSON file of the configuration folder; undefined when it is missing or broken. */
  read(name: string): unknown;
  /** Where deleted notes go. */
  trash(): 'system' | 'local' | 'none';
  /** The names in a folder of the configuration; none when it is missing. */
  list(folder: string): string[];
}

/** Settings that one caller may change, each change a step that can be undone. */
export interface EditableSettings extends Settings {
  /** Gives a JSON file of the configuration folder another value. */
  update(name: string, edit: (value: unknown) => unknown, options: ChangeOptions): Promise<void>;
}

/** `files` must be open for the configuration folder; whether the caller may is asked before. */
export function makeEditable(
  settings: Settings,
  files: Files,
  folder = '.obsidian',
): EditableSettings {
  return {
    ...settings,
    async update(name, edit, options) {
      const make = (old: Buffer | undefined): Buffer => {
        const value: unknown = old === undefined ? undefined : JSON.parse(old.toString());
        return Buffer.from(JSON.stringify(edit(value), null, 2));
      };
      await files.write(parseVaultPath(`${folder}/${name}`), make, options);
    },
  };
}

export function createSettings(root: Root, folder = '.obsidian'): Settings {
  const read = (name: string): unknown => {
    try {
      const path = parseVaultPath(`${folder}/${name}`);
      return JSON.parse(readFileNow(root, path, limits.smallFileBytesMax).bytes.toString());
    } catch {
      return undefined;
    }
  };
  return {
    read,
    list(name) {
      try {
        return listFolder(root, parseVaultPath(`${folder}/${name}`)).map((entry) => entry.name);
      } catch {
        return [];
      }
    },
    trash() {
      const app = read('app.json');
      const option =
        typeof app === 'object' && app !== null && 'trashOption' in app ? app.trashOption : '';
      return option === 'local' || option === 'none' ? option : 'system';
    },
  };
}
