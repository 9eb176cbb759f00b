import { limits } from '../contract/limits.ts';
import { parseVaultPath } from '../contract/paths.ts';
import type { Root } from './vault/anchor.ts';
import { readFileNow } from './vault/disk.ts';

/** What the app and its plugins have been told about this vault. Read anew each time: it is small. */
export interface Settings {
  /** A JSON file of the configuration folder; undefined when it is missing or broken. */
  read(name: string): unknown;
  /** Where deleted notes go. */
  trash(): 'system' | 'local' | 'none';
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
    trash() {
      const app = read('app.json');
      const option =
        typeof app === 'object' && app !== null && 'trashOption' in app ? app.trashOption : '';
      return option === 'local' || option === 'none' ? option : 'system';
    },
  };
}
