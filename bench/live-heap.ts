import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Bytes that are really in use, once what nobody needs is gone. */
export function liveHeap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
