/**
 * Collects what is written in one tick and writes it at once: each write to a pipe is a call of the
 * system and wakes the reader.
 */
export class BatchedWriter {
  readonly #write: (text: string) => void;
  #gathered: string[] = [];

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  push(text: string): void {
    if (this.#gathered.length === 0) process.nextTick(() => this.flush());
    this.#gathered.push(text);
  }

  /** Writes at once, for a caller that is about to close the pipe. */
  flush(): void {
    if (this.#gathered.length === 0) return;
    const text = this.#gathered.join('');
    this.#gathered = [];
    this.#write(text);
  }
}
