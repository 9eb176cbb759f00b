import { randomBytes } from 'node:crypto';
import type { RemoteLimits } from '../../contract/limits.ts';
import type { VaultPath } from '../../contract/paths.ts';
import type { Correlations } from './correlations.ts';
import { encodePush } from './encode.ts';
import type { Change } from './feed.ts';
import { RemoteSubscription } from './subscription.ts';

/** The connection, as far as telling changes needs it. */
export interface Listener {
  readonly limits: RemoteLimits;
  readonly correlations: Correlations;
  /** A push would leave at once. */
  readonly isFree: boolean;
  /** Another number than before when the client may have looked at the vault since. */
  countLooks(): number;
  /** Tells what the client may see of changes, until it is stopped. */
  follow(listener: (changes: readonly Change[]) => void): () => void;
  /** The frames leave in one write, now. */
  push(frames: readonly string[]): void;
  /** The client cannot keep up; it has to start over. */
  giveUp(why: string): void;
}

/** How many paths are told in one turn. */
const pathsPerTurn = 500;

/** The subscriptions of one connection. What a slow client has not heard waits here, one entry per path. */
export class Watching {
  readonly #listener: Listener;
  readonly #subscriptions = new Map<string, RemoteSubscription>();
  #stopHearing: (() => void) | undefined;
  #soon: NodeJS.Immediate | undefined;
  #later: NodeJS.Timeout | undefined;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  get size(): number {
    return this.#subscriptions.size;
  }

  add(path: VaultPath, recursive: boolean): string {
    const { limits } = this.#listener;
    const id = randomBytes(12).toString('hex');
    this.#subscriptions.set(id, new RemoteSubscription(id, path, recursive, limits.comeBackMs));
    this.#stopHearing ??= this.#listener.follow((changes) => this.#hear(changes));
    return id;
  }

  remove(id: string): void {
    this.#subscriptions.delete(id);
    if (this.#subscriptions.size === 0) this.close();
  }

  /** The client has taken what kept it busy. */
  resume(): void {
    this.#schedule();
  }

  close(): void {
    this.#stopHearing?.();
    this.#stopHearing = undefined;
    this.#subscriptions.clear();
    clearImmediate(this.#soon);
    clearTimeout(this.#later);
    this.#soon = undefined;
    this.#later = undefined;
  }

  #hear(changes: readonly Change[]): void {
    const moment = { ms: performance.now(), looks: this.#listener.countLooks() };
    for (const change of changes) {
      for (const subscription of this.#subscriptions.values()) subscription.note(change, moment);
    }
    for (const { size } of this.#subscriptions.values()) {
      if (size <= this.#listener.limits.changesQueuedMax) continue;
      this.#listener.giveUp('it does not take its events');
      return;
    }
    // What comes first in a turn is told at once, the rest of the turn together.
    if (this.#schedule()) this.#tell();
  }

  /** True when something can be told; if nobody does so, it is told in the next turn. */
  #schedule(): boolean {
    if (this.#soon !== undefined || !this.#listener.isFree) return false;
    let wait = Number.POSITIVE_INFINITY;
    for (const subscription of this.#subscriptions.values()) {
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
    if (this.#listener.isFree) this.#tell();
    this.#schedule();
  };

  #tell(): void {
    const { correlations } = this.#listener;
    const frames: string[] = [];
    for (const subscription of this.#subscriptions.values()) {
      for (const { event, path } of subscription.take(pathsPerTurn, performance.now())) {
        const about = `"path":${JSON.stringify(path)},"event":"${event}"`;
        const params = `{"subscriptionId":"${subscription.id}",${about}}`;
        frames.push(encodePush('fs.changed', params, correlations.take(path)));
      }
    }
    if (frames.length > 0) this.#listener.push(frames);
  }
}
