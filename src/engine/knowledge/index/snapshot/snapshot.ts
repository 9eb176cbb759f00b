import { crc32 } from 'node:zlib';
import type { FileEntry } from '../file-entry.ts';
import type { NoteIndex } from '../note-index.ts';
import { type FileSummary, packFiles } from './packed-files.ts';
import { joinStrings, splitStrings, toBytes, toInts } from './packed-strings.ts';
import {
  openPlaces,
  type PlacedFile,
  packPlaces,
  placeParts,
  type SavedPlaces,
} from './saved-places.ts';
import type { TextFile } from './text-files.ts';

/** Another number means another layout, or another way to read notes. */
const version = 7;
const magic = 'vaultd index';
/** Files in one piece: packing or reading one is a short pause. */
const filesEach = 500;

interface Header {
  readonly magic: string;
  readonly version: number;
  readonly vault: string;
  readonly writtenMs: number;
  readonly pieces: readonly Piece[];
  /** Files with texts. After the pieces of the index come those about the notes of each, then the places. */
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
  const packed = new Map<string, PackedFile>();
  for (let from = 0; from < files.length; from += filesEach) {
    const some = files.slice(from, from + filesEach);
    some.forEach(({ path, stat, hasData }, i) => {
      packed.set(path, { number: from + i, path, stat, hasData });
    });
    parts.push(packFiles(some.map(toSummary)));
    await pause();
  }
  const owned = await options.texts();
  const withText = new Set<PackedFile>();
  for (const { paths } of owned) {
    const owners = paths.map((path) => packed.get(path ?? ''));
    for (const owner of owners) if (owner !== undefined) withText.add(owner);
    parts.push(toBytes(Int32Array.from(owners, (owner) => owner?.number ?? -1)));
    parts.push(toBytes(Int32Array.from(owners, (owner) => owner?.stat.size ?? -1)));
    parts.push(joinStrings(owners.map((owner) => owner?.path ?? '')));
  }
  const hasText = (file: PackedFile) => withText.has(file);
  parts.push(...(await packPlaces(packed.values(), { nowMs, hasText, pause })));
  const pieces = parts.map((part) => ({ length: part.length, crc: crc32(part) }));
  const texts = owned.map(({ file }) => file);
  const header: Header = { magic, version, vault, writtenMs: nowMs, pieces, texts };
  const head = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeUInt32LE(head.length);
  const body = parts.flatMap((part) => [part, Buffer.alloc(padding(part.length))]);
  return [length, head, Buffer.alloc(padding(head.length)), ...body];
}

/** Parts about each file with texts. */
const textParts = 3;

/** A file as it was when it was packed. */
interface PackedFile extends PlacedFile {
  readonly number: number;
}

/** The notes of a file with texts. */
export interface TextOwners {
  readonly file: TextFile;
  /** The numbers of their files, or -1. */
  readonly owners: Int32Array;
  /** Their sizes, or -1. */
  readonly sizes: Int32Array;
  /** Their paths, or nothing. */
  paths(): string[];
}

/** What a snapshot holds. */
export interface Snapshot {
  /** Files that changed right before may have changed again unseen. */
  readonly writtenMs: number;
  /** The pieces that are whole, and the number of the first file of each. */
  pieces(): Generator<{ readonly packed: Buffer; readonly first: number }, void>;
  texts(): Generator<TextOwners, void>;
  /** Where files were, unless that is damaged. */
  places(): SavedPlaces | undefined;
}

/** Reads a snapshot; undefined when it is damaged, of another vault or of another version. */
export function openSnapshot(bytes: Buffer, vault: string): Snapshot | undefined {
  const header = readHeader(bytes);
  if (header?.magic !== magic || header.version !== version || header.vault !== vault) {
    return undefined;
  }
  const start = 8 + bytes.readUInt32LE(0);
  const parts = readParts(bytes, start + padding(start), header.pieces);
  const places = parts.length - placeParts;
  const filePieces = places - textParts * header.texts.length;
  return {
    writtenMs: header.writtenMs,
    *pieces() {
      for (const [i, packed] of parts.slice(0, filePieces).entries()) {
        if (packed !== undefined) yield { packed, first: i * filesEach };
      }
    },
    *texts() {
      for (const [i, file] of header.texts.entries()) {
        const from = filePieces + textParts * i;
        const [owners, sizes, paths] = parts.slice(from, from + textParts);
        if (owners === undefined || sizes === undefined || paths === undefined) continue;
        yield {
          file,
          owners: toInts(owners),
          sizes: toInts(sizes),
          paths: () => splitStrings(paths),
        };
      }
    },
    places: () => openPlaces(parts.slice(places)),
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
