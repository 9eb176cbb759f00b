import { constants, copyFileSync, existsSync, linkSync, readFileSync, renameSync } from 'node:fs';
import { hashOf } from '../vault/hash.ts';
import { newTemporaryName } from '../vault/temporary.ts';

/** Where contents that are too large for a segment are kept, each in a file named by its hash. */
export const keptFolder = (folder: string): string => `${folder}/large`;

/** Keeps a file's content: a link to its inode where that is possible, else a copy. False when it is kept already. */
export function keepFile(folder: string, hash: string, systemPath: string): boolean {
  const target = `${keptFolder(folder)}/${hash}`;
  if (existsSync(target)) return false;
  try {
    linkSync(systemPath, target);
  } catch {
    const partial = `${keptFolder(folder)}/${newTemporaryName()}`;
    copyFileSync(systemPath, partial, constants.COPYFILE_FICLONE);
    renameSync(partial, target);
  }
  return true;
}

/** The content with this hash, if it is there and undamaged. */
export function readKeptFile(folder: string, hash: string): Buffer | undefined {
  const file = `${keptFolder(folder)}/${hash}`;
  const bytes = existsSync(file) ? readFileSync(file) : undefined;
  return bytes !== undefined && hashOf(bytes) === hash ? bytes : undefined;
}
