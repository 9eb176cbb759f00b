import { isAscii, isUtf8 } from 'node:buffer';
import { limits, searchLimits } from '../../../contract/limits.ts';
import { createPace, type Pace } from '../../../kit/pace.ts';
import { openTextBlock, type TextBlock } from '../search/text/text-block.ts';
import type { FileEntry } from './file-entry.ts';

/** Reads files of known sizes, one after the other. */
export interface SmallReader {
  /** Reads into the buffer at a place with room for one byte more; undefined when the file has another size by now. */
  read(path: string, size: number, into: Buffer, at: number): Buffer | undefined;
  /** To be called before a pause. */
  rest(): void;
}

/** The texts of some files that were read together. */
export interface ReadBlock {
  readonly texts: TextBlock;
  /** The file of each text. */
  readonly files: readonly FileEntry[];
  /** Files that turned out to be no text. */
  readonly binary: readonly FileEntry[];
}

export interface BlockReading {
  readonly reader: SmallReader;
  /** Notes to be read, most of them small. Those that changed meanwhile are left out. */
  readonly files: readonly FileEntry[];
  /** False once a file is not to be read any more. */
  readonly isWanted: (file: FileEntry) => boolean;
  readonly isStopped: () => boolean;
}

/** How many blocks share the work of threads; large vaults have more, because a block has a largest size. */
const blocksMin = 8;
const blockBytesMin = 512 * 1024;

/** Reads many notes into blocks, a few milliseconds at a time. */
export async function* readBlocks(reading: BlockReading): AsyncGenerator<ReadBlock, void> {
  const bytes = reading.files.reduce((sum, { size }) => sum + size, 0);
  const fair = Math.max(bytes / blocksMin, blockBytesMin);
  const pace = createPace();
  for (const files of inBatches(reading.files, Math.min(fair, searchLimits.blockBytesMax))) {
    if (reading.isStopped()) return;
    yield await readBlock(files, reading, pace);
  }
}

async function readBlock(
  files: readonly FileEntry[],
  { reader, isWanted, isStopped }: BlockReading,
  pace: Pace,
): Promise<ReadBlock> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  // One byte more, to see that a file has not grown.
  const memory = new SharedArrayBuffer(total + 1);
  const bytes = Buffer.from(memory);
  const read: FileEntry[] = [];
  const binary: FileEntry[] = [];
  const sizes: number[] = [];
  let end = 0;
  for (const file of files) {
    if (isStopped()) break;
    if (pace.isDue()) {
      reader.rest();
      await pace.pause();
    }
    const text = isWanted(file) ? tryRead(file, reader, bytes, end) : undefined;
    if (text === undefined) continue;
    if (!isText(text)) {
      binary.push(file);
      continue;
    }
    read.push(file);
    sizes.push(text.length);
    end += text.length;
  }
  reader.rest();
  const texts = openTextBlock(memory, sizes);
  if (texts === undefined) throw new RangeError('More was read than there was room for.');
  return { texts, files: read, binary };
}

/** What is not UTF-8, or too long, is a file and no note. */
export function isText(bytes: Buffer): boolean {
  return bytes.length <= limits.noteBytesMax && (isAscii(bytes) || isUtf8(bytes));
}

function tryRead(
  { path, size }: FileEntry,
  reader: SmallReader,
  into: Buffer,
  at: number,
): Buffer | undefined {
  try {
    return size < into.length - at ? reader.read(path, size, into, at) : undefined;
  } catch {
    return undefined;
  }
}

function* inBatches(files: readonly FileEntry[], bytesMax: number): Generator<FileEntry[], void> {
  let batch: FileEntry[] = [];
  let bytes = 0;
  for (const file of files) {
    const isFull = bytes + file.size > bytesMax || batch.length === searchLimits.blockNotesMax;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(file);
    bytes += file.size;
  }
  if (batch.length > 0) yield batch;
}
