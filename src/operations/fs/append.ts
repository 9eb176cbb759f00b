import * as z from 'zod';
import { defineOperation } from '../operation.ts';
import { base64, pathOrRoot, textOrEmpty, unixMs } from '../shapes.ts';

export const fsAppend = defineOperation({
  name: 'fs.append',
  summary: 'Add text to the end of a file.',
  access: 'write',
  at: { remote: 'fs.append' },
  input: z.object({ path: pathOrRoot, content: textOrEmpty }),
  output: z.object({ mtime: unixMs }),
  fails: ['disk-full', 'is-a-folder', 'not-a-folder', 'not-found', 'special-file'],
  async run({ vault, signal }, { path, content }) {
    const { mtime } = await vault.append(path, Buffer.from(content), { signal });
    return { mtime };
  },
});

export const fsAppendBinary = defineOperation({
  name: 'fs.appendBinary',
  summary: 'Add bytes to the end of a file.',
  access: 'write',
  at: { remote: 'fs.appendBinary' },
  input: z.object({ path: pathOrRoot, contentBase64: base64 }),
  output: z.object({ mtime: unixMs }),
  fails: ['disk-full', 'is-a-folder', 'not-a-folder', 'not-found', 'special-file'],
  async run({ vault, signal }, { path, contentBase64 }) {
    const { mtime } = await vault.append(path, contentBase64, { signal });
    return { mtime };
  },
});
