import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { base64, pathOrRoot, preconditions, toExpectation, unixMs } from '../shapes.ts';

export const fsWriteBinary = defineOperation({
  name: 'fs.writeBinary',
  summary: 'Put bytes into a file, with missing folders above it.',
  access: 'write',
  at: { remote: 'fs.writeBinary' },
  input: z.object({ path: pathOrRoot, contentBase64: base64, ...preconditions }),
  output: z.object({ mtime: unixMs, hash: z.string().optional() }),
  fails: ['already-exists', 'changed-on-disk', 'disk-full', 'not-a-folder', 'special-file'],
  async run({ vault, signal }, { path, contentBase64, ...preconditions }) {
    const expect = toExpectation(preconditions);
    const { mtime, hash } = await vault.write(path, contentBase64, { expect, signal });
    return { mtime, ...(hash && { hash }) };
  },
});
