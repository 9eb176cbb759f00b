const lineFeed = 10;
const carriageReturn = 13;

/** Bytes in, lines out. A line may arrive in any number of pieces, cut anywhere. */
export class WireLineReader {
  readonly #bytesMax: number;
  /** Pieces of the unfinished line. They are joined once, when its end has come. */
  #pieces: Buffer[] = [];
  #piecesBytes = 0;
  #chunk: Buffer | undefined;
  #at = 0;
  #ended = false;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** True once a line is longer than it may be. No more lines come out then. */
  get isOverflowing(): boolean {
    return this.#piecesBytes > this.#bytesMax;
  }

  /** Takes the next bytes. All lines of the bytes before must have been read. */
  push(chunk: Buffer): void {
    this.#chunk = chunk;
    this.#at = 0;
  }

  /** The sender is done: what is left over is a line too. */
  end(): void {
    this.#ended = true;
  }

  /** The next line without its end, or `undefined` when more bytes are needed. Blank lines are skipped. */
  next(): string | undefined {
    for (;;) {
      const line = this.#nextRaw();
      if (line === undefined) return undefined;
      if (!/^[ \t]*$/.test(line)) return line;
    }
  }

  #nextRaw(): string | undefined {
    if (this.isOverflowing) return undefined;
    const chunk = this.#chunk;
    if (chunk !== undefined) {
      const end = chunk.indexOf(lineFeed, this.#at);
      const start = this.#at;
      if (end !== -1) {
        this.#at = end + 1;
        return this.#finish(chunk, start, end);
      }
      this.#chunk = undefined;
      if (start < chunk.length) this.#keep(chunk.subarray(start));
    }
    if (!this.#ended || this.#piecesBytes === 0 || this.isOverflowing) return undefined;
    return this.#finish(Buffer.alloc(0), 0, 0);
  }

  #keep(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#piecesBytes += piece.length;
  }

  #finish(chunk: Buffer, start: number, end: number): string | undefined {
    if (this.#piecesBytes === 0) {
      if (end - start > this.#bytesMax) {
        this.#piecesBytes = end - start;
        return undefined;
      }
      return toText(chunk, start, end);
    }
    this.#keep(chunk.subarray(start, end));
    if (this.isOverflowing) return undefined;
    const whole = Buffer.concat(this.#pieces, this.#piecesBytes);
    this.#pieces = [];
    this.#piecesBytes = 0;
    return toText(whole, 0, whole.length);
  }
}

/** Invalid UTF-8 becomes U+FFFD; a byte order mark stays and is not JSON. */
function toText(bytes: Buffer, start: number, end: number): string {
  const stop = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end;
  return bytes.toString('utf8', start, stop);
}
