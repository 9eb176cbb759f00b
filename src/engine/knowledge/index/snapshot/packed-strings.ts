/**
 * Many strings in few bytes. Most are Latin-1 and take a byte per character; the others lie beside
 * them as UTF-16. Reading makes slices of two long strings instead of thousands of small ones.
 */
export class StringPacker {
  private readonly lengths: number[] = [];
  private readonly narrow: string[] = [];
  private readonly wide: string[] = [];

  add(text: string): void {
    if (latin1.test(text)) {
      this.lengths.push(text.length);
      this.narrow.push(text);
    } else {
      // A wide text is never empty, so the sign is free to say which it is.
      this.lengths.push(-text.length);
      this.wide.push(text);
    }
  }

  parts(): Buffer[] {
    return [
      toBytes(new Int32Array(this.lengths)),
      Buffer.from(this.narrow.join(''), 'latin1'),
      Buffer.from(this.wide.join(''), 'utf16le'),
    ];
  }
}

/** Reads strings in the order in which they were added. */
export class StringReader {
  private readonly lengths: Int32Array;
  private readonly narrowBytes: Buffer;
  private readonly wideBytes: Buffer;
  private narrow: string | undefined;
  private wide: string | undefined;
  private at = 0;
  private narrowAt = 0;
  private wideAt = 0;

  constructor(lengths: Int32Array, narrow: Buffer, wide: Buffer) {
    this.lengths = lengths;
    this.narrowBytes = narrow;
    this.wideBytes = wide;
  }

  next(): string {
    const length = this.lengths[this.at++] ?? 0;
    if (length >= 0) {
      const from = this.narrowAt;
      this.narrowAt = from + length;
      this.narrow ??= this.narrowBytes.toString('latin1');
      return this.narrow.slice(from, from + length);
    }
    const from = this.wideAt;
    this.wideAt = from - length;
    this.wide ??= this.wideBytes.toString('utf16le');
    return this.wide.slice(from, from - length);
  }

  skip(count: number): void {
    for (let i = 0; i < count; i++) {
      const length = this.lengths[this.at++] ?? 0;
      if (length >= 0) this.narrowAt += length;
      else this.wideAt -= length;
    }
  }

  many(count: number): string[] {
    return Array.from({ length: count }, () => this.next());
  }
}

export function toBytes(array: Int32Array | Uint32Array | Float64Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}

export function toInts(bytes: Buffer): Int32Array {
  const { buffer, byteOffset, length } = aligned(bytes);
  return new Int32Array(buffer, byteOffset, length >> 2);
}

export function toFloats(bytes: Buffer): Float64Array {
  const { buffer, byteOffset, length } = aligned(bytes);
  return new Float64Array(buffer, byteOffset, length >> 3);
}

/** Paths, or lists of names, which have no such character in them. They come apart in one go. */
export function joinStrings(strings: readonly string[], separator = '\0'): Buffer {
  return Buffer.from(strings.join(separator));
}

export function splitStrings(bytes: Buffer): string[] {
  return bytes.length === 0 ? [] : bytes.toString('utf8').split('\0');
}

/** The bytes where numbers can be read as they lie. */
function aligned(bytes: Buffer): Buffer {
  if ((bytes.byteOffset & 7) === 0) return bytes;
  const copy = Buffer.from(new ArrayBuffer(bytes.length));
  bytes.copy(copy);
  return copy;
}

const latin1 = /^[\x00-\xff]*$/;
