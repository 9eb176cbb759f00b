/** Buffers are made in steps of this, so that one serves many sizes. */
const stepBytes = 1024 * 1024;
const keptBytesMax = 32 * 1024 * 1024;
/** Below this a buffer of its own size is cheaper than a large one that few give back. */
const largeBytesMin = 256 * 1024;
/** How long buffers that nobody wants are kept. */
const idleMs = 10_000;

/**
 * Large buffers that are used again. Memory outside the heap that comes and goes makes the
 * collector look through the whole heap each time, which costs more than filling the buffer.
 */
export class LargeBuffers {
  readonly #lent = new WeakSet<ArrayBufferLike>();
  #kept: ArrayBufferLike[] = [];
  #keptBytes = 0;
  #timer: NodeJS.Timeout | undefined;

  /** A buffer of this size, with anything in it. Who does not give it back leaves it to the collector. */
  take(bytes: number): Buffer {
    if (bytes < largeBytesMin) return Buffer.allocUnsafe(bytes);
    const at = this.#kept.findIndex(({ byteLength }) => byteLength >= bytes);
    const [kept] = at === -1 ? [] : this.#kept.splice(at, 1);
    this.#keptBytes -= kept?.byteLength ?? 0;
    const memory = kept ?? Buffer.allocUnsafeSlow(roundUp(bytes)).buffer;
    this.#lent.add(memory);
    return Buffer.from(memory, 0, bytes);
  }

  /** Takes back what `take` gave, when nobody looks at it any more. Other buffers are left alone. */
  giveBack({ buffer }: Buffer): void {
    if (!this.#lent.delete(buffer) || this.#keptBytes + buffer.byteLength > keptBytesMax) return;
    this.#kept.push(buffer);
    this.#kept.sort((a, b) => a.byteLength - b.byteLength);
    this.#keptBytes += buffer.byteLength;
    this.#timer ??= setTimeout(() => this.#clear(), idleMs).unref();
    this.#timer.refresh();
  }

  #clear(): void {
    this.#kept = [];
    this.#keptBytes = 0;
  }
}

/** Shared by whoever reads files and whoever sends them. */
export const largeBuffers = new LargeBuffers();

function roundUp(bytes: number): number {
  return Math.ceil(bytes / stepBytes) * stepBytes;
}
