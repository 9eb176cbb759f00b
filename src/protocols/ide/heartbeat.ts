import type { WebSocket } from 'ws';

/** Finds connections whose other end is gone without closing them. */
export class Heartbeat {
  readonly #unanswered = new WeakSet<WebSocket>();
  #lastTickMs: number | undefined;

  watch(socket: WebSocket): void {
    socket.on('pong', () => this.#unanswered.delete(socket));
  }

  /** Pings every client; those that have not answered the ping before are returned as dead. */
  tick(sockets: Iterable<WebSocket>, nowMs: number, pingMs: number): WebSocket[] {
    // After a sleep of the machine no client had a chance to answer.
    const isLate = this.#lastTickMs !== undefined && nowMs - this.#lastTickMs > 1.5 * pingMs;
    this.#lastTickMs = nowMs;
    const dead: WebSocket[] = [];
    for (const socket of sockets) {
      if (this.#unanswered.has(socket) && !isLate) dead.push(socket);
      else if (socket.readyState === socket.OPEN) {
        this.#unanswered.add(socket);
        socket.ping();
      }
    }
    return dead;
  }
}
