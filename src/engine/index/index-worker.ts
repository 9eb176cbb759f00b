import { parentPort } from 'node:worker_threads';
import { parseVaultPath } from '../../contract/paths.ts';
import { TextArena } from '../search/text-arena.ts';
import { openRoot } from '../vault/anchor.ts';
import { readKnown } from '../vault/read-known.ts';
import { type BatchRequest, readBatch } from './read-batch.ts';

const arena = new TextArena();

parentPort?.on('message', (request: BatchRequest) => {
  const root = openRoot(request.root);
  const read = (path: string, size: number) => readKnown(root, parseVaultPath(path), size);
  const batch = readBatch(request, read, arena);
  const { packed, ends } = batch;
  parentPort?.postMessage(batch, [packed.buffer, ends.buffer] as ArrayBuffer[]);
});
