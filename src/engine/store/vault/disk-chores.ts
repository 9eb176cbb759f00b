import { closeSync, fsync } from 'node:fs';
import { promisify } from 'node:util';

const fsyncSoon = promisify(fsync);

/** So many trips to the disk are under way at a time. */
const syncsAtOnce = 8;
/** In the place of a descriptor that somebody has taken out of its list. */
const taken = -1;

/** What a thread does for another one. Descriptors are the same in all threads of a process. */
export type DiskRequest =
  /** Whoever sent them closes them. */
  { readonly sync: readonly number[] } | { readonly close: Int32Array };

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

/** A list that two threads can close: a number that was closed may already be another file's. */
export function toList(descriptors: readonly number[]): Int32Array {
  const list = new Int32Array(new SharedArrayBuffer(4 * descriptors.length));
  list.set(descriptors);
  return list;
}

/** Closes what nobody has taken out of the list yet. */
export function closeList(list: Int32Array): void {
  for (let at = 0; at < list.length; at++) {
    const descriptor = Atomics.exchange(list, at, taken);
    try {
      if (descriptor !== taken) closeSync(descriptor);
    } catch {
      // Even then it is closed.
    }
  }
}
