import type { WebSocket } from 'ws';
import { ideLimits } from '../../contract/limits.ts';
import { Outbox, type QueuedMessage } from '../../kit/outbox.ts';

/** What waits for one client. Of states that wait only the newest is kept. */
export class IdeOutbox extends Outbox {
  #state: QueuedMessage | undefined;

  constructor(socket: WebSocket) {
    const sink = {
      get bufferedBytes() {
        return socket.bufferedAmount;
      },
      get isClosed() {
        return socket.readyState !== socket.OPEN;
      },
      write: (data: string | Buffer, written: () => void) => socket.send(data, written),
    };
    super(sink, {
      isStream: false,
      bufferedBytesMax: ideLimits.unsentBytesBeforeHolding,
      unsentBytesMax: ideLimits.unsentBytesMax,
      onGiveUp: () => socket.terminate(),
    });
  }

  addState(text: string): void {
    if (this.#state !== undefined) this.withdraw(this.#state);
    this.#state = this.add(text);
  }
}
