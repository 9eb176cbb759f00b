import { readFileSync } from 'node:fs';

/**
 * The system drops events when its queue is full, and Node does not pass its message about that on.
 * But a full queue is read in one go, so very many events in one iteration of the event loop mean
 * that others may have been lost. All watchers of a thread share the queue, so they count together.
 */
const listeners = new Set<() => void>();
let countInIteration = 0;
let count = 0;

/** Events of a watch that is closed by now are not counted, hence the margin. */
const suspiciousCount = readQueueLength() / 4;

/** Calls back when events may have been lost. Returns how to stop. */
export function onOverflow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called for every event of every watcher. */
export function countEvent(): void {
  if (countInIteration === 0) setImmediate(endIteration);
  count++;
  countInIteration++;
  if (countInIteration === Math.ceil(suspiciousCount)) for (const listener of listeners) listener();
}

/** How many events have passed so far. */
export function countEvents(): number {
  return count;
}

function endIteration(): void {
  countInIteration = 0;
}

function readQueueLength(): number {
  try {
    return Number.parseInt(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8'), 10);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
