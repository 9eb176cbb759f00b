import { closeSync, readSync } from 'node:fs';
import { limits } from '../../contract/limits.ts';
import { parseVaultPath, type VaultPath } from '../../contract/paths.ts';
import { openForReading, openRoot, type Root } from './anchor.ts';

/** One byte more than the largest file, to see whether it grew. */
const scratch = Buffer.allocUnsafeSlow(limits.smallFileBytesMax + 1);

/**
 * The bytes of a small file whose size is known, valid until the next call; undefined when it is
 * large or has another size by now. A file that was listed needs no further look: its stat is older than these bytes, so
 * any change since then shows when the two are compared with the disk.
 */
export function readKnown(root: Root, path: VaultPath, size: number): Buffer | undefined {
  if (size > limits.smallFileBytesMax) return undefined;
  const { descriptor } = openForReading(root, path);
  try {
    const got = readSync(descriptor, scratch, 0, size + 1, 0);
    return got === size ? scratch.subarray(0, size) : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** The same for many files of one vault. */
export function knownReader(folder: string): (path: string, size: number) => Buffer | undefined {
  const root = openRoot(folder);
  return (path, size) => readKnown(root, parseVaultPath(path), size);
}
