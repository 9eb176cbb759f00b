import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Turn = readonly [IncomingMessage, ServerResponse];

/**
 * Requests that were sent ahead on one connection are answered one after the other, since each
 * answer waits in memory for those before it. Whoever sends too many ahead is cut off.
 */
export function takeTurns(answer: RequestListener, waitingMax: number): RequestListener {
  const waiting = new WeakMap<Socket, Turn[]>();
  // A request that was given up half-read does not know its socket any more.
  const begin = (socket: Socket, [request, response]: Turn, turns: Turn[]): void => {
    response.once('close', () => {
      const next = turns.shift();
      if (next === undefined) waiting.delete(socket);
      else if (!socket.destroyed) begin(socket, next, turns);
    });
    answer(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    const turns = waiting.get(socket);
    if (turns === undefined) {
      const fresh: Turn[] = [];
      waiting.set(socket, fresh);
      begin(socket, [request, response], fresh);
    } else if (turns.push([request, response]) > waitingMax) socket.destroy();
  };
}
