import { parentPort } from 'node:worker_threads';
import { KnownFiles } from '../../store/vault/known-files.ts';
import { TextArena } from '../search/text/text-arena.ts';
import { type BatchRequest, readBatch } from './read-batch.ts';

const arena = new TextArena();

parentPort?.on('message', (request: BatchRequest) => {
  const batch = readBatch(request, new KnownFiles(request.root), arena);
  const packed = inOwnMemory(batch.packed);
  parentPort?.postMessage({ ...batch, packed }, [packed.buffer, batch.ends.buffer as ArrayBuffer]);
});

/** A small buffer may be a piece of memory that the runtime shares out, and that cannot be given away. */
function inOwnMemory(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isOwn = bytes.byteLength === bytes.buffer.byteLength;
  return isOwn ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
