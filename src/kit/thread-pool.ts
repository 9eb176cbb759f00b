import { Worker } from 'node:worker_threads';
import { entryUrl } from './entry-url.ts';

export interface ThreadPoolOptions {
  /** Name of the built file; it answers each message with exactly one. */
  readonly entry: string;
  readonly threadsMax: number;
  /** A thread without work ends after this. */
  readonly idleMs: number;
}

export interface ThreadRunOptions {
  /** The thread is ended when it does not answer in time. */
  readonly timeout?: { readonly ms: number; error(): Error };
  readonly signal?: AbortSignal | undefined;
  /** The process may end before the answer. */
  readonly background?: boolean;
}

/** What a thread throws away is collected early: with the usual room it would take tens of megabytes. */
const resourceLimits = { maxYoungGenerationSizeMb: 4 };

/** Few threads, started on demand, ended when they run too long or have nothing to do. */
export class ThreadPool {
  readonly #options: ThreadPoolOptions;
  readonly #waiting: Task[] = [];
  readonly #threads = new Set<Thread>();

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  /** Sends `request` to a free thread. The caller knows what its entry answers. */
  run<Answer>(
    request: unknown,
    { timeout, signal, background = false }: ThreadRunOptions = {},
  ): Promise<Answer> {
    const { promise, resolve, reject } = withResolvers<Answer>();
    const task: Task = { request, timeout, background, resolve, reject };
    const abort = () => this.#drop(task, signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    this.#waiting.push(task);
    this.#pump();
    return promise.finally(() => signal?.removeEventListener('abort', abort));
  }

  /** Ends all threads; what runs or waits fails with `reason`. */
  async close(reason: Error): Promise<void> {
    for (const task of this.#waiting.splice(0)) task.reject(reason);
    await Promise.all([...this.#threads].map((thread) => thread.end(reason)));
  }

  #drop(task: Task, reason: unknown): void {
    const at = this.#waiting.indexOf(task);
    if (at >= 0) this.#waiting.splice(at, 1);
    for (const thread of this.#threads) if (thread.has(task)) void thread.end(reason);
    task.reject(reason);
  }

  #pump(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#freeThread();
      const task = thread === undefined ? undefined : this.#waiting.shift();
      if (thread === undefined || task === undefined) return;
      thread.start(task);
    }
  }

  #freeThread(): Thread | undefined {
    const idle = [...this.#threads].find(({ isIdle }) => isIdle);
    if (idle !== undefined || this.#threads.size >= this.#options.threadsMax) return idle;
    const thread = new Thread(this.#options, {
      free: () => this.#pump(),
      ended: () => {
        this.#threads.delete(thread);
        this.#pump();
      },
    });
    this.#threads.add(thread);
    return thread;
  }
}

interface Task {
  readonly request: unknown;
  readonly timeout: ThreadRunOptions['timeout'];
  readonly background: boolean;
  /** Takes what the thread answered to this very request. */
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

class Thread {
  readonly #worker: Worker;
  readonly #idleMs: number;
  readonly #events: { free(): void; ended(): void };
  #task: Task | undefined;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(options: ThreadPoolOptions, events: { free(): void; ended(): void }) {
    const { entry, idleMs } = options;
    this.#idleMs = idleMs;
    this.#events = events;
    this.#worker = new Worker(entryUrl(entry), { resourceLimits });
    this.#worker.on('message', (answer: unknown) => this.#answer(answer));
    this.#worker.on('error', (error) => void this.end(error));
    this.#worker.on('exit', () => void this.end(new Error('The thread ended before its answer.')));
  }

  get isIdle(): boolean {
    return this.#task === undefined;
  }

  has(task: Task): boolean {
    return this.#task === task;
  }

  start(task: Task): void {
    const { timeout, background, request } = task;
    this.#task = task;
    clearTimeout(this.#timer);
    if (timeout !== undefined) {
      this.#timer = setTimeout(() => void this.end(timeout.error()), timeout.ms);
    }
    // Only a job that is not in the background keeps the process alive.
    if (background) this.#worker.unref();
    else this.#worker.ref();
    this.#worker.postMessage(request);
  }

  async end(reason: unknown): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#task?.reject(reason);
    this.#task = undefined;
    this.#events.ended();
    await this.#worker.terminate();
  }

  #answer(answer: unknown): void {
    // Nothing may let go of a thread whose end is waited for: the process would end before it.
    if (this.#ended) return;
    const task = this.#task;
    this.#task = undefined;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.end(undefined), this.#idleMs);
    this.#timer.unref();
    this.#worker.unref();
    task?.resolve(answer);
    this.#events.free();
  }
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function withResolvers<T>() {
  let settle: { resolve: (value: T) => void; reject: (error: unknown) => void } | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  if (settle === undefined) throw new TypeError('A promise runs its executor at once.');
  return { promise, ...settle };
}
