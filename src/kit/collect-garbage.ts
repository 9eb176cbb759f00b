import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const afterMs = 6000;
const againMs = 500;
/** With more than this in use a stop would be felt, and the engine collects in small steps of its own. */
const heapMax = 512 * 1024 * 1024;
let collect: (() => void) | undefined;
let timer: NodeJS.Timeout | undefined;

/**
 * Gives back memory, once nothing large was done for a moment. A process that has read a vault and
 * rests from then on would keep what it no longer needs for hours: nothing new is made that would
 * have it collected, and shared memory does not count as pressure at all. Everything stops for
 * some ten milliseconds, or some hundred in a vault of a hundred thousand notes; in larger ones
 * it is left alone.
 */
export function collectGarbageSoon(): void {
  // Found long before it is used: room for new objects is given back only when few were made lately.
  collect ??= findCollector();
  const run = collect;
  clearTimeout(timer);
  timer = setTimeout(() => {
    run();
    // Only the next round gives back what this one has found.
    timer = setTimeout(run, againMs).unref();
  }, afterMs).unref();
}

/** The engine hands its collector out only to contexts that are made after it was told to. */
export function findCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('typeof gc === "function" ? gc : undefined');
  setFlagsFromString('--no-expose-gc');
  return () => {
    if (typeof found === 'function' && getHeapStatistics().used_heap_size < heapMax) found();
  };
}
