import { crc32 } from 'node:zlib';
import type { FileEntry } from './file-entry.ts';
import type { NoteIndex } from './note-index.ts';
import { type FileSummary, packFiles } from './packed-files.ts';
import { aligned, toBytes } from './packed-strings.ts';
import type { Batch } from './read-batch.ts';

/** Another number means another layout, or another way to read notes. */
const version = 1;
const magic = 'vaultd index';
/** Files in one piece: packing or reading one is a short pause. */
const filesEach = 500;

interface Header {
  readonly magic: string;
  readonly version: number;
  readonly vault: string;
  readonly writtenMs: number;
  readonly pieces: readonly Piece[];
}

/** How long the three parts of a batch are, and a sum over them. */
interface Piece {
  readonly lengths: readonly [number, number, number];
  readonly crc: number;
}

export interface PackOptions {
  /** Whose snapshot it is. */
  readonly vault: string;
  readonly nowMs: number;
  /** The text of a note as it was indexed; undefined when it is not at hand. */
  readonly textOf?: ((path: string) => Buffer | undefined) | undefined;
  /** Lets others work between two pieces. */
  readonly pause: () => Promise<void>;
}

/** The index as bytes, and the texts of its notes. Changes meanwhile do no harm. */
export async function packSnapshot(index: NoteIndex, options: PackOptions): Promise<Buffer[]> {
  const { vault, nowMs, pause } = options;
  const pieces: Piece[] = [];
  const body: Buffer[] = [];
  const files = [...index.files.inOrder()];
  for (let from = 0; from < files.length; from += filesEach) {
    const parts = packPiece(files.slice(from, from + filesEach), options);
    const [packed, texts, ends] = parts;
    pieces.push({ lengths: [packed.length, texts.length, ends.length], crc: sumOf(parts) });
    for (const part of parts) body.push(part, Buffer.alloc(padding(part.length)));
    await pause();
  }
  const header: Header = { magic, version, vault, writtenMs: nowMs, pieces };
  const head = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeUInt32LE(head.length);
  return [length, head, Buffer.alloc(padding(head.length)), ...body];
}

/** What a snapshot holds. */
export interface Snapshot {
  /** Files that changed right before may have changed again unseen. */
  readonly writtenMs: number;
  /** The pieces that are whole. */
  batches(): Generator<Batch, void>;
}

/** Reads a snapshot; undefined when it is damaged, of another vault or of another version. */
export function openSnapshot(bytes: Buffer, vault: string): Snapshot | undefined {
  const header = readHeader(bytes);
  if (header?.magic !== magic || header.version !== version || header.vault !== vault) {
    return undefined;
  }
  const start = 8 + bytes.readUInt32LE(0);
  return {
    writtenMs: header.writtenMs,
    batches: () => readPieces(bytes, start + padding(start), header.pieces),
  };
}

function* readPieces(bytes: Buffer, start: number, pieces: readonly Piece[]): Generator<Batch> {
  let at = start;
  for (const { lengths, crc } of pieces) {
    const parts = lengths.map((length) => {
      const part = bytes.subarray(at, at + length);
      at += length + padding(length);
      return part;
    });
    if (parts.some((part, i) => part.length !== lengths[i]) || sumOf(parts) !== crc) continue;
    const [packed, texts, ends] = parts;
    if (packed === undefined || texts === undefined || ends === undefined) continue;
    yield { packed, texts, ends: toUint32(ends) };
  }
}

function packPiece(
  files: readonly FileEntry[],
  { textOf }: PackOptions,
): [packed: Buffer, texts: Buffer, ends: Buffer] {
  const packed = packFiles(files.map(toSummary));
  if (textOf === undefined) return [packed, Buffer.alloc(0), Buffer.alloc(0)];
  const texts = files.map(({ path }) => textOf(path) ?? Buffer.alloc(0));
  const ends = new Uint32Array(files.length);
  let end = 0;
  texts.forEach((text, at) => {
    end += text.length;
    ends[at] = end;
  });
  return [packed, Buffer.concat(texts), toBytes(ends)];
}

function toUint32(bytes: Buffer): Uint32Array {
  const { buffer, byteOffset, length } = aligned(bytes);
  return new Uint32Array(buffer, byteOffset, length / 4);
}

function sumOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, part) => crc32(part, sum), 0);
}

function readHeader(bytes: Buffer): Header | undefined {
  try {
    const length = bytes.readUInt32LE(0);
    const raw: unknown = JSON.parse(bytes.toString('utf8', 8, 8 + length));
    return isHeader(raw) ? raw : undefined;
  } catch {
    return undefined;
  }
}

function isHeader(raw: unknown): raw is Header {
  if (typeof raw !== 'object' || raw === null) return false;
  if (!('magic' in raw && 'version' in raw && 'vault' in raw && 'writtenMs' in raw)) return false;
  return typeof raw.writtenMs === 'number' && 'pieces' in raw && Array.isArray(raw.pieces);
}

function padding(length: number): number {
  return (8 - (length & 7)) & 7;
}

function toSummary(file: FileEntry): FileSummary {
  const { path, data } = file;
  return { path, stat: file, summary: data && { ...data, links: data.links.map(textOfLink) } };
}

function textOfLink({ text }: { readonly text: string }): string {
  return text;
}
