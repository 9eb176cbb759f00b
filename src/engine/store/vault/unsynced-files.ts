import { close, closeSync, fsync } from 'node:fs';
import { promisify } from 'node:util';
import { forEachLimited } from '../../../kit/for-each-limited.ts';

const fsyncSoon = promisify(fsync);

/** How many calls of fsync are under way at a time. */
export const syncsAtOnce = 8;

/**
 * New files whose bytes are not on disk yet. They stay open from when they were made, so they need
 * not be found again to be synced: a descriptor follows its file, wherever it is moved. And a
 * failure of the disk in between is reported to a descriptor that was open then.
 */
export class UnsyncedFiles {
  readonly #openMax: number;
  #open = 0;

  constructor(openMax: number) {
    // Windows does not replace a file that is open.
    this.#openMax = process.platform === 'win32' ? 0 : openMax;
  }

  /** True when one more file can stay open until it is synced or dropped. */
  reserve(): boolean {
    if (this.#open >= this.#openMax) return false;
    this.#open++;
    return true;
  }

  /** Brings files to disk and closes them. Returns those for which that failed. */
  async sync(descriptors: readonly number[]): Promise<ReadonlySet<number>> {
    const failed = new Set<number>();
    await forEachLimited(syncsAtOnce, descriptors, (descriptor) =>
      fsyncSoon(descriptor).catch(() => failed.add(descriptor)),
    );
    this.#open -= descriptors.length;
    for (const descriptor of descriptors) closeSync(descriptor);
    return failed;
  }

  /** Closes a file that need not come to disk any more. */
  drop(descriptor: number): void {
    this.#open--;
    // It may be the last reference to a replaced file, and freeing that waits for the disk.
    close(descriptor, () => {});
  }
}
