import { isUtf8 } from 'node:buffer';
import { VaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { noSuchFile } from '../../contract/path-errors.ts';
import type { VaultPath } from '../../contract/paths.ts';
import type { Files, WriteOptions, Written } from '../store/files.ts';
import type { FileContent } from '../store/vault/disk.ts';
import { hashOf } from '../store/vault/hash.ts';
import type { Reading } from '../store/vault/reading.ts';
import type { Stat } from '../store/vault/stat.ts';
import type { CachedReading } from '../watch/cached-reading.ts';

export interface NoteText {
  readonly path: VaultPath;
  /** As it is in the file: a byte order mark and line endings included. */
  readonly text: string;
  readonly hash: string;
  readonly stat: Stat;
}

export interface UpdateOptions extends Omit<WriteOptions, 'expect'> {
  /** Refuse if the note has other text by now. */
  readonly expectedHash?: string | undefined;
  /** Start from an empty text when the note is missing. */
  readonly create?: boolean | undefined;
}

const createHint = 'Create the note first, or check its name.';

/** Notes as text: read, change, journal, write as one step. */
export interface Notes {
  read(path: VaultPath): Promise<NoteText>;
  /** The edit is pure and may run again when another writer was faster. */
  update(
    path: VaultPath,
    edit: (text: string) => string,
    options?: UpdateOptions,
  ): Promise<Written>;
}

export function createNotes(
  reading: Reading,
  cached: Pick<CachedReading, 'readSmall'>,
  files: Files,
): Notes {
  return {
    async read(path) {
      const content = cached.readSmall(path) ?? (await reading.read(path, limits.noteBytesMax));
      const { bytes, stat } = content;
      return { path, text: decodeText(path, content), hash: hashOf(bytes), stat };
    },
    update(path, edit, { expectedHash, create = false, ...options } = {}) {
      const make = (old: Buffer | undefined): Buffer => {
        if (old === undefined && !create) throw noSuchFile(path, { hint: createHint });
        return Buffer.from(edit(old === undefined ? '' : decodeText(path, { bytes: old })));
      };
      return files.write(path, make, { ...options, expect: { hash: expectedHash } });
    },
  };
}

/** Bytes that are not UTF-8 would not survive a round trip, so they are refused instead. */
export function decodeText(path: VaultPath, { bytes }: Pick<FileContent, 'bytes'>): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  throw new VaultError('invalid-input', `"${path}" is not UTF-8 text.`, {
    path,
    reason: 'not-text',
    hint: 'Read and write it as binary.',
  });
}
