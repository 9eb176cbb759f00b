/** Cuts a stream of bytes into lines. A carriage return at the end is dropped, blank lines are skipped. */
export class LineReader {
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(
    private readonly bytesMax: number,
    private readonly take: (line: string) => void,
    private readonly fail: (why: Error) => void,
  ) {}

  push(chunk: Buffer): void {
    let from = 0;
    for (let feed = chunk.indexOf(10); feed !== -1; feed = chunk.indexOf(10, from)) {
      this.#finish(chunk.subarray(from, feed));
      from = feed + 1;
    }
    if (from === chunk.length) return;
    const rest = chunk.subarray(from);
    this.#parts.push(rest);
    this.#bytes += rest.length;
    if (this.#bytes > this.bytesMax) {
      this.#parts = [];
      this.#bytes = 0;
      this.fail(new RangeError(`A line is longer than ${this.bytesMax} bytes.`));
    }
  }

  #finish(end: Buffer): void {
    const bytes = this.#parts.length === 0 ? end : Buffer.concat([...this.#parts, end]);
    this.#parts = [];
    this.#bytes = 0;
    const line = bytes.toString('utf8').replace(/\r$/, '');
    if (line.trim() !== '') this.take(line);
  }
}
