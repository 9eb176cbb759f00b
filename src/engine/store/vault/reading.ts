import { VaultError } from '../../../contract/errors.ts';
import { joinPath, type VaultPath } from '../../../contract/paths.ts';
import type { Root } from './anchor.ts';
import {
  type Entry,
  type FileContent,
  listFolder,
  readFileNow,
  readFileSoon,
  readPart,
  statPath,
  type WalkEntry,
  type WalkOptions,
  walkFolder,
} from './disk.ts';
import type { Policy } from './policy.ts';
import type { Stat } from './stat.ts';

/** Reading as one caller may. Links are followed inside the vault; the policy holds for their targets too. */
export interface Reading {
  /** Undefined when nothing is there. */
  stat(path: VaultPath): Stat | undefined;
  list(path: VaultPath): Entry[];
  walk(path: VaultPath, options?: WalkOptions): Generator<WalkEntry, void, undefined>;
  /** At once; for small files. */
  readNow(path: VaultPath, bytesMax?: number): FileContent;
  /** Off the main thread where the file is large. */
  read(path: VaultPath, bytesMax?: number): Promise<FileContent>;
  readPart(path: VaultPath, offset: number, length: number): Promise<FileContent>;
}

export function createReading(root: Root, policy: Policy): Reading {
  /** A link in an open folder must not show what is in a closed one. */
  const guard = (path: VaultPath, content: FileContent): FileContent => {
    if (content.real !== path && !policy.mayRead(content.real)) throw closed(path);
    return content;
  };

  const requireList = (path: VaultPath): void => {
    policy.requireList(path);
    const real = statPath(root, path)?.real ?? path;
    if (real !== path && !policy.mayList(real)) throw closed(path);
  };

  return {
    stat(path) {
      policy.requireList(path);
      const found = statPath(root, path);
      if (found === undefined) return undefined;
      const { stat, real } = found;
      if (real !== path && !policy.mayList(real)) throw closed(path);
      // A folder on the way to something readable may be seen; a file there may not.
      if (stat.type !== 'folder') policy.requireRead(path);
      return stat;
    },
    list(path) {
      requireList(path);
      const entries = listFolder(root, path);
      return policy.isOpen
        ? entries
        : entries.filter(({ name, stat }) => policy.maySee(joinPath(path, name), stat.type));
    },
    *walk(path, options = {}) {
      requireList(path);
      for (const entry of walkFolder(root, path, options)) {
        if (policy.isOpen || policy.maySee(entry.path, entry.stat.type)) yield entry;
      }
    },
    readNow(path, bytesMax) {
      policy.requireRead(path);
      return guard(path, readFileNow(root, path, bytesMax));
    },
    async read(path, bytesMax) {
      policy.requireRead(path);
      return guard(path, await readFileSoon(root, path, bytesMax));
    },
    async readPart(path, offset, length) {
      policy.requireRead(path);
      return guard(path, await readPart(root, path, offset, length));
    },
  };
}

function closed(path: VaultPath): VaultError {
  return new VaultError(
    'forbidden',
    `Path '${path}' leads to a part of the vault that is closed to you.`,
    {
      path,
      reason: 'path-forbidden',
      hint: 'Choose a path that is open to you.',
      data: { op: 'read', subreason: 'outside_read_paths', activeScope: [] },
    },
  );
}
