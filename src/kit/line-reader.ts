/**
 * Cuts a stream of bytes into lines. A carriage return at the end is dropped, blank lines are
 * skipped. A line that is too long is told once, and what is left of it is passed over.
 */
export class LineReader {
  #parts: Buffer[] = [];
  #bytes = 0;
  #isSkipping = false;

  constructor(
    private readonly bytesMax: number,
    private readonly take: (line: string) => void,
    private readonly fail: (why: Error) => void,
  ) {}

  push(chunk: Buffer): void {
    let from = 0;
    for (let feed = chunk.indexOf(10); feed !== -1; feed = chunk.indexOf(10, from)) {
      this.#add(chunk.subarray(from, feed));
      this.#finish();
      from = feed + 1;
    }
    if (from < chunk.length) this.#add(chunk.subarray(from));
  }

  #add(part: Buffer): void {
    if (this.#isSkipping) return;
    this.#parts.push(part);
    this.#bytes += part.length;
    if (this.#bytes <= this.bytesMax) return;
    this.#clear();
    this.#isSkipping = true;
    this.fail(new RangeError(`A line is longer than ${this.bytesMax} bytes.`));
  }

  #finish(): void {
    if (this.#isSkipping) {
      this.#isSkipping = false;
      return;
    }
    const [only = Buffer.alloc(0)] = this.#parts;
    const bytes = this.#parts.length <= 1 ? only : Buffer.concat(this.#parts);
    this.#clear();
    const line = bytes.toString('utf8').replace(/\r$/, '');
    if (line.trim() !== '') this.take(line);
  }

  #clear(): void {
    this.#parts = [];
    this.#bytes = 0;
  }
}
