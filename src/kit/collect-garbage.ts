import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const afterMs = 6000;
const againMs = 500;
/** With more than this in use the pause would be noticed, and V8 collects in small steps of its own. */
const heapMax = 512 * 1024 * 1024;
let collect: (() => void) | undefined;
let timer: NodeJS.Timeout | undefined;

/**
 * Collects garbage once nothing large was done for a moment. A process that has read a vault and is
 * idle from then on would keep memory that it no longer needs for hours: few new objects are made
 * that would trigger a collection, and shared memory does not count as pressure. Everything pauses
 * for some ten milliseconds, or a hundred in a vault of a hundred thousand notes; in larger ones
 * nothing is done.
 */
export function collectGarbageSoon(): void {
  // Found long before it is used: the space for new objects shrinks only when few were made lately.
  collect ??= findCollector();
  const run = collect;
  clearTimeout(timer);
  timer = setTimeout(() => {
    run();
    // Only the next round frees what this one has found.
    timer = setTimeout(run, againMs).unref();
  }, afterMs).unref();
}

/** V8 exposes its collector only to contexts that are made after the flag was set. */
export function findCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('typeof gc === "function" ? gc : undefined');
  setFlagsFromString('--no-expose-gc');
  return () => {
    if (typeof found === 'function' && getHeapStatistics().used_heap_size < heapMax) found();
  };
}
