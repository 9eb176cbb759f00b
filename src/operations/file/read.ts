import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import { vaultPath } from '../../contract/path-schema.ts';
import type { FileContent } from '../../engine/store/vault/disk.ts';
import { hashOf } from '../../engine/store/vault/hash.ts';
import { defineOperation } from '../operation.ts';
import { bytes as bytesShape, unixMs } from '../shapes.ts';

export const fileRead = defineOperation({
  name: 'file.read',
  summary: 'A whole file with its version.',
  access: 'read',
  at: { rest: 'GET vault/FILE' },
  input: z.object({ path: vaultPath }),
  output: z.object({ bytes: bytesShape, mtime: unixMs, hash: z.string() }),
  fails: ['is-a-folder', 'not-found', 'special-file', 'too-large'],
  run({ vault }, { path }) {
    const small = vault.readSmall(path);
    if (small !== undefined) return toOutput(small);
    return vault.read(path, limits.readBytesMax).then(toOutput);
  },
});

function toOutput({ bytes, stat }: FileContent) {
  return { bytes, mtime: stat.mtime, hash: hashOf(bytes) };
}
