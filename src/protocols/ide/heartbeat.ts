import type { WebSocket } from 'ws';

/** Finds connections whose other end is gone without a word. */
export class Health {
  readonly #unanswered = new WeakSet<WebSocket>();
  #lastTickMs: number | undefined;

  watch(socket: WebSocket): void {
    socket.on('pong', () => this.#unanswered.delete(socket));
  }

  /** Pings everybody; who has not answered the ping before is returned as dead. */
  tick(sockets: Iterable<WebSocket>, nowMs: number, pingMs: number): WebSocket[] {
    // After a sleep of the machine nobody had a chance to answer.
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
