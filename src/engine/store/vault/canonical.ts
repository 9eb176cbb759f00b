import { lstatSync, readlinkSync } from 'node:fs';
import { VaultError } from '../../../contract/errors.ts';
import {
  joinPath,
  nameOf,
  parentOf,
  parseVaultPath,
  rootPath,
  type VaultPath,
} from '../../../contract/paths.ts';
import { inFolder, type Root, withEntry } from './anchor.ts';
import { ifThere, withWords } from './system-errors.ts';

/** Links to links beyond this are taken for a circle. */
const linksMax = 16;

/** The path with all folder links on the way resolved; the entry itself may be a link. */
export function canonicalPath(root: Root, path: VaultPath): VaultPath {
  if (path === rootPath) return path;
  return joinPath(realFolder(root, parentOf(path)), nameOf(path));
}

/** The path of what a write to `path` changes: through links, inside the vault. */
export function targetPath(root: Root, path: VaultPath): VaultPath {
  let at = path;
  for (let links = 0; links < linksMax; links++) {
    const { real, isLink } = findEntry(root, at);
    if (!isLink) return real;
    at = followLink(root, real);
  }
  throw new VaultError('path-outside-vault', `too many links on the way: ${path}`, { path });
}

/** Where an entry really is, and whether it is a link. */
function findEntry(root: Root, path: VaultPath): { real: VaultPath; isLink: boolean } {
  const name = nameOf(path);
  const found = ifThere(() =>
    inFolder(root, parentOf(path), (folder) => {
      const stat = withWords(path, () => lstatSync(folder.at(name), { throwIfNoEntry: false }));
      return { real: joinPath(folder.real, name), isLink: stat?.isSymbolicLink() ?? false };
    }),
  );
  return found ?? { real: canonicalPath(root, path), isLink: false };
}

/** The real place of a folder; of a missing one, below the real place of what exists above it. */
function realFolder(root: Root, folder: VaultPath): VaultPath {
  if (folder === rootPath) return rootPath;
  try {
    return withEntry(root, folder, (_descriptor, real) => real);
  } catch (thrown) {
    if (!(thrown instanceof VaultError) || thrown.code !== 'not-found') throw thrown;
    return joinPath(realFolder(root, parentOf(folder)), nameOf(folder));
  }
}

function followLink(root: Root, path: VaultPath): VaultPath {
  const target = inFolder(root, parentOf(path), (folder) =>
    withWords(path, () => readlinkSync(folder.at(nameOf(path)))),
  );
  if (!target.startsWith('/')) return parseVaultPath(`${parentOf(path) || '.'}/${target}`);
  for (const base of [root.real, root.path]) {
    if (target.startsWith(`${base}/`)) return parseVaultPath(target.slice(base.length + 1));
  }
  throw new VaultError('path-outside-vault', `path outside vault: ${path}`, {
    path,
    hint: 'The link leads out of the vault.',
  });
}
