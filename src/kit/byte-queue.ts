const empty = Buffer.alloc(0);

/**
 * Bytes that arrive in pieces, as one buffer. Memory grows with what has arrived, and a message in
 * many small pieces is copied a few times only.
 */
export class ByteQueue {
  #memory: Buffer = empty;
  /** False while the memory is a piece that was handed to us. */
  #isOwn = false;
  #start = 0;
  #end = 0;

  get length(): number {
    return this.#end - this.#start;
  }

  /** What has arrived and was not skipped. Stays as it is, whatever arrives later. */
  get bytes(): Buffer {
    return this.#memory.subarray(this.#start, this.#end);
  }

  push(piece: Buffer): void {
    if (this.length === 0) this.#use(piece, piece.length, false);
    else {
      if (!this.#isOwn || this.#end + piece.length > this.#memory.length) this.#grow(piece.length);
      piece.copy(this.#memory, this.#end);
      this.#end += piece.length;
    }
  }

  skip(count: number): void {
    this.#start += count;
    if (this.length === 0) this.clear();
  }

  clear(): void {
    this.#use(empty, 0, false);
  }

  #grow(more: number): void {
    const { bytes } = this;
    const larger = Buffer.allocUnsafe(2 * (bytes.length + more));
    bytes.copy(larger);
    this.#use(larger, bytes.length, true);
  }

  #use(memory: Buffer, end: number, isOwn: boolean): void {
    this.#memory = memory;
    this.#isOwn = isOwn;
    this.#start = 0;
    this.#end = end;
  }
}
