import { parentPort } from 'node:worker_threads';
import { limits } from '../../contract/limits.ts';
import { parseVaultPath } from '../../contract/paths.ts';
import { TextArena } from '../search/text-arena.ts';
import { openRoot } from '../vault/anchor.ts';
import { readFileNow } from '../vault/disk.ts';
import { type BatchRequest, readBatch } from './read-batch.ts';

const arena = new TextArena();

parentPort?.on('message', ({ root: folder, paths }: BatchRequest) => {
  const root = openRoot(folder);
  const read = (path: string) => readFileNow(root, parseVaultPath(path), limits.noteBytesMax);
  const batch = readBatch(paths, read, arena);
  const { packed, ends } = batch;
  parentPort?.postMessage(batch, [packed.buffer, ends.buffer] as ArrayBuffer[]);
});
