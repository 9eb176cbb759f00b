import * as z from 'zod';
import { VaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { defineOperation } from '../operation.ts';
import { bytes as bytesShape, pathOrRoot, unixMs, wireInt } from '../shapes.ts';

const fromZero = wireInt.refine((value) => value >= 0, 'must not be negative');

export const fsReadBinaryRange = defineOperation({
  name: 'fs.readBinaryRange',
  summary: 'Part of a file as bytes; shorter or empty past the end.',
  access: 'read',
  at: { remote: 'fs.readBinaryRange' },
  input: z.object({
    path: pathOrRoot,
    offset: fromZero,
    length: fromZero.describe('Parts that do not fit a reply are shortened.'),
    expectedMtime: wireInt.describe('Fail if the mtime of the file has changed; 0 means no check.'),
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
