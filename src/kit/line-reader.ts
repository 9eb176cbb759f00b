import { ByteQueue } from './byte-queue.ts';

const lineFeed = 10;

/**
 * Cuts a stream of bytes into lines. A carriage return at the end is dropped, blank lines are
 * skipped. A line that is too long is reported once, and the rest of it is skipped.
 */
export class LineReader {
  readonly #unread = new ByteQueue();
  /** How much of the unread bytes is known to have no line feed. */
  #searched = 0;
  #isSkipping = false;

  constructor(
    private readonly bytesMax: number,
    private readonly take: (line: string) => void,
    private readonly onTooLong: () => void,
  ) {}

  push(chunk: Buffer): void {
    this.#unread.push(chunk);
    const { bytes } = this.#unread;
    let from = 0;
    for (let searched = this.#searched; ; searched = from) {
      const end = bytes.indexOf(lineFeed, searched);
      if (end === -1) break;
      this.#finish(bytes.subarray(from, end));
      from = end + 1;
    }
    this.#unread.skip(from);
    if (!this.#isSkipping && this.#unread.length > this.bytesMax) {
      this.#isSkipping = true;
      this.onTooLong();
    }
    if (this.#isSkipping) this.#unread.clear();
    this.#searched = this.#unread.length;
  }

  /** The sender is done: what is left is a line, too. */
  end(): void {
    const { bytes } = this.#unread;
    this.#unread.clear();
    if (!this.#isSkipping) this.#finish(bytes);
  }

  #finish(bytes: Buffer): void {
    if (this.#isSkipping) {
      this.#isSkipping = false;
      return;
    }
    if (bytes.length > this.bytesMax) {
      this.onTooLong();
      return;
    }
    // Invalid UTF-8 becomes U+FFFD; a byte order mark stays, and is not JSON.
    const line = bytes.toString('utf8').replace(/\r$/, '');
    if (!/^[ \t]*$/.test(line)) this.take(line);
  }
}
