import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { pathOrRoot, textOrEmpty, unixMs } from '../shapes.ts';

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
