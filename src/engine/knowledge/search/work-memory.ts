/**
 * Allocations from this size on go back to the system when they are freed; smaller ones may stay
 * with the allocator, and count as memory of the process. Pages that are not written cost nothing.
 */
const returnedBytesMin = 33 * 1024 * 1024;
/** Less work than this needs no room of its own. */
const smallBytes = 256 * 1024;

/** Room for the arrays of a large piece of work, all freed as one. */
export class WorkMemory {
  readonly #memory: ArrayBuffer | undefined;
  #used = 0;

  /** `bytes` is a guess: what does not fit is allocated by itself. */
  constructor(bytes: number) {
    const room = Math.max(bytes, returnedBytesMin);
    this.#memory = bytes < smallBytes ? undefined : new ArrayBuffer(room);
  }

  uint32(length: number): Uint32Array<ArrayBuffer> {
    const at = this.#take(length * 4);
    return at === undefined
      ? new Uint32Array(length)
      : new Uint32Array(this.#memory ?? new ArrayBuffer(0), at, length);
  }

  #take(bytes: number): number | undefined {
    const at = this.#used;
    if (this.#memory === undefined || at + bytes > this.#memory.byteLength) return undefined;
    this.#used = at + bytes;
    return at;
  }
}
