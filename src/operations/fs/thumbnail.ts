import * as z from 'zod';
import { defineOperation } from '../operation.ts';
import { bytes as bytesShape, pathOrRoot, unixMs, wireInt } from '../shapes.ts';

export const fsThumbnail = defineOperation({
  name: 'fs.thumbnail',
  summary:
    'A small version of a JPEG, PNG, GIF or WebP image, upright, never larger than the original.',
  access: 'read',
  at: { remote: 'fs.thumbnail' },
  input: z.object({
    path: pathOrRoot,
    maxDim: wireInt
      .refine((value) => value > 0, 'must be positive')
      .describe('Maximum length of the longer side, in pixels.'),
  }),
  output: z.object({
    bytes: bytesShape,
    mtime: unixMs,
    sourceSize: z.int(),
    format: z.enum(['jpeg', 'png']),
    width: z.int(),
    height: z.int(),
  }),
  fails: ['is-a-folder', 'not-found', 'special-file', 'too-large'],
  async run({ thumbnails }, { path, maxDim }) {
    const { thumbnail, source } = await thumbnails.of(path, maxDim);
    return { ...thumbnail, mtime: source.mtime, sourceSize: source.size };
  },
});
