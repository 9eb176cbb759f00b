import { connect, createServer, type Server, type Socket } from 'node:net';

export type Direction = 'toServer' | 'toClient';

/**
 * The network between a machine and its database: listens on a port and leads to a Unix socket. It
 * can be cut, can stall and can damage what passes, each direction for itself.
 */
export class Link {
  readonly port: number;
  /** How many bytes have passed in each direction. */
  readonly passed: Record<Direction, number> = { toServer: 0, toClient: 0 };
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  readonly #stalled = new Set<Direction>();
  #isCut = false;
  #cutAfter: { direction: Direction; bytes: number } | undefined;
  #mangled: Direction | undefined;

  private constructor(server: Server, port: number, target: string) {
    this.#server = server;
    this.port = port;
    server.on('connection', (client) => this.#accept(client, target));
  }

  static async open(target: string): Promise<Link> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    return new Link(server, typeof address === 'object' ? (address?.port ?? 0) : 0, target);
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  /** What a stalled link has not passed on yet. */
  get heldBytes(): number {
    return [...this.#pairs].reduce((sum, pair) => sum + pair.heldBytes, 0);
  }

  /** Ends what is connected and lets nothing new in, until it is restored. */
  cut(): void {
    this.#isCut = true;
    this.#cutAfter = undefined;
    this.drop();
  }

  /** Ends what is connected; a new connection gets through. */
  drop(): void {
    for (const pair of this.#pairs) pair.end();
  }

  /** Cuts once this many more bytes have passed: the last ones arrive, the rest does not. */
  cutAfter(direction: Direction, bytes: number): void {
    this.#cutAfter = { direction, bytes };
  }

  /** Connections stay open, and nothing arrives, until it is restored. */
  stall(direction: Direction): void {
    this.#stalled.add(direction);
  }

  /** Flips a bit in the middle of the next bytes. */
  mangleNext(direction: Direction): void {
    this.#mangled = direction;
  }

  /** Everything passes again; what was held back goes first. */
  restore(): void {
    this.#isCut = false;
    this.#cutAfter = undefined;
    this.#mangled = undefined;
    this.#stalled.clear();
    for (const pair of this.#pairs) pair.release();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #accept(client: Socket, target: string): void {
    if (this.#isCut) {
      client.on('error', () => {});
      client.destroy();
      return;
    }
    const pair = new Pair(client, connect(target), {
      pass: (direction, chunk) => this.#pass(direction, chunk),
      isStalled: (direction) => this.#stalled.has(direction),
      onEnd: () => this.#pairs.delete(pair),
    });
    this.#pairs.add(pair);
  }

  /** What of these bytes gets through. */
  #pass(direction: Direction, chunk: Buffer): Buffer {
    const limit = this.#cutAfter?.direction === direction ? this.#cutAfter : undefined;
    const through = limit === undefined ? chunk : chunk.subarray(0, limit.bytes);
    if (limit !== undefined) limit.bytes -= through.length;
    this.passed[direction] += through.length;
    if (limit?.bytes === 0) setImmediate(() => this.cut());
    if (this.#mangled !== direction || through.length === 0) return through;
    this.#mangled = undefined;
    const damaged = Buffer.from(through);
    const middle = damaged.length >> 1;
    damaged[middle] = (damaged[middle] ?? 0) ^ 1;
    return damaged;
  }
}

interface PairRules {
  pass(direction: Direction, chunk: Buffer): Buffer;
  isStalled(direction: Direction): boolean;
  onEnd(): void;
}

/** One connection through the link. */
class Pair {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #rules: PairRules;
  readonly #held: Record<Direction, Buffer[]> = { toServer: [], toClient: [] };

  constructor(client: Socket, server: Socket, rules: PairRules) {
    this.#client = client;
    this.#server = server;
    this.#rules = rules;
    client.on('data', (chunk) => this.#take('toServer', chunk));
    server.on('data', (chunk) => this.#take('toClient', chunk));
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => this.end());
    }
  }

  get heldBytes(): number {
    const held = [...this.#held.toServer, ...this.#held.toClient];
    return held.reduce((sum, chunk) => sum + chunk.length, 0);
  }

  end(): void {
    this.#client.destroy();
    this.#server.destroy();
    this.#rules.onEnd();
  }

  release(): void {
    for (const direction of ['toServer', 'toClient'] as const) {
      for (const chunk of this.#held[direction].splice(0)) this.#send(direction, chunk);
    }
  }

  #take(direction: Direction, chunk: Buffer): void {
    if (this.#rules.isStalled(direction)) this.#held[direction].push(chunk);
    else this.#send(direction, chunk);
  }

  #send(direction: Direction, chunk: Buffer): void {
    const through = this.#rules.pass(direction, chunk);
    if (through.length > 0) (direction === 'toServer' ? this.#server : this.#client).write(through);
  }
}
