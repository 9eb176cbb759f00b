/** The way out of the page: a WebSocket to the test, which has files and sockets. */

export interface BridgeAnswer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly code?: string; readonly message: string };
  readonly socket?: number;
  readonly event?: 'connect' | 'data' | 'close' | 'error';
  readonly data?: string;
  readonly code?: string;
}

type SocketListener = (answer: BridgeAnswer) => void;

/** A question to the test, answered once. */
export class Bridge {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<
    number,
    { resolve(value: unknown): void; reject(error: Error): void }
  >();
  readonly #listeners = new Map<number, SocketListener>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data))));
  }

  static async open(): Promise<Bridge> {
    const socket = new WebSocket(`ws://${location.host}/bridge${location.search}`);
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
    return new Bridge(socket);
  }

  ask<T>(op: string, ...args: unknown[]): Promise<T> {
    const id = ++this.#lastId;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve: (value) => resolve(value as T), reject });
      this.#send({ id, op, args });
    });
  }

  /** A connection to a Unix socket. */
  connect(path: string, listener: SocketListener): number {
    const socket = ++this.#lastId;
    this.#listeners.set(socket, listener);
    this.#send({ op: 'connect', socket, path });
    return socket;
  }

  write(socket: number, text: string): void {
    this.#send({ op: 'send', socket, text });
  }

  close(socket: number): void {
    this.#send({ op: 'end', socket });
  }

  get openSockets(): number {
    return this.#listeners.size;
  }

  #send(message: unknown): void {
    this.#socket.send(JSON.stringify(message));
  }

  #take(answer: BridgeAnswer): void {
    if (answer.socket !== undefined) {
      const listener = this.#listeners.get(answer.socket);
      if (answer.event === 'close') this.#listeners.delete(answer.socket);
      listener?.(answer);
      return;
    }
    const waiting = this.#waiting.get(answer.id ?? 0);
    this.#waiting.delete(answer.id ?? 0);
    if (answer.error === undefined) waiting?.resolve(answer.result);
    else waiting?.reject(Object.assign(new Error(answer.error.message), answer.error));
  }
}
