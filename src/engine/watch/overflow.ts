import { readFileSync } from 'node:fs';

/**
 * The system drops events when its queue is full and says so to everybody but us: the runtime
 * keeps that message to itself. But a full queue is emptied in one go, so very many events in one
 * turn of the event loop mean that others may have been lost. All watchers of a thread share the
 * queue, therefore they count together.
 */
const listeners = new Set<() => void>();
let countInTurn = 0;
let count = 0;

/** Events with a watch that is closed by now are not counted, hence the margin. */
const suspicious = readQueueLength() / 4;

/** Calls back when events may have been lost. Returns the end of it. */
export function onOverflow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Every event of every watcher passes here. */
export function countEvent(): void {
  if (countInTurn === 0) setImmediate(endTurn);
  count++;
  countInTurn++;
  if (countInTurn === Math.ceil(suspicious)) for (const listener of listeners) listener();
}

/** How many events have passed so far. */
export function countEvents(): number {
  return count;
}

function endTurn(): void {
  countInTurn = 0;
}

function readQueueLength(): number {
  try {
    return Number.parseInt(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8'), 10);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
