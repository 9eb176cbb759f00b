import { returnedBytesMin } from '../workspace.ts';

/**
 * Texts one after the other in shared memory, so that nobody copies them again. Pieces are so
 * large that they go back to the system when the last text in them is gone.
 */
export class TextArena {
  #free: Buffer = Buffer.alloc(0);

  /** A copy. */
  add(piece: Buffer): Buffer {
    const copy = this.take(piece.length);
    piece.copy(copy);
    return copy;
  }

  /** Room for so many bytes. */
  take(length: number): Buffer {
    if (length > this.#free.length) {
      this.#free = Buffer.from(new SharedArrayBuffer(Math.max(length, returnedBytesMin)));
    }
    const room = this.#free.subarray(0, length);
    this.#free = this.#free.subarray(length);
    return room;
  }

  /** Lets go of the memory that is not used yet. */
  clear(): void {
    this.#free = Buffer.alloc(0);
  }
}
