import { linkSync, mkdirSync, readdirSync, unlink, unlinkSync } from 'node:fs';
import { isAbandoned, newTemporaryName } from './temporary.ts';

/**
 * Old files on their way out. Replacing the last name of a file makes the file system free its
 * blocks there and then, which waits for the disk and takes a hundred times as long as the rename
 * itself. So the old file gets another name first, and that one is removed in a thread.
 */
export interface Held {
  keep(systemPath: string): void;
}

export function createHeld(folder: string): Held {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) if (isAbandoned(name)) unlinkSync(`${folder}/${name}`);
  return {
    keep(systemPath) {
      const name = `${folder}/${newTemporaryName()}`;
      try {
        linkSync(systemPath, name);
      } catch {
        // Another file system, or one without hard links: then the rename just takes longer.
        return;
      }
      setImmediate(() => unlink(name, () => {}));
    },
  };
}
