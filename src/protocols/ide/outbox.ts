import type { WebSocket } from 'ws';
import { ideLimits } from '../../contract/limits.ts';

/** What waits for one client. A client that does not read hurts nobody but itself. */
export class IdeOutbox {
  readonly #socket: WebSocket;
  /** The newest state that the client has not taken yet; older ones are of no use to it. */
  #held: string | undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** Answers and what must not be lost. */
  send(text: string): void {
    const { readyState, OPEN } = this.#socket;
    if (readyState !== OPEN) return;
    this.#socket.send(text, () => this.#flushed());
    if (this.#socket.bufferedAmount > ideLimits.unsentBytesMax) this.#socket.terminate();
  }

  /** A state that replaces the one before it. */
  sendState(text: string): void {
    if (this.#socket.bufferedAmount > ideLimits.unsentBytesBeforeHolding) this.#held = text;
    else {
      this.#held = undefined;
      this.send(text);
    }
  }

  #flushed(): void {
    const held = this.#held;
    if (held !== undefined) this.sendState(held);
  }
}
