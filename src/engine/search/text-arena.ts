import { returnedBytesMin } from './workspace.ts';

/**
 * Texts one after the other in shared memory, so that nobody copies them again. Pieces are so
 * large that they go back to the system when the last text in them is gone.
 */
export class TextArena {
  #free: Buffer = Buffer.alloc(0);

  /** A copy of the pieces, in one piece. */
  add(...pieces: readonly Buffer[]): Buffer {
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (length > this.#free.length) {
      this.#free = Buffer.from(new SharedArrayBuffer(Math.max(length, returnedBytesMin)));
    }
    const target = this.#free.subarray(0, length);
    this.#free = this.#free.subarray(length);
    let at = 0;
    for (const piece of pieces) at += piece.copy(target, at);
    return target;
  }

  /** Lets go of the memory that is not used yet. */
  clear(): void {
    this.#free = Buffer.alloc(0);
  }
}
