import { ThreadPool } from '../../../kit/thread-pool.ts';
import { closeList, type DiskRequest, syncEach, toList } from './disk-chores.ts';

/**
 * To hand one file to the system's threads and to hear of it costs this thread as much time as to
 * sync it. For so many another thread does that.
 */
export const threadFilesMin = 32;

/** One that brings files to disk, and one that frees others meanwhile. */
const pool = new ThreadPool({
  entry: 'disk-worker',
  threadsMax: 2,
  closesForOthers: true,
  idleMs: 10_000,
});

/** Brings open files to disk. Returns those for which that failed. */
export function syncThere(descriptors: readonly number[]): Promise<readonly number[]> {
  const request: DiskRequest = { sync: descriptors };
  // Without a thread it takes longer, and nothing else.
  return pool.run<number[]>(request).catch(() => syncEach(descriptors));
}

/** Closes files. Nobody has to wait for it. */
export async function closeThere(descriptors: readonly number[]): Promise<void> {
  const list = toList(descriptors);
  const request: DiskRequest = { close: list };
  await pool.run(request, { background: true }).catch(() => closeList(list));
}
