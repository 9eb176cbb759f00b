import { isAscii } from 'node:buffer';

/** The texts of some notes, one after the other in shared memory. Once in use it never changes. */
export interface TextBlock {
  readonly memory: SharedArrayBuffer;
  /** UTF-8. */
  readonly bytes: Buffer;
  /** Where each text ends; it starts where the one before it ends. */
  readonly ends: Uint32Array;
  /** One for each text that is ASCII. */
  readonly ascii: Uint8Array;
}

/** Undefined when the texts would not fit into the memory. */
export function openTextBlock(
  memory: SharedArrayBuffer,
  sizes: readonly number[],
): TextBlock | undefined {
  const bytes = Buffer.from(memory);
  const ends = new Uint32Array(sizes.length);
  const ascii = new Uint8Array(sizes.length);
  let end = 0;
  for (const [note, size] of sizes.entries()) {
    const start = end;
    end += size;
    if (end > bytes.length) return undefined;
    ends[note] = end;
    ascii[note] = isAscii(bytes.subarray(start, end)) ? 1 : 0;
  }
  return { memory, bytes, ends, ascii };
}

/** The UTF-8 text of a note, without a copy. */
export function textBytes({ bytes, ends }: TextBlock, note: number): Buffer {
  return bytes.subarray(startOf(ends, note), endOf(ends, note));
}

/** How many bytes the text of a note has. */
export function textSize({ ends }: TextBlock, note: number): number {
  return endOf(ends, note) - startOf(ends, note);
}

/** Where item `index` starts in a list of items that follow each other. */
export function startOf(ends: Uint32Array, index: number): number {
  return index === 0 ? 0 : (ends[index - 1] ?? 0);
}

export function endOf(ends: Uint32Array, index: number): number {
  return ends[index] ?? 0;
}
