import { largeBuffers } from '../../kit/large-buffers.ts';

/** What a peer may send at most. */
export interface FrameBounds {
  bodyBytesMax: number;
  readonly headerBytesMax: number;
}

interface Header {
  readonly end: number;
  readonly length: number;
}

const lineFeed = 10;
const empty = Buffer.alloc(0);
/** How much room a body in many pieces gets, in times of what has come of it. */
const roominess = 16;
/** The last piece of a body may bring the beginning of the next. */
const spareBytes = 64 * 1024;

/**
 * Bytes in, bodies out. A violation is final: whatever follows cannot be told apart from it. Memory
 * grows with the bytes that came, never with the length that was announced. A body is good until
 * the next call: the memory of a large one is used again.
 */
export class FrameReader {
  readonly #bounds: FrameBounds;
  #buffer: Buffer = empty;
  /** The buffer is our own, and goes back when nothing in it is needed any more. */
  #isOwn = false;
  #start = 0;
  #end = 0;
  /** The length of the body that comes next, once its header is read. */
  #length: number | undefined;
  #violation: string | undefined;

  constructor(bounds: FrameBounds) {
    this.#bounds = bounds;
  }

  /** Why nothing more is read, if so. */
  get violation(): string | undefined {
    return this.#violation;
  }

  /** True between two frames. */
  get isBetween(): boolean {
    return this.#length === undefined && this.#start === this.#end;
  }

  push(chunk: Buffer): void {
    if (this.#start === this.#end) {
      this.#use(chunk, chunk.length);
      return;
    }
    this.#makeRoom(chunk.length);
    chunk.copy(this.#buffer, this.#end);
    this.#end += chunk.length;
  }

  /** The next whole body, as long as there is one. */
  next(): Buffer | undefined {
    if (this.#violation !== undefined) return undefined;
    if (this.#isOwn && this.#start === this.#end) this.#use(empty, 0);
    if (this.#length === undefined && !this.#readHeader()) return undefined;
    const length = this.#length ?? 0;
    if (this.#end - this.#start < length) return undefined;
    const body = this.#buffer.subarray(this.#start, this.#start + length);
    this.#start += length;
    this.#length = undefined;
    return body;
  }

  #readHeader(): boolean {
    const header = this.#findHeader();
    if (header === undefined) return false;
    if (header.length > this.#bounds.bodyBytesMax) return this.#refuse('the frame is too large');
    this.#start = header.end;
    this.#length = header.length;
    return true;
  }

  /** Line by line: a line that is no header ends the matter before the block is complete. */
  #findHeader(): Header | undefined {
    let length: number | undefined;
    let start = this.#start;
    for (;;) {
      const end = this.#buffer.indexOf(lineFeed, start);
      const isWhole = end !== -1 && end < this.#end;
      if ((isWhole ? end : this.#end) - this.#start > this.#bounds.headerBytesMax) {
        this.#refuse('the header is too large');
        return undefined;
      }
      if (!isWhole) return undefined;
      const line = this.#buffer.toString('latin1', start, end).trim();
      start = end + 1;
      if (line === '') {
        if (length !== undefined) return { end: start, length };
        this.#refuse('the header has no length');
        return undefined;
      }
      const found = lengthIn(line);
      if (found === 'wrong') {
        this.#refuse('the header is malformed');
        return undefined;
      }
      length = found ?? length;
    }
  }

  #refuse(why: string): false {
    this.#violation = why;
    this.#use(empty, 0);
    return false;
  }

  /** Makes room for many times what is held, so that a body in many pieces is copied only once or twice. */
  #makeRoom(more: number): void {
    const held = this.#end - this.#start;
    const wanted = held + more;
    if (this.#start === 0 && this.#isOwn && wanted <= this.#buffer.length) return;
    const roomyBytes = Math.min(held * roominess, (this.#length ?? held) + spareBytes);
    const roomy = largeBuffers.take(Math.max(wanted, roomyBytes));
    this.#buffer.copy(roomy, 0, this.#start, this.#end);
    this.#use(roomy, held);
    this.#isOwn = true;
  }

  #use(buffer: Buffer, held: number): void {
    if (this.#isOwn) largeBuffers.giveBack(this.#buffer);
    this.#isOwn = false;
    this.#buffer = buffer;
    this.#start = 0;
    this.#end = held;
  }
}

/** One message as it goes over the wire. */
export function toFrame(body: string): string {
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

export function toHeader(bytes: number): string {
  return `Content-Length: ${bytes}\r\n\r\n`;
}

/** The length that a header line tells, nothing when it is another header. */
function lengthIn(line: string): number | 'wrong' | undefined {
  const colon = line.indexOf(':');
  if (colon === -1) return 'wrong';
  const name = line.slice(0, colon).trimEnd();
  if (name !== 'Content-Length' && name.toLowerCase() !== 'content-length') return undefined;
  const value = line.slice(colon + 1).trimStart();
  // Nineteen digits are what 64 bits can hold; what is too large is judged when the block ends.
  return /^\+?0*\d{1,19}$/.test(value) ? Number(value) : 'wrong';
}
