import type { WebSocket } from 'ws';
import { ideLimits } from '../../contract/limits.ts';
import { Outbox, type QueuedMessage } from '../../kit/outbox.ts';

/** A long message goes out as several frames, so that no frame is longer than clients must take. */
function sendInFrames(socket: WebSocket, data: string | Buffer, written: () => void): void {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  let at = 0;
  for (; bytes.length - at > ideLimits.frameBytesMax; at += ideLimits.frameBytesMax) {
    const part = bytes.subarray(at, at + ideLimits.frameBytesMax);
    socket.send(part, { binary: false, fin: false });
  }
  socket.send(bytes.subarray(at), { binary: false, fin: true }, written);
}

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
      write: (data: string | Buffer, written: () => void) => sendInFrames(socket, data, written),
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
