import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
} from 'node:worker_threads';
import { VaultError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { entryUrl } from '../../../kit/entry-url.ts';
import type { PatternResult, PatternTask } from './run-pattern.ts';

interface Running {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly done: Int32Array;
}

/**
 * Runs a pattern in a thread and waits for it, but not for long. Expressions are evaluated
 * synchronously, so the wait is too; it is short enough not to be noticed by other callers.
 */
export class PatternThread {
  readonly #timeoutMs: number;
  #running: Running | undefined;

  constructor(timeoutMs: number = limits.queryPatternMs) {
    this.#timeoutMs = timeoutMs;
  }

  run({ source, flags }: RegExp, text: string, task: PatternTask): PatternResult {
    const { port, done } = this.#start();
    Atomics.store(done, 0, 0);
    port.postMessage({ source, flags, text, task });
    if (Atomics.wait(done, 0, 0, this.#timeoutMs) === 'timed-out') {
      throw this.#giveUp(`The regular expression /${source}/ takes too long.`);
    }
    return receiveMessageOnPort(port)?.message.result;
  }

  close(): void {
    void this.#running?.worker.terminate();
    this.#running = undefined;
  }

  #start(): Running {
    if (this.#running !== undefined) return this.#running;
    const { port1, port2 } = new MessageChannel();
    const shared = new SharedArrayBuffer(4);
    const done = new Int32Array(shared);
    const worker = new Worker(entryUrl('pattern-worker'), {
      workerData: { port: port2, done },
      transferList: [port2],
    });
    worker.unref();
    port1.unref();
    this.#running = { worker, port: port1, done };
    // The first task must not pay for the start of the thread, nor take it for its own end.
    if (Atomics.wait(done, 0, 0, limits.queryPatternStartMs) === 'timed-out') {
      throw this.#giveUp('There was no thread to run the regular expression in.');
    }
    return this.#running;
  }

  #giveUp(message: string): VaultError {
    this.close();
    return new VaultError('timed-out', message, {
      hint: 'Avoid nested repeats such as (a+)+ together with lookaround and references to groups.',
    });
  }
}
