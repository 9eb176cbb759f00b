/** Memory is taken in pieces of this size. */
const pieceBytes = 1024 * 1024;

/** Texts one after the other in shared memory, so that threads need no copies of them. */
export class TextArena {
  #free: Buffer = Buffer.from(new SharedArrayBuffer(0));

  /** A copy. */
  add(piece: Buffer): Buffer {
    const copy = this.take(piece.length);
    piece.copy(copy);
    return copy;
  }

  /** Room for this many bytes. */
  take(length: number): Buffer {
    if (length > this.#free.length) {
      this.#free = Buffer.from(new SharedArrayBuffer(Math.max(length, pieceBytes)));
    }
    const room = this.#free.subarray(0, length);
    this.#free = this.#free.subarray(length);
    return room;
  }

  /** Releases the memory that is not used yet. */
  clear(): void {
    this.#free = Buffer.from(new SharedArrayBuffer(0));
  }
}
