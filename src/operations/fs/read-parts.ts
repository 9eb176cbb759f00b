import { VaultError } from '../../contract/errors.ts';
import { perform } from '../perform.ts';
import type { Session } from '../sessions.ts';
import { fsReadBinaryRange } from './read-binary-range.ts';

export interface FileSpan {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly mtime: number;
}

/**
 * A span of a file in parts of at most so many bytes. Fails when the file changes meanwhile: a
 * mixture of two versions must not pass for a whole file.
 */
export async function* readFileParts(
  session: Session,
  { path, start, end, mtime: expectedMtime }: FileSpan,
  partBytes: number,
): AsyncGenerator<Buffer> {
  for (let offset = start; offset < end; ) {
    const length = Math.min(partBytes, end - offset);
    const part = { path, offset, length, expectedMtime };
    const { bytes } = await perform(session, fsReadBinaryRange, part);
    if (bytes.length === 0) throw new VaultError('changed-on-disk', `"${path}" became shorter.`);
    offset += bytes.length;
    yield bytes;
  }
}

/** When a file was changed last, and how large it is, as the parts are checked against it. */
export function readFileFacts(session: Session, path: string) {
  return perform(session, fsReadBinaryRange, { path, offset: 0, length: 0, expectedMtime: 0 });
}
