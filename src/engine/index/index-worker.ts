import { parentPort } from 'node:worker_threads';
import { TextArena } from '../search/text-arena.ts';
import { knownReader } from '../vault/read-known.ts';
import { type BatchRequest, readBatch } from './read-batch.ts';

const arena = new TextArena();

parentPort?.on('message', (request: BatchRequest) => {
  const batch = readBatch(request, knownReader(request.root), arena);
  const { packed, ends } = batch;
  parentPort?.postMessage(batch, [packed.buffer, ends.buffer] as ArrayBuffer[]);
});
