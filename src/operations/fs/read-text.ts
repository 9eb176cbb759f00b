import * as z from 'zod';
import { limits } from '../../contract/limits.ts';
import type { VaultPath } from '../../contract/paths.ts';
import { decodeText } from '../../engine/changes/notes.ts';
import type { FileContent } from '../../engine/store/vault/disk.ts';
import { defineOperation } from '../operation.ts';
import { pathOrRoot, unixMs } from '../shapes.ts';

export const fsReadText = defineOperation({
  name: 'fs.readText',
  summary: 'A whole file as UTF-8 text.',
  access: 'read',
  at: { remote: 'fs.readText', web: 'fs.readText' },
  input: z.object({ path: pathOrRoot, encoding: z.enum(['', 'utf8']).nullish() }),
  output: z.object({
    content: z.string(),
    mtime: unixMs,
    size: z.int(),
    encoding: z.literal('utf8'),
  }),
  fails: ['is-a-folder', 'not-found', 'special-file', 'too-large'],
  run({ vault }, { path }) {
    const small = vault.readSmall(path);
    if (small !== undefined) return toOutput(path, small);
    return vault.read(path, limits.replyBytesMax).then((content) => toOutput(path, content));
  },
});

function toOutput(path: VaultPath, { bytes, stat }: FileContent) {
  const content = decodeText(path, { bytes });
  return { content, mtime: stat.mtime, size: bytes.length, encoding: 'utf8' as const };
}
