import { Worker } from 'node:worker_threads';
import { entryUrl } from './entry-url.ts';

export interface ThreadPoolOptions {
  /** Name of the built file; it answers each message with exactly one. */
  readonly entry: string;
  readonly threadsMax: number;
  /**
   * How many requests a thread gets before it has answered the ones before, so that it need not
   * wait until this thread has a moment. They end with the thread.
   */
  readonly ahead?: number;
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
    const { threadsMax, ahead = 0 } = this.#options;
    const [least] = [...this.#threads].sort((a, b) => a.taskCount - b.taskCount);
    if (least?.taskCount === 0) return least;
    if (this.#threads.size >= threadsMax) {
      return least !== undefined && least.taskCount <= ahead ? least : undefined;
    }
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
  /** What it was asked for, in the order of its answers. */
  readonly #tasks: Task[] = [];
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(options: ThreadPoolOptions, events: { free(): void; ended(): void }) {
    const { entry, idleMs } = options;
    this.#idleMs = idleMs;
    this.#events = events;
    this.#worker = new Worker(entryUrl(entry));
    this.#worker.on('message', (answer: unknown) => this.#answer(answer));
    this.#worker.on('error', (error) => void this.end(error));
    this.#worker.on('exit', () => void this.end(new Error('The thread ended before its answer.')));
  }

  get taskCount(): number {
    return this.#tasks.length;
  }

  has(task: Task): boolean {
    return this.#tasks.includes(task);
  }

  start(task: Task): void {
    this.#tasks.push(task);
    if (this.#tasks.length === 1) this.#begin(task);
    this.#keepAlive();
    this.#worker.postMessage(task.request);
  }

  async end(reason: unknown): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    for (const task of this.#tasks.splice(0)) task.reject(reason);
    this.#events.ended();
    await this.#worker.terminate();
  }

  #begin({ timeout }: Task): void {
    clearTimeout(this.#timer);
    if (timeout === undefined) return;
    this.#timer = setTimeout(() => void this.end(timeout.error()), timeout.ms);
  }

  #answer(answer: unknown): void {
    const task = this.#tasks.shift();
    const [next] = this.#tasks;
    if (next === undefined) this.#rest();
    else this.#begin(next);
    this.#keepAlive();
    task?.resolve(answer);
    this.#events.free();
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.end(undefined), this.#idleMs);
    this.#timer.unref();
  }

  /** Only a job that is not in the background keeps the process alive. */
  #keepAlive(): void {
    if (this.#tasks.some(({ background }) => !background)) this.#worker.ref();
    else this.#worker.unref();
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
