import { parentPort } from 'node:worker_threads';
import { limits } from '../../contract/limits.ts';
import { parseVaultPath } from '../../contract/paths.ts';
import { openRoot } from '../vault/anchor.ts';
import { readFileNow } from '../vault/disk.ts';
import { type BatchRequest, readBatch } from './read-batch.ts';

parentPort?.on('message', ({ root: folder, paths }: BatchRequest) => {
  const root = openRoot(folder);
  const batch = readBatch(paths, (path) =>
    readFileNow(root, parseVaultPath(path), limits.noteBytesMax),
  );
  const { packed, texts, ends } = batch;
  parentPort?.postMessage(batch, [packed.buffer, texts.buffer, ends.buffer] as ArrayBuffer[]);
});
