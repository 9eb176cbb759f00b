import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { toFrame } from '../src/protocols/remote/frame.ts';

const placeBytes = 256 * 1024;
const headerEnd = '\r\n\r\n';

/**
 * A client that receives into one place and only counts, so that the time of a large answer is
 * the server's and the socket's: to join ten megabytes takes a client longer than to receive them.
 */
export class LeanClient {
  readonly #socket: Socket;
  readonly #place: Buffer;
  #header = '';
  /** Of the answer that is being received. */
  #left = 0;
  #onAnswer: () => void = () => {};

  private constructor(path: string) {
    this.#place = Buffer.allocUnsafeSlow(placeBytes);
    const callback = (bytes: number) => {
      this.#take(bytes);
      return true;
    };
    this.#socket = createConnection({ path, onread: { buffer: this.#place, callback } });
  }

  static async connect(path: string): Promise<LeanClient> {
    const client = new LeanClient(path);
    await once(client.#socket, 'connect');
    return client;
  }

  /** Resolves when the whole answer has come. One question at a time. */
  ask(method: string, params: unknown): Promise<void> {
    return new Promise((resolve) => {
      this.#onAnswer = resolve;
      this.#socket.write(toFrame(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })));
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(bytes: number): void {
    let at = 0;
    if (this.#left === 0) {
      this.#header += this.#place.toString('latin1', 0, bytes);
      const end = this.#header.indexOf(headerEnd);
      if (end === -1) return;
      at = bytes - (this.#header.length - end - headerEnd.length);
      this.#left = Number(/Content-Length: (\d+)/i.exec(this.#header)?.[1]);
      this.#header = '';
    }
    this.#left -= bytes - at;
    if (this.#left === 0) this.#onAnswer();
  }
}
