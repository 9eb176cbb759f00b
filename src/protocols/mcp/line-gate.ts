import { mcpLimits } from '../../contract/limits.ts';
import { LineReader } from '../../kit/line-reader.ts';
import type { Backend } from './front.ts';

interface GateOptions {
  /** Where lines come from, such as a socket. */
  readonly source: {
    on(event: 'data', listener: (chunk: Buffer) => void): unknown;
    pause(): unknown;
    resume(): unknown;
  };
  /** Where answers go. */
  readonly sink: {
    readonly writableLength: number;
    on(event: 'drain', listener: () => void): unknown;
  };
  /** Sees each line as it comes; true when that was all that had to be done with it. */
  arrive(line: string): boolean;
  /** A line is too long. */
  fail(why: Error): void;
}

/**
 * Lets a client's lines through as fast as it takes its answers. Who asks for much and reads
 * nothing waits in front of the gate, in its own memory instead of ours.
 */
export class LineGate {
  readonly #options: GateOptions;
  readonly #waiting: string[] = [];
  #backend: Backend | undefined;
  #atEnd: (() => void) | undefined;

  constructor(options: GateOptions) {
    this.#options = options;
    const { source, sink, arrive, fail } = options;
    const take = (line: string) => {
      if (!arrive(line)) this.#waiting.push(line);
    };
    const reader = new LineReader(mcpLimits.lineBytesMax, take, fail);
    source.on('data', (chunk) => {
      reader.push(chunk);
      this.#pass();
    });
    sink.on('drain', () => this.#pass());
  }

  /** From now on lines go to the backend, which takes those that came before as well. */
  open(backend: Backend): void {
    this.#backend = backend;
    backend.onRoom(() => this.#pass());
    this.#pass();
  }

  /** Resolves when every line has gone through. */
  emptied(): Promise<void> {
    return new Promise((resolve) => {
      this.#atEnd = resolve;
      this.#pass();
    });
  }

  #pass(): void {
    const { source } = this.#options;
    this.#backend?.hold?.(this.#isClogged);
    while (this.#mayPass) this.#backend?.push(this.#waiting.shift() ?? '');
    if (this.#waiting.length > 0) source.pause();
    else source.resume();
    if (this.#waiting.length === 0) this.#atEnd?.();
  }

  get #isClogged(): boolean {
    return this.#options.sink.writableLength > mcpLimits.unsentBytesMax;
  }

  get #mayPass(): boolean {
    return this.#waiting.length > 0 && this.#backend?.isFull === false && !this.#isClogged;
  }
}
