import { Worker } from 'node:worker_threads';
import { VaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { entryUrl } from '../../kit/entry-url.ts';
import type { Regex } from './regex.ts';
import { regexStepsMax } from './regex-cost.ts';
import {
  type RegexAnswers,
  type RegexCorpus,
  type RegexFound,
  type RegexInputs,
  type RegexKind,
  type RegexReplaced,
  runRegexJob,
  textLengths,
} from './regex-jobs.ts';
import type { RegexRequest } from './regex-worker.ts';

export interface RegexRunOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Runs users' regular expressions where they cannot stop the daemon. */
export interface RegexRunner {
  /** For each text, whether the pattern is in it. */
  test(regex: Regex, corpus: RegexCorpus, options?: RegexRunOptions): Promise<readonly boolean[]>;
  /** For each text, how many matches it has. */
  count(regex: Regex, corpus: RegexCorpus, options?: RegexRunOptions): Promise<readonly number[]>;
  /** For each text, its first `max` matches and their total. */
  find(
    regex: Regex,
    corpus: RegexCorpus,
    max: number,
    options?: RegexRunOptions,
  ): Promise<readonly RegexFound[]>;
  /** All matches replaced, `$1` and the like as in JavaScript. */
  replace(
    regex: Regex,
    text: string,
    replacement: string,
    options?: RegexRunOptions,
  ): Promise<RegexReplaced>;
  /** Ends the threads. Runs in flight fail as cancelled. */
  close(): Promise<void>;
}

/** True when a run over these texts is proven to be short, so that it may happen right here. */
export function isCheapRegex(regex: Regex, lengths: readonly number[]): boolean {
  let steps = 0;
  for (const length of lengths) {
    steps += regexStepsMax(regex.syntax, length);
    if (steps > limits.regexInlineStepsMax) return false;
  }
  return true;
}

export function createRegexRunner(): RegexRunner {
  const pool = new ThreadPool();
  const run = async <K extends RegexKind>(
    regex: Regex,
    kind: K,
    input: RegexInputs[K],
    options: RegexRunOptions = {},
  ): Promise<RegexAnswers[K]> => {
    options.signal?.throwIfAborted();
    const lengths = 'text' in input ? [input.text.length] : textLengths(input);
    return isCheapRegex(regex, lengths)
      ? runRegexJob(regex, kind, input)
      : pool.run({ regex: { source: regex.source, flags: regex.flags }, kind, input }, options);
  };
  return {
    test: (regex, corpus, options) => run(regex, 'test', corpus, options),
    count: (regex, corpus, options) => run(regex, 'count', corpus, options),
    find: (regex, corpus, max, options) => run(regex, 'find', { ...corpus, max }, options),
    replace: (regex, text, replacement, options) =>
      run(regex, 'replace', { text, replacement }, options),
    close: () => pool.close(),
  };
}

interface Task {
  readonly request: RegexRequest;
  readonly timeoutMs: number;
  /** Takes what the thread answered to this very request. */
  resolve(answers: RegexAnswers[RegexKind]): void;
  reject(error: unknown): void;
}

/** Few threads, started on demand, ended when they run too long or have nothing to do. */
class ThreadPool {
  readonly #waiting: Task[] = [];
  readonly #threads = new Set<Thread>();

  run<K extends RegexKind>(
    request: RegexRequest<K>,
    { signal, timeoutMs = limits.regexMs }: RegexRunOptions,
  ): Promise<RegexAnswers[K]> {
    const { promise, resolve, reject } = withResolvers<RegexAnswers[K]>();
    const task: Task = { request, timeoutMs, resolve, reject };
    const abort = () => this.#drop(task, signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    this.#waiting.push(task);
    this.#pump();
    return promise.finally(() => signal?.removeEventListener('abort', abort));
  }

  async close(): Promise<void> {
    const closed = new VaultError('cancelled', 'The search was stopped because vaultd is closing.');
    for (const task of this.#waiting.splice(0)) task.reject(closed);
    await Promise.all([...this.#threads].map((thread) => thread.end(closed)));
  }

  #drop(task: Task, reason: unknown): void {
    const at = this.#waiting.indexOf(task);
    if (at >= 0) this.#waiting.splice(at, 1);
    for (const thread of this.#threads) if (thread.task === task) void thread.end(reason);
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
    for (const thread of this.#threads) if (thread.task === undefined) return thread;
    if (this.#threads.size >= limits.regexWorkersMax) return undefined;
    const thread = new Thread({
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

class Thread {
  readonly #worker = new Worker(entryUrl('regex-worker'));
  readonly #events: { free(): void; ended(): void };
  #timer: NodeJS.Timeout | undefined;
  #ended = false;
  task: Task | undefined;

  constructor(events: { free(): void; ended(): void }) {
    this.#events = events;
    this.#worker.on('message', (answers: RegexAnswers[RegexKind]) => {
      const task = this.#release();
      this.#worker.unref();
      this.#timer = setTimeout(() => void this.end(undefined), limits.regexIdleMs);
      this.#timer.unref();
      task?.resolve(answers);
      this.#events.free();
    });
    this.#worker.on('error', (error) => void this.end(error));
  }

  start(task: Task): void {
    clearTimeout(this.#timer);
    this.task = task;
    // Only a running job keeps the process alive.
    this.#worker.ref();
    this.#timer = setTimeout(() => void this.end(tooSlow(task)), task.timeoutMs);
    this.#worker.postMessage(task.request);
  }

  async end(reason: unknown): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    this.#release()?.reject(reason);
    this.#events.ended();
    await this.#worker.terminate();
  }

  #release(): Task | undefined {
    clearTimeout(this.#timer);
    const { task } = this;
    this.task = undefined;
    return task;
  }
}

function tooSlow({ timeoutMs }: Task): VaultError {
  const seconds = timeoutMs / 1000;
  return new VaultError(
    'timed-out',
    `The regular expression ran for ${seconds} s without an end and was stopped.`,
    {
      reason: 'regex_timeout',
      hint: 'Make it more specific: repeats inside repeats, such as (a+)+, take endlessly long.',
    },
  );
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
