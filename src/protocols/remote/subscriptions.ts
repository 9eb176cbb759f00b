import { randomBytes } from 'node:crypto';
import type { RemoteLimits } from '../../contract/limits.ts';
import type { VaultPath } from '../../contract/paths.ts';
import type { CorrelationIds } from './correlation-ids.ts';
import { encodePush } from './encode.ts';
import type { PathChange } from './follow-changes.ts';
import { RemoteSubscription } from './subscription.ts';

/** The connection, as far as its subscriptions need it. */
export interface Subscriber {
  readonly limits: RemoteLimits;
  readonly correlationIds: CorrelationIds;
  /** A push would leave at once. */
  readonly isFree: boolean;
  /** Another number than before when the client may have read from the vault since. */
  countReads(): number;
  /** Passes on what the client may see of changes, until it is stopped. */
  follow(listener: (changes: readonly PathChange[]) => void): () => void;
  /** Sends the frames in one write, now. */
  push(frames: readonly string[]): void;
  disconnect(why: string): void;
}

/** How many paths are sent at a time. */
const batchPaths = 500;

/** The subscriptions of one connection. What a slow client was not sent yet waits here, one entry per path. */
export class Subscriptions {
  readonly #subscriber: Subscriber;
  readonly #all = new Map<string, RemoteSubscription>();
  #stopFollowing: (() => void) | undefined;
  #soon: NodeJS.Immediate | undefined;
  #later: NodeJS.Timeout | undefined;

  constructor(subscriber: Subscriber) {
    this.#subscriber = subscriber;
  }

  get size(): number {
    return this.#all.size;
  }

  add(path: VaultPath, recursive: boolean): string {
    const { deletionDelayMs } = this.#subscriber.limits;
    const id = randomBytes(12).toString('hex');
    this.#all.set(id, new RemoteSubscription(id, path, recursive, deletionDelayMs));
    this.#stopFollowing ??= this.#subscriber.follow((changes) => this.#take(changes));
    return id;
  }

  remove(id: string): void {
    this.#all.delete(id);
    if (this.#all.size === 0) this.close();
  }

  /** The client has read what was sent to it. */
  resume(): void {
    if (this.#all.size > 0) this.#schedule();
  }

  close(): void {
    this.#stopFollowing?.();
    this.#stopFollowing = undefined;
    this.#all.clear();
    clearImmediate(this.#soon);
    clearTimeout(this.#later);
    this.#soon = undefined;
    this.#later = undefined;
  }

  #take(changes: readonly PathChange[]): void {
    const moment = { ms: performance.now(), reads: this.#subscriber.countReads() };
    for (const change of changes) {
      for (const subscription of this.#all.values()) subscription.add(change, moment);
    }
    for (const { size } of this.#all.values()) {
      if (size <= this.#subscriber.limits.changesQueuedMax) continue;
      this.#subscriber.disconnect('it does not read its events');
      return;
    }
    // The first changes of an iteration of the event loop are sent at once, the rest together.
    if (this.#schedule()) this.#send();
  }

  /** True when something can be sent now. If it is not, it is sent in the next iteration. */
  #schedule(): boolean {
    if (this.#soon !== undefined || !this.#subscriber.isFree) return false;
    let wait = Number.POSITIVE_INFINITY;
    for (const subscription of this.#all.values()) {
      wait = Math.min(wait, subscription.dueInMs(performance.now()) ?? wait);
    }
    if (wait === 0) this.#soon = setImmediate(this.#flush);
    else if (wait < Number.POSITIVE_INFINITY) this.#later ??= setTimeout(this.#flush, wait + 1);
    return wait === 0;
  }

  readonly #flush = (): void => {
    clearTimeout(this.#later);
    this.#soon = undefined;
    this.#later = undefined;
    if (this.#subscriber.isFree) this.#send();
    this.#schedule();
  };

  #send(): void {
    const { correlationIds } = this.#subscriber;
    const frames: string[] = [];
    for (const subscription of this.#all.values()) {
      for (const { event, path } of subscription.take(batchPaths, performance.now())) {
        const params = { subscriptionId: subscription.id, path, event };
        frames.push(encodePush('fs.changed', params, correlationIds.take(path)));
      }
    }
    if (frames.length > 0) this.#subscriber.push(frames);
  }
}
