import { isUtf8 } from 'node:buffer';
import * as z from 'zod';
import { bundleLimits } from '../../contract/bundle-limits.ts';
import { limits } from '../../contract/limits.ts';
import { hashOf } from '../../engine/store/vault/hash.ts';
import { bytes, isoTime, unixMs } from '../shapes.ts';
import { mimeTypeOf } from './mime-type.ts';
import { defineNoteTool } from './tool.ts';

export const bundleRead = defineNoteTool({
  name: 'read',
  summary: 'Read a note exactly as it is stored, its properties included.',
  access: 'read',
  input: {},
  output: z.object({
    path: z.string(),
    content: z.string().optional().describe('Absent when the file is not text.'),
    size: z.int(),
    modified: isoTime,
    modifiedMs: unixMs,
    etag: z.string(),
    truncated: z.literal(true).optional().describe('The file is too large to be sent.'),
    resolvedBy: z.literal('alias').optional(),
    embedded: z.object({ uri: z.string(), mimeType: z.string(), bytes }).optional(),
  }),
  fails: ['is-a-folder', 'special-file', 'too-large'],
  async run({ vault, vaultName }, { path, by }) {
    const { bytes: read, stat } = await vault.read(path, limits.wholeFileBytesMax);
    const facts = {
      path,
      size: read.length,
      modified: new Date(stat.mtime).toISOString(),
      modifiedMs: stat.mtime,
      etag: hashOf(read),
      ...(by === 'alias' && { resolvedBy: by }),
    };
    if (isText(read)) return { ...facts, content: read.toString('utf8') };
    if (read.length > bundleLimits.embeddedBytesMax) return { ...facts, truncated: true as const };
    const uri = `obsidian://${encodeURIComponent(vaultName)}/${path.split('/').map(encodeURIComponent).join('/')}`;
    return { ...facts, embedded: { uri, mimeType: mimeTypeOf(path), bytes: read } };
  },
});

function isText(content: Buffer): boolean {
  return !content.subarray(0, bundleLimits.textProbeBytes).includes(0) && isUtf8(content);
}
