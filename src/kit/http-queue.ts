import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Queue {
  readonly socket: Socket;
  isBusy: boolean;
  /** Counts responses of all connections: the lower, the longer this one is idle. */
  endedAt: number;
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[];
}

/**
 * Answers pipelined requests of one connection one after the other, since each answer waits in
 * memory for those before it. A client that sends too many ahead is disconnected.
 */
export class HttpQueues {
  readonly #answer: RequestListener;
  readonly #waitingMax: number;
  readonly #queues = new WeakMap<Socket, Queue>();
  #ended = 0;

  constructor(answer: RequestListener, waitingMax: number) {
    this.#answer = answer;
    this.#waitingMax = waitingMax;
  }

  readonly take: RequestListener = (request, response) => {
    const queue = this.add(request.socket);
    if (!queue.isBusy) this.#begin(queue, request, response);
    else if (queue.waiting.push([request, response]) > this.#waitingMax) queue.socket.destroy();
  };

  /** Of these connections those without a request under way, the one that is idle for longest first. */
  idleOf(sockets: Iterable<Socket>): Socket[] {
    const idle = [...sockets].map((socket) => this.add(socket)).filter(({ isBusy }) => !isBusy);
    return idle.sort((a, b) => a.endedAt - b.endedAt).map(({ socket }) => socket);
  }

  /** A connection is idle from its start, or from its last response. */
  add(socket: Socket): Queue {
    let queue = this.#queues.get(socket);
    if (queue === undefined) {
      queue = { socket, isBusy: false, endedAt: ++this.#ended, waiting: [] };
      this.#queues.set(socket, queue);
    }
    return queue;
  }

  // A request that was aborted half-read does not know its socket any more; its queue does.
  #begin(queue: Queue, request: IncomingMessage, response: ServerResponse): void {
    queue.isBusy = true;
    response.on('close', () => {
      queue.isBusy = false;
      queue.endedAt = ++this.#ended;
      const next = queue.waiting.shift();
      if (next !== undefined && !queue.socket.destroyed) this.#begin(queue, next[0], next[1]);
    });
    this.#answer(request, response);
  }
}
