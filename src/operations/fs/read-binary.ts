import { z } from 'zod';
import { limits } from '../../contract/limits.ts';
import { defineOperation } from '../operation.ts';
import { bytes as bytesShape, pathOrRoot, unixMs } from '../shapes.ts';

export const fsReadBinary = defineOperation({
  name: 'fs.readBinary',
  summary: 'A whole file as bytes.',
  access: 'read',
  at: { remote: 'fs.readBinary' },
  input: z.object({ path: pathOrRoot }),
  output: z.object({ bytes: bytesShape, mtime: unixMs, size: z.int() }),
  fails: ['is-a-folder', 'not-found', 'special-file', 'too-large'],
  async run({ vault }, { path }) {
    const { bytes, stat } = await vault.read(path, limits.readBytesMax);
    return { bytes, mtime: stat.mtime, size: bytes.length };
  },
});
