import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import type { FileContent } from '../../engine/store/vault/disk.ts';
import { hashOfContent } from '../../engine/store/vault/hash.ts';
import { defineOperation } from '../operation.ts';
import { bytes as bytesShape, unixMs } from '../shapes.ts';

/** The bytes of a file with their version. */
export const wholeFile = z.object({ bytes: bytesShape, mtime: unixMs, hash: z.string() });
export type WholeFile = z.output<typeof wholeFile>;

export const fileRead = defineOperation({
  name: 'file.read',
  summary: 'A whole file and its version.',
  access: 'read',
  at: { rest: 'GET vault/FILE' },
  input: z.object({ path: vaultPath }),
  output: wholeFile,
  fails: ['is-a-folder', 'not-found', 'special-file', 'too-large'],
  run({ vault }, { path }) {
    const small = vault.readSmall(path);
    if (small !== undefined) return toWholeFile(small);
    return vault.read(path, limits.readBytesMax).then(toWholeFile);
  },
});

export function toWholeFile(content: FileContent): WholeFile {
  return { bytes: content.bytes, mtime: content.stat.mtime, hash: hashOfContent(content) };
}
