import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Below this, a deflated content is not worth its cost. */
const deflateBytesMin = 128;

/** What deflates well is kept so. A small content needs no large window, which costs memory to make. */
export function deflate(bytes: Buffer): Buffer {
  if (bytes.length < deflateBytesMin) return bytes;
  const windowBits = Math.min(15, Math.max(9, Math.ceil(Math.log2(bytes.length))));
  const memLevel = Math.min(8, Math.max(1, windowBits - 7));
  // What comes out is smaller than this, or not wanted: 16 KB of room for each would be made for nothing.
  const chunkSize = bytes.length;
  const deflated = deflateRawSync(bytes, { level: 1, windowBits, memLevel, chunkSize });
  return deflated.length < bytes.length ? deflated : bytes;
}

/** The content of this size that was deflated. */
export function inflate(stored: Buffer, size: number): Buffer {
  return stored.length === size ? stored : inflateRawSync(stored);
}
