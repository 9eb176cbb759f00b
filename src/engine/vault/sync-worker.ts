import { parentPort } from 'node:worker_threads';
import { syncEach } from './sync-each.ts';

/** Descriptors are the same in all threads of a process. Whoever sent them closes them. */
parentPort?.on('message', async (descriptors: readonly number[]) => {
  parentPort?.postMessage(await syncEach(descriptors));
});
