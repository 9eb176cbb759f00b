import { createConnection, type Socket } from 'node:net';
import { wireLimits } from '../../../contract/limits.ts';
import { LineReader } from '../../../kit/line-reader.ts';
import { hasCode } from '../../../kit/processes.ts';
import { decode, type Invalid, type Message } from '../frame.ts';
import { DaemonNotRunningError, TimeoutError } from './errors.ts';

interface Hooks {
  message(message: Message | Invalid): void;
  /** Once, when the socket is gone. */
  closed(): void;
  /** There is room for more lines. */
  drained(): void;
}

/** One connection of a client: lines out, messages in. */
export class WireLink {
  readonly #socket: Socket;
  #isFull = false;
  #isCorked = false;

  constructor(socket: Socket, hooks: Hooks) {
    this.#socket = socket;
    const { answerBytesMax, answerDepthMax } = wireLimits;
    const take = (line: string) => {
      const message = decode(line, answerDepthMax);
      if (message !== undefined) hooks.message(message);
    };
    const reader = new LineReader(answerBytesMax, take, () => socket.destroy());
    socket.on('data', (chunk: Buffer) => reader.push(chunk));
    socket.on('end', () => reader.end());
    socket.on('drain', () => {
      this.#isFull = false;
      hooks.drained();
    });
    socket.once('close', hooks.closed);
  }

  /** True while the daemon should be given time to read. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Lines of one tick leave together. */
  send(line: string): void {
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.#socket.cork();
      process.nextTick(() => {
        this.#isCorked = false;
        this.#socket.uncork();
      });
    }
    this.#isFull = !this.#socket.write(line);
  }

  close(): void {
    this.#socket.end();
    this.#socket.destroySoon();
  }
}

/** Connects, or fails with `DaemonNotRunningError` when there is no daemon. */
export function openSocket(path: string, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new TimeoutError('The daemon did not accept the connection in time.'));
    }, timeoutMs);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', fail);
      // Later errors are followed by the close event.
      socket.on('error', () => undefined);
      resolve(socket);
    });
    const fail = (error: Error) => {
      clearTimeout(timer);
      const isAbsent = hasCode(error, 'ENOENT') || hasCode(error, 'ECONNREFUSED');
      reject(isAbsent ? new DaemonNotRunningError('The daemon is not running.') : error);
    };
    socket.once('error', fail);
  });
}
