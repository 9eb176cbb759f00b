import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import type { FileContent } from '../../engine/store/vault/disk.ts';
import { defineOperation } from '../operation.ts';
import { bytes as bytesShape, pathAlone, unixMs } from '../shapes.ts';

export const fsReadBinary = defineOperation({
  name: 'fs.readBinary',
  summary: 'A whole file as bytes.',
  access: 'read',
  at: { remote: 'fs.readBinary', web: 'fs.readBinary' },
  input: pathAlone,
  output: z.object({ bytes: bytesShape, mtime: unixMs, size: z.int() }),
  fails: ['is-a-folder', 'not-found', 'special-file', 'too-large'],
  run({ vault }, { path }) {
    const small = vault.readSmall(path);
    if (small !== undefined) return toOutput(small);
    return vault.read(path, limits.readBytesMax).then(toOutput);
  },
});

function toOutput({ bytes, stat }: FileContent) {
  return { bytes, mtime: stat.mtime, size: bytes.length };
}
