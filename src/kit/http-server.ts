import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, type ServerOptions as TlsOptions } from 'node:https';
import type { Socket } from 'node:net';
import { HttpQueues } from './http-queue.ts';

/** What a peer of an HTTP server may take. Times are milliseconds. */
export interface HttpServerLimits {
  readonly connectionsMax: number;
  readonly headerBytesMax: number;
  /** How long the headers of a request may take to arrive, and all of it. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** How often requests that take too long are closed. */
  readonly lateSweepMs: number;
  /** How long a connection may be idle between two requests. */
  readonly keepAliveMs: number;
  /** Requests of one connection that wait for the one before. */
  readonly requestsWaitingMax: number;
}

/**
 * A server on which a slow or silent peer costs nothing but its own connection: requests of one
 * connection are answered in order, late ones are closed, and when all connections are taken, the
 * one that has been idle for longest makes room for a new one.
 */
export function createHttpServer(
  answer: RequestListener,
  limits: HttpServerLimits,
  tls?: TlsOptions,
): Server {
  const options = {
    maxHeaderSize: limits.headerBytesMax,
    keepAliveTimeout: limits.keepAliveMs,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.lateSweepMs,
  };
  const queues = new HttpQueues(answer, limits.requestsWaitingMax);
  const server =
    tls === undefined
      ? createServer(options, queues.take)
      : createTlsServer({ ...options, ...tls, handshakeTimeout: limits.headersMs }, queues.take);
  const open = new Set<Socket>();
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    if (open.size >= limits.connectionsMax) makeRoom(queues.idleOf(open), limits.connectionsMax);
    open.add(socket);
    queues.add(socket);
    socket.once('close', () => open.delete(socket));
    dropSilent(socket, limits.headersMs);
  });
  // Connections with a request under way are not idle; both kinds together are bounded by this.
  server.maxConnections = 2 * limits.connectionsMax;
  return server;
}

/** Requests under way may finish first, but not for ever. */
export async function closeHttpServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(late);
}

/** The longest idle come first. */
function makeRoom(idle: readonly Socket[], max: number): void {
  for (const socket of idle.slice(0, Math.max(0, idle.length - max + 1))) socket.destroy();
}

/** The server's own timer starts with the first byte, so a peer that sends none would stay for ever. */
function dropSilent(socket: Socket, afterMs: number): void {
  const timer = setTimeout(() => {
    if (socket.bytesRead === 0) socket.destroy();
  }, afterMs);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}
