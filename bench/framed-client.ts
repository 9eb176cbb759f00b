import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { FrameReader, toFrame } from '../src/protocols/remote/frame.ts';
import { secondsOf } from './measure.ts';

/** By its id the answer to a small question is told from the large one. */
const smallId = 987_654_321;
const smallMark = `"id":${smallId},`;

/** The same client for both sides of a contest: it counts frames and looks no further. */
export class FramedClient {
  readonly #socket: Socket;
  readonly #reader = new FrameReader({ bodyBytesMax: 2 ** 30, headerBytesMax: 1024 });
  #onFrame: (body: Buffer) => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
  }

  static async connect(path: string): Promise<FramedClient> {
    const socket = createConnection(path);
    await once(socket, 'connect');
    return new FramedClient(socket);
  }

  /** Resolves when the answer has come. */
  ask(method: string, params: unknown): Promise<void> {
    return new Promise((resolve) => {
      this.#onFrame = () => resolve();
      this.#socket.write(toRequest(1, method, params));
    });
  }

  /** Seconds for `count` requests with `inFlight` of them at a time. */
  pump(
    count: number,
    inFlight: number,
    method: string,
    params: (n: number) => unknown,
  ): Promise<number> {
    return secondsOf(
      () =>
        new Promise<void>((resolve) => {
          let sent = 0;
          let answered = 0;
          let due = '';
          const flush = () => {
            if (due !== '') this.#socket.write(due);
            due = '';
          };
          const add = () => {
            if (sent === count) return;
            if (due === '') process.nextTick(flush);
            due += toRequest(++sent, method, params(sent));
          };
          this.#onFrame = () => {
            if (++answered === count) resolve();
            else add();
          };
          for (let i = 0; i < inFlight; i++) add();
        }),
    );
  }

  /** The longest that a small question takes on this connection while a large one is under way. */
  async overtake(
    method: string,
    params: unknown,
    small: { readonly method: string; readonly params: unknown },
  ): Promise<number> {
    let isDone = false;
    let onSmall = () => {};
    this.#onFrame = (body) => {
      if (body.subarray(0, 64).includes(smallMark)) onSmall();
      else isDone = true;
    };
    this.#socket.write(toRequest(1, method, params));
    let worst = 0;
    while (!isDone) {
      const answered = new Promise<void>((resolve) => {
        onSmall = resolve;
      });
      this.#socket.write(toRequest(smallId, small.method, small.params));
      worst = Math.max(worst, await secondsOf(() => answered));
    }
    return worst;
  }

  onFrame(listener: () => void): void {
    this.#onFrame = listener;
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#reader.push(chunk);
    for (let body = this.#reader.next(); body !== undefined; body = this.#reader.next()) {
      this.#onFrame(body);
    }
  }
}

function toRequest(id: number, method: string, params: unknown): string {
  return toFrame(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
}
