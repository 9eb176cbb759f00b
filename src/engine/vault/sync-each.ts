import { fsync } from 'node:fs';
import { promisify } from 'node:util';

const fsyncSoon = promisify(fsync);

/** So many trips to the disk are under way at a time. */
const syncsAtOnce = 8;

/** Brings open files to disk. Returns those for which that failed. */
export async function syncEach(descriptors: readonly number[]): Promise<number[]> {
  const queue = descriptors.values();
  const failed: number[] = [];
  const work = async (): Promise<void> => {
    for (const descriptor of queue) {
      await fsyncSoon(descriptor).catch(() => failed.push(descriptor));
    }
  };
  await Promise.all(Array.from({ length: syncsAtOnce }, work));
  return failed;
}
