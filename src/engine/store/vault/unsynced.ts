import { close, closeSync } from 'node:fs';
import { syncEach } from './disk-chores.ts';
import { syncThere, threadFilesMin } from './disk-thread.ts';

/**
 * New files whose bytes are not on disk yet. They stay open from when they were made, so nobody has
 * to find them again to sync them: a descriptor follows its file, whoever moves it. And what the
 * disk could not write in between is told to whoever had the file open then.
 */
export interface Unsynced {
  /** True when one more file can stay open until it is synced or dropped. */
  keep(): boolean;
  /** Brings files to disk and closes them. Returns those for which that failed. */
  sync(descriptors: readonly number[]): Promise<ReadonlySet<number>>;
  /** Closes a file that need not come to disk any more. */
  drop(descriptor: number): void;
}

export function createUnsynced(openMax: number): Unsynced {
  // Windows does not replace a file that is open.
  const max = process.platform === 'win32' ? 0 : openMax;
  let open = 0;
  return {
    keep() {
      if (open >= max) return false;
      open++;
      return true;
    },
    async sync(descriptors) {
      try {
        const isFew = descriptors.length < threadFilesMin;
        return new Set(await (isFew ? syncEach(descriptors) : syncThere(descriptors)));
      } finally {
        open -= descriptors.length;
        for (const descriptor of descriptors) closeSync(descriptor);
      }
    },
    drop(descriptor) {
      open--;
      // It may be the last that holds a replaced file, and freeing that waits for the disk.
      close(descriptor, () => {});
    },
  };
}
