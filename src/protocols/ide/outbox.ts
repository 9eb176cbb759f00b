import type { WebSocket } from 'ws';
import { ideLimits } from '../../contract/limits.ts';

/** What waits for one client. One that does not read costs the others nothing. */
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
    this.#socket.send(text, () => {
      if (this.#held !== undefined) this.sendState(this.#held);
    });
    if (this.#socket.bufferedAmount > ideLimits.unsentBytesMax) this.#socket.terminate();
  }

  /** A state that replaces the one before it. */
  sendState(text: string): void {
    const mustWait = this.#socket.bufferedAmount > ideLimits.unsentBytesBeforeHolding;
    this.#held = mustWait ? text : undefined;
    if (!mustWait) this.send(text);
  }
}
