import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Queue {
  isBusy: boolean;
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[];
}

/**
 * Answers pipelined requests of one connection one after the other, since each answer waits in
 * memory for those before it. A client that sends too many ahead is disconnected.
 */
export function answerInOrder(answer: RequestListener, waitingMax: number): RequestListener {
  const queues = new WeakMap<Socket, Queue>();
  // A request that was aborted half-read does not know its socket any more, so it is passed along.
  const begin = (
    socket: Socket,
    request: IncomingMessage,
    response: ServerResponse,
    queue: Queue,
  ): void => {
    queue.isBusy = true;
    response.on('close', () => {
      queue.isBusy = false;
      const next = queue.waiting.shift();
      if (next !== undefined && !socket.destroyed) begin(socket, next[0], next[1], queue);
    });
    answer(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    let queue = queues.get(socket);
    if (queue === undefined) {
      queue = { isBusy: false, waiting: [] };
      queues.set(socket, queue);
    }
    if (!queue.isBusy) begin(socket, request, response, queue);
    else if (queue.waiting.push([request, response]) > waitingMax) socket.destroy();
  };
}
