import { createEmitter, type Emitter } from '../../../kit/emitter.ts';
import type { Event } from '../frame.ts';

/** From here on events may be missing: read again what is kept in step with them. */
export interface Lost {
  /** The daemon was restarted or dropped events, or the reader of an iterator was too slow. */
  readonly reason: 'restart' | 'gap' | 'dropped' | 'buffer';
  readonly count?: number;
}

/** What a client emits. */
export interface ClientEvents {
  readonly event: Event;
  readonly lost: Lost;
  /** The connection is gone, and another one is tried. */
  readonly disconnected: undefined;
  readonly reconnected: { readonly attempts: number };
  readonly protocolError: { readonly code: number; readonly message: string };
  readonly closed: undefined;
}

export type ClientEmitters = { readonly [Name in keyof ClientEvents]: Emitter<ClientEvents[Name]> };

export function createClientEmitters(): ClientEmitters {
  return {
    event: createEmitter(rethrow),
    lost: createEmitter(rethrow),
    disconnected: createEmitter(rethrow),
    reconnected: createEmitter(rethrow),
    protocolError: createEmitter(rethrow),
    closed: createEmitter(rethrow),
  };
}

/** A listener that throws is a bug of the program, not of the connection. */
function rethrow(thrown: unknown): void {
  queueMicrotask(() => {
    throw thrown;
  });
}
