import { createServer, type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { IdeLimits } from '../../contract/limits.ts';
import type { Log } from '../../kit/log.ts';
import { RefusalCounter } from './refusal-counter.ts';
import { type Refusal, refuse, subprotocol } from './upgrade.ts';

export interface ListenerOptions {
  readonly token: string;
  readonly log: Log;
  readonly limits: IdeLimits;
  readonly messageBytesMax: number;
  extraHosts(): readonly string[];
  /** A client that has shown the token. */
  connected(socket: WebSocket): void;
}

/** A port on the loopback interface that lets in who knows the token, and nobody else. */
export class IdeListener {
  readonly #options: ListenerOptions;
  readonly #http: Server;
  readonly #webSockets: WebSocketServer;
  /** Sockets that have not become WebSockets yet. */
  readonly #waiting = new Map<Duplex, NodeJS.Timeout>();
  readonly #refusals = new RefusalCounter();
  #isStopping = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#webSockets = new WebSocketServer({
      noServer: true,
      perMessageDeflate: false,
      maxPayload: options.messageBytesMax,
      handleProtocols: () => subprotocol,
    });
    this.#http = createServer({
      maxHeaderSize: options.limits.headerBytesMax,
      requireHostHeader: false,
      // One clock decides how long a handshake may take; it is ours.
      headersTimeout: 0,
      requestTimeout: 0,
      keepAlive: false,
    });
    this.#http.maxHeadersCount = 0;
    this.#http.on('connection', (socket) => this.#greet(socket));
    this.#http.on('request', (request, response) => {
      response.on('error', () => undefined);
      this.#decide(request, request.socket, Buffer.alloc(0));
    });
    this.#http.on('upgrade', (request, socket, head) => this.#decide(request, socket, head));
    this.#http.on('clientError', (error, socket) => this.#refuseBroken(error, socket));
  }

  /** Resolves to the port; 0 lets the system choose one. Rejects when the port is taken. */
  async listen(port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#http.once('error', reject);
      this.#http.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
        this.#http.off('error', reject);
        resolve();
      });
    });
    return this.port;
  }

  get port(): number {
    const address: string | AddressInfo | null = this.#http.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  get clients(): ReadonlySet<WebSocket> {
    return this.#webSockets.clients;
  }

  /** From now on nobody new is let in. */
  stopAccepting(): void {
    this.#isStopping = true;
  }

  /** Ends everything that is left. */
  async close(): Promise<void> {
    for (const client of this.clients) client.terminate();
    for (const socket of this.#waiting.keys()) socket.destroy();
    await new Promise<void>((resolve) => {
      this.#http.close(() => resolve());
    });
  }

  #greet(socket: Socket): void {
    socket.on('error', () => undefined);
    if (this.#waiting.size >= this.#options.limits.handshakesMax) {
      socket.destroy();
      return;
    }
    const timer = setTimeout(() => {
      answer(socket, { status: 408, body: 'Request timeout', log: 'Handshake too slow' });
    }, this.#options.limits.upgradeMs);
    this.#waiting.set(socket, timer);
    socket.once('close', () => this.#forget(socket));
  }

  #forget(socket: Duplex): void {
    clearTimeout(this.#waiting.get(socket));
    this.#waiting.delete(socket);
  }

  #decide(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { token, extraHosts } = this.#options;
    const refusal = refuse(request, {
      token,
      port: this.port,
      extraHosts: extraHosts(),
      connections: this.clients.size,
      isStopping: this.#isStopping,
    });
    if (refusal !== undefined) {
      this.#turnAway(socket, refusal);
      return;
    }
    this.#forget(socket);
    this.#webSockets.handleUpgrade(request, socket, head, (client) => {
      this.#options.log.debug('Authentication successful');
      this.#options.connected(client);
    });
  }

  #turnAway(socket: Duplex, refusal: Refusal): void {
    const { status, body: reason } = refusal;
    this.#options.log.warn(refusal.log, { status, reason });
    // Whoever keeps guessing gets no more answers for a while. Who is right never comes here.
    const isFlooding = refusal.status !== 503 && this.#refusals.add(performance.now());
    if (isFlooding) socket.destroy();
    else answer(socket, refusal);
  }

  #refuseBroken(error: Error, socket: Duplex): void {
    const isTooLarge = 'code' in error && error.code === 'HPE_HEADER_OVERFLOW';
    const refusal = isTooLarge
      ? { status: 431, body: 'Headers too large', log: 'Headers refused' }
      : { status: 400, body: 'Bad request', log: 'Request refused' };
    this.#turnAway(socket, refusal);
  }
}

/** Writes a whole answer and hangs up, whatever the peer still sends. */
function answer(socket: Duplex, { status, body, headers = {} }: Refusal): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const lines = Object.entries({
    ...headers,
    Connection: 'close',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
}
