import type { Event } from '../frame.ts';

/** Events may be missing from here on; whoever keeps a copy of something reads it again. */
export interface Lost {
  /** The daemon is another one, it gave events up, or the reader of an iterator was too slow. */
  readonly reason: 'restart' | 'gap' | 'dropped' | 'buffer';
  readonly count?: number;
}

/** What a client tells those who listen. */
export interface ClientEvents {
  readonly event: Event;
  readonly lost: Lost;
  readonly reconnected: { readonly attempts: number };
  readonly protocolError: { readonly code: number; readonly message: string };
  readonly closed: undefined;
}

type Listener<Name extends keyof ClientEvents> = (value: ClientEvents[Name]) => void;

/** A typed list of listeners. One that throws does not keep the others from hearing. */
export class Listeners {
  readonly #all: { [Name in keyof ClientEvents]: Set<Listener<Name>> } = {
    event: new Set(),
    lost: new Set(),
    reconnected: new Set(),
    protocolError: new Set(),
    closed: new Set(),
  };

  add<Name extends keyof ClientEvents>(name: Name, listener: Listener<Name>): () => void {
    const set: Set<Listener<Name>> = this.#all[name];
    set.add(listener);
    return () => set.delete(listener);
  }

  tell<Name extends keyof ClientEvents>(name: Name, value: ClientEvents[Name]): void {
    const set: Set<Listener<Name>> = this.#all[name];
    for (const listener of [...set]) {
      try {
        listener(value);
      } catch (thrown) {
        queueMicrotask(() => {
          throw thrown;
        });
      }
    }
  }
}
