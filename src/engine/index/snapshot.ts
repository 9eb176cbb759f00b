import { crc32 } from 'node:zlib';
import type { FileEntry } from './file-entry.ts';
import type { NoteIndex } from './note-index.ts';
import { type FileSummary, packFiles } from './packed-files.ts';
import { aligned, toBytes } from './packed-strings.ts';
import type { TextFile } from './text-files.ts';

/** Another number means another layout, or another way to read notes. */
const version = 4;
const magic = 'vaultd index';
/** Files in one piece: packing or reading one is a short pause. */
const filesEach = 500;

interface Header {
  readonly magic: string;
  readonly version: number;
  readonly vault: string;
  readonly writtenMs: number;
  readonly pieces: readonly Piece[];
  /** Files with texts; the owners of each are a piece after those of the index. */
  readonly texts: readonly TextFile[];
}

/** How long a part is, and a sum over it. */
interface Piece {
  readonly length: number;
  readonly crc: number;
}

/** A file with texts, and the path of the note that each belongs to. */
export interface OwnedTexts {
  readonly file: TextFile;
  readonly paths: readonly (string | undefined)[];
}

export interface PackOptions {
  /** Whose snapshot it is. */
  readonly vault: string;
  readonly nowMs: number;
  /**
   * Where the texts of notes are. Asked last, so that a text is never older than what the index
   * says of its file: then a file that changed in between is read again.
   */
  readonly texts: () => Promise<readonly OwnedTexts[]>;
  /** Lets others work between two pieces. */
  readonly pause: () => Promise<void>;
}

/** The index as bytes, and whose texts are where. Changes meanwhile do no harm. */
export async function packSnapshot(index: NoteIndex, options: PackOptions): Promise<Buffer[]> {
  const { vault, nowMs, pause } = options;
  const parts: Buffer[] = [];
  const files = [...index.files.inOrder()];
  const numbers = new Map<string, number>();
  for (let from = 0; from < files.length; from += filesEach) {
    const some = files.slice(from, from + filesEach);
    some.forEach(({ path }, i) => {
      numbers.set(path, from + i);
    });
    parts.push(packFiles(some.map(toSummary)));
    await pause();
  }
  const owned = await options.texts();
  for (const { paths } of owned) {
    parts.push(toBytes(Int32Array.from(paths, (path) => numbers.get(path ?? '') ?? -1)));
  }
  const pieces = parts.map((part) => ({ length: part.length, crc: crc32(part) }));
  const texts = owned.map(({ file }) => file);
  const header: Header = { magic, version, vault, writtenMs: nowMs, pieces, texts };
  const head = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeUInt32LE(head.length);
  const body = parts.flatMap((part) => [part, Buffer.alloc(padding(part.length))]);
  return [length, head, Buffer.alloc(padding(head.length)), ...body];
}

/** What a snapshot holds. */
export interface Snapshot {
  /** Files that changed right before may have changed again unseen. */
  readonly writtenMs: number;
  /** The pieces that are whole, and the number of the first file of each. */
  pieces(): Generator<{ readonly packed: Buffer; readonly first: number }, void>;
  /** The files with texts, and the numbers of the files they belong to, or -1. */
  texts(): Generator<{ readonly file: TextFile; readonly owners: Int32Array }, void>;
}

/** Reads a snapshot; undefined when it is damaged, of another vault or of another version. */
export function openSnapshot(bytes: Buffer, vault: string): Snapshot | undefined {
  const header = readHeader(bytes);
  if (header?.magic !== magic || header.version !== version || header.vault !== vault) {
    return undefined;
  }
  const start = 8 + bytes.readUInt32LE(0);
  const parts = readParts(bytes, start + padding(start), header.pieces);
  const filePieces = parts.length - header.texts.length;
  return {
    writtenMs: header.writtenMs,
    *pieces() {
      for (const [i, packed] of parts.slice(0, filePieces).entries()) {
        if (packed !== undefined) yield { packed, first: i * filesEach };
      }
    },
    *texts() {
      for (const [i, file] of header.texts.entries()) {
        const owners = parts[filePieces + i];
        if (owners !== undefined) yield { file, owners: toInt32(owners) };
      }
    },
  };
}

/** The parts one after the other; undefined for those that are damaged. */
function readParts(bytes: Buffer, start: number, pieces: readonly Piece[]): (Buffer | undefined)[] {
  let at = start;
  return pieces.map(({ length, crc }) => {
    const part = bytes.subarray(at, at + length);
    at += length + padding(length);
    return part.length === length && crc32(part) === crc ? part : undefined;
  });
}

function toInt32(bytes: Buffer): Int32Array {
  const { buffer, byteOffset, length } = aligned(bytes);
  return new Int32Array(buffer, byteOffset, length / 4);
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
  if (typeof raw.writtenMs !== 'number' || !('pieces' in raw && 'texts' in raw)) return false;
  return Array.isArray(raw.pieces) && Array.isArray(raw.texts);
}

function padding(length: number): number {
  return (8 - (length & 7)) & 7;
}

function toSummary(file: FileEntry): FileSummary {
  const { path, stat, data } = file;
  return { path, stat, summary: data && { ...data, links: data.links.map(textOfLink) } };
}

function textOfLink({ text }: { readonly text: string }): string {
  return text;
}
