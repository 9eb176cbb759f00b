import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { until } from './until.ts';

/** Bytes in, lines out, as a person with `socat` sees them. */
export class RawClient {
  readonly lines: string[] = [];
  readonly socket: Socket;
  isEnded = false;
  #rest = '';

  constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      const parts = (this.#rest + chunk).split('\n');
      this.#rest = parts.pop() ?? '';
      this.lines.push(...parts);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.isEnded = true;
    });
    socket.on('end', () => {
      this.isEnded = true;
    });
  }

  static async connect(path: string): Promise<RawClient> {
    const socket = createConnection({ path, allowHalfOpen: true });
    await once(socket, 'connect');
    return new RawClient(socket);
  }

  write(data: string | Buffer): this {
    this.socket.write(data);
    return this;
  }

  /** The next line that nobody has taken. */
  async line(): Promise<string> {
    await until(() => this.lines.length > 0 || this.isEnded, 'a line');
    const line = this.lines.shift();
    if (line === undefined) throw new Error('the connection ended without a line');
    return line;
  }

  async json(): Promise<Record<string, unknown>> {
    return JSON.parse(await this.line());
  }

  /** Sends one request and returns its answer; other lines are kept. */
  async call(method: string, params?: unknown, id = ++lastId): Promise<Record<string, unknown>> {
    this.write(`${JSON.stringify({ id, method, params })}\n`);
    let at = -1;
    await until(() => {
      at = this.lines.findIndex((line) => line.startsWith(`{"id":${id},`));
      return at !== -1 || this.isEnded;
    }, `the answer to ${method}`);
    const [line] = this.lines.splice(at, 1);
    if (at === -1 || line === undefined) throw new Error(`no answer to ${method}`);
    return JSON.parse(line);
  }

  async ended(): Promise<void> {
    await until(() => this.isEnded, 'the end');
  }

  close(): void {
    this.socket.destroy();
  }
}

let lastId = 1_000_000;
