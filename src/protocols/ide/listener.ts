import { createServer, type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { IdeLimits } from '../../contract/limits.ts';
import type { Log } from '../../kit/log.ts';
import { listenOn } from '../../kit/loopback.ts';
import { RateWindow } from '../../kit/rate-window.ts';
import { findRefusal, type Refusal, subprotocol } from './upgrade.ts';

export interface ListenerOptions {
  readonly log: Log;
  readonly limits: IdeLimits;
  readonly messageBytesMax: number;
  token(): string;
  extraHosts(): readonly string[];
  /** A client that has shown the token. */
  connected(socket: WebSocket): void;
}

/** A port on the loopback interface that accepts only clients with the token. */
export class IdeListener {
  readonly #options: ListenerOptions;
  readonly #http: Server;
  readonly #webSockets: WebSocketServer;
  /** Sockets that have not become WebSockets yet. */
  readonly #pending = new Map<Duplex, NodeJS.Timeout>();
  readonly #refusals: RateWindow;
  #silentUntilMs = 0;
  #port = 0;
  #isStopping = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
    const { refusalsMax, refusalWindowMs, headerBytesMax } = options.limits;
    this.#refusals = new RateWindow(refusalsMax, refusalWindowMs);
    this.#webSockets = new WebSocketServer({
      noServer: true,
      perMessageDeflate: false,
      maxPayload: options.messageBytesMax,
      handleProtocols: () => subprotocol,
    });
    this.#http = createServer({
      maxHeaderSize: headerBytesMax,
      requireHostHeader: false,
      // Our own timer decides how long a handshake may take.
      headersTimeout: 0,
      requestTimeout: 0,
      keepAlive: false,
    });
    this.#http.maxHeadersCount = 0;
    this.#http.on('connection', (socket) => this.#accept(socket));
    this.#http.on('request', (request, response) => {
      response.on('error', () => undefined);
      this.#decide(request, request.socket, Buffer.alloc(0));
    });
    this.#http.on('upgrade', (request, socket, head) => this.#decide(request, socket, head));
    this.#http.on('clientError', (error, socket) => this.#refuseBroken(error, socket));
  }

  /** Resolves to the port; 0 lets the system choose one. Rejects when the port is taken. */
  async listen(port: number): Promise<number> {
    this.#port = await listenOn(this.#http, port);
    return this.#port;
  }

  /** From now on no new client is accepted. */
  stopAccepting(): void {
    this.#isStopping = true;
  }

  /** Ends everything that is left. */
  async close(): Promise<void> {
    for (const client of this.#webSockets.clients) client.terminate();
    for (const socket of this.#pending.keys()) socket.destroy();
    await new Promise<void>((resolve) => {
      this.#http.close(() => resolve());
    });
  }

  #accept(socket: Socket): void {
    const { handshakesMax, upgradeMs } = this.#options.limits;
    socket.on('error', () => undefined);
    if (this.#pending.size >= handshakesMax) {
      socket.destroy();
      return;
    }
    const late = { status: 408, body: 'Request timeout', log: 'Handshake too slow' };
    this.#pending.set(
      socket,
      setTimeout(() => answer(socket, late), upgradeMs),
    );
    socket.once('close', () => this.#forget(socket));
  }

  #forget(socket: Duplex): void {
    clearTimeout(this.#pending.get(socket));
    this.#pending.delete(socket);
  }

  #decide(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { token, extraHosts, log, connected } = this.#options;
    const refusal = findRefusal(request, {
      token: token(),
      port: this.#port,
      extraHosts: extraHosts(),
      connections: this.#webSockets.clients.size,
      isStopping: this.#isStopping,
    });
    if (refusal !== undefined) {
      this.#refuse(socket, refusal);
      return;
    }
    this.#forget(socket);
    this.#webSockets.handleUpgrade(request, socket, head, (client) => {
      log.debug('Authentication successful');
      connected(client);
    });
  }

  #refuse(socket: Duplex, refusal: Refusal): void {
    const { status, body: reason, log } = refusal;
    this.#options.log.warn(log, { status, reason });
    if (status !== 503 && this.#isFlooding(performance.now())) socket.destroy();
    else answer(socket, refusal);
  }

  /** A peer that keeps guessing gets no answers for a while. A right token never comes here. */
  #isFlooding(nowMs: number): boolean {
    if (nowMs < this.#silentUntilMs) return true;
    if (this.#refusals.tryAdd(nowMs)) return false;
    this.#silentUntilMs = nowMs + this.#options.limits.refusalWindowMs;
    return true;
  }

  #refuseBroken(error: Error, socket: Duplex): void {
    const isTooLarge = 'code' in error && error.code === 'HPE_HEADER_OVERFLOW';
    const refusal = isTooLarge
      ? { status: 431, body: 'Headers too large', log: 'Headers refused' }
      : { status: 400, body: 'Bad request', log: 'Request refused' };
    this.#refuse(socket, refusal);
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
