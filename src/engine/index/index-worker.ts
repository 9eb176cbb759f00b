import { parentPort } from 'node:worker_threads';
import { TextArena } from '../search/text-arena.ts';
import { KnownFiles } from '../vault/known-files.ts';
import { type BatchRequest, readBatch } from './read-batch.ts';

const arena = new TextArena();

parentPort?.on('message', (request: BatchRequest) => {
  const batch = readBatch(request, new KnownFiles(request.root), arena);
  const { packed, ends } = batch;
  parentPort?.postMessage(batch, [packed.buffer, ends.buffer] as ArrayBuffer[]);
});
