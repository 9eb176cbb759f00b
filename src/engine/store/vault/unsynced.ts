import { close, closeSync, fsync } from 'node:fs';
import { promisify } from 'node:util';
import { fewAtATime } from '../../../kit/few-at-a-time.ts';

const fsyncSoon = promisify(fsync);

/** So many trips to the disk are under way at a time. */
export const syncsAtOnce = 8;

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
      const failed = new Set<number>();
      await fewAtATime(syncsAtOnce, descriptors, (descriptor) =>
        fsyncSoon(descriptor).catch(() => failed.add(descriptor)),
      );
      open -= descriptors.length;
      for (const descriptor of descriptors) closeSync(descriptor);
      return failed;
    },
    drop(descriptor) {
      open--;
      // It may be the last that holds a replaced file, and freeing that waits for the disk.
      close(descriptor, () => {});
    },
  };
}
