import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { defineOperation } from '../operation.ts';
import { bytes as bytesShape, pathOrRoot, unixMs, wireInt } from '../shapes.ts';

const fromZero = wireInt.refine((value) => value >= 0, 'must not be negative');

export const fsReadBinaryRange = defineOperation({
  name: 'fs.readBinaryRange',
  summary: 'Part of a file as bytes; past the end there is less or nothing.',
  access: 'read',
  at: { remote: 'fs.readBinaryRange' },
  input: z.object({
    path: pathOrRoot,
    offset: fromZero,
    length: fromZero.describe('Longer parts than fit a reply are shortened.'),
    expectedMtime: wireInt.describe(
      'Refuse if the file has another mtime by now; 0 means no check.',
    ),
  }),
  output: z.object({
    bytes: bytesShape,
    mtime: unixMs,
    size: z.int().describe('Of the whole file.'),
  }),
  fails: ['changed-on-disk', 'is-a-folder', 'not-found', 'special-file'],
  async run({ vault }, { path, offset, length, expectedMtime }) {
    const { bytes, stat } = await vault.readPart(
      path,
      offset,
      Math.min(length, limits.readBytesMax),
    );
    if (expectedMtime !== 0 && stat.mtime !== expectedMtime) {
      const found = `${path}: expected mtime ${expectedMtime}, found ${stat.mtime}`;
      throw new VaultError('changed-on-disk', found, {
        path,
        hint: 'Read it from the start again.',
      });
    }
    return { bytes, mtime: stat.mtime, size: stat.size };
  },
});
