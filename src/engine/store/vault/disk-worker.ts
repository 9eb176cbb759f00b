import { parentPort } from 'node:worker_threads';
import { closeList, type DiskRequest, syncEach } from './disk-chores.ts';

parentPort?.on('message', async (request: DiskRequest) => {
  if ('close' in request) closeList(request.close);
  parentPort?.postMessage('sync' in request ? await syncEach(request.sync) : []);
});
