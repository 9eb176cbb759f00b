import * as z from 'zod';
import { defineOperation } from '../operation.ts';
import {
  base64,
  pathOrRoot,
  preconditions,
  textOrEmpty,
  toExpectation,
  unixMs,
} from '../shapes.ts';

export const fsWrite = defineOperation({
  name: 'fs.write',
  summary: 'Write text to a file. Missing parent folders are created.',
  access: 'write',
  at: { remote: 'fs.write', web: 'fs.write' },
  input: z.object({ path: pathOrRoot, content: textOrEmpty, ...preconditions }),
  output: z.object({ mtime: unixMs, hash: z.string().optional() }),
  fails: ['already-exists', 'changed-on-disk', 'disk-full', 'not-a-folder', 'special-file'],
  async run({ vault, signal }, { path, content, ...preconditions }) {
    const expect = toExpectation(preconditions);
    const { mtime, hash } = await vault.write(path, Buffer.from(content), { expect, signal });
    return { mtime, ...(hash && { hash }) };
  },
});

export const fsWriteBinary = defineOperation({
  name: 'fs.writeBinary',
  summary: 'Write bytes to a file. Missing parent folders are created.',
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
