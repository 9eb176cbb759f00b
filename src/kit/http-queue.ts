import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Exchange = readonly [IncomingMessage, ServerResponse];

/**
 * Answers pipelined requests of one connection one after the other, since each answer waits in
 * memory for those before it. A client that sends too many ahead is disconnected.
 */
export function answerInOrder(answer: RequestListener, waitingMax: number): RequestListener {
  const queues = new WeakMap<Socket, Exchange[]>();
  // A request that was aborted half-read does not know its socket any more, so it is passed along.
  const begin = (socket: Socket, [request, response]: Exchange, queue: Exchange[]): void => {
    response.once('close', () => {
      const next = queue.shift();
      if (next === undefined) queues.delete(socket);
      else if (!socket.destroyed) begin(socket, next, queue);
    });
    answer(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket);
    if (queue === undefined) {
      const fresh: Exchange[] = [];
      queues.set(socket, fresh);
      begin(socket, [request, response], fresh);
    } else if (queue.push([request, response]) > waitingMax) socket.destroy();
  };
}
