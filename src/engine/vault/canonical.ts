import { readlinkSync } from 'node:fs';
import { VaultError } from '../../contract/errors.ts';
import {
  joinPath,
  nameOf,
  parentOf,
  parseVaultPath,
  rootPath,
  type VaultPath,
} from '../../contract/paths.ts';
import { inFolder, lookAt, type Root } from './anchor.ts';
import { lstatNow } from './apply.ts';

/** Links to links beyond this are taken for a circle. */
const linksMax = 16;

/** The path with all folder links on the way resolved; the entry itself may be a link. */
export function canonicalPath(root: Root, path: VaultPath): VaultPath {
  if (path === rootPath) return path;
  return joinPath(realFolder(root, parentOf(path)), nameOf(path));
}

/** The path of what is written when somebody writes to `path`: through links, inside the vault. */
export function targetPath(root: Root, path: VaultPath): VaultPath {
  let at = canonicalPath(root, path);
  for (let links = 0; links < linksMax; links++) {
    if (lstatNow(root, at)?.type !== 'symlink') return at;
    at = canonicalPath(root, followLink(root, at));
  }
  throw new VaultError('path-outside-vault', `too many links on the way: ${path}`, { path });
}

/** The real place of a folder; of a missing one, below the real place of what exists above it. */
function realFolder(root: Root, folder: VaultPath): VaultPath {
  if (folder === rootPath) return rootPath;
  try {
    return lookAt(root, folder, (_descriptor, real) => real);
  } catch (thrown) {
    if (!(thrown instanceof VaultError) || thrown.code !== 'not-found') throw thrown;
    return joinPath(realFolder(root, parentOf(folder)), nameOf(folder));
  }
}

function followLink(root: Root, path: VaultPath): VaultPath {
  const target = inFolder(root, parentOf(path), (folder) => readlinkSync(folder.at(nameOf(path))));
  if (!target.startsWith('/')) return parseVaultPath(`${parentOf(path) || '.'}/${target}`);
  for (const base of [root.real, root.path]) {
    if (target.startsWith(`${base}/`)) return parseVaultPath(target.slice(base.length + 1));
  }
  throw new VaultError('path-outside-vault', `path outside vault: ${path}`, {
    path,
    hint: 'The link leads out of the vault.',
  });
}
