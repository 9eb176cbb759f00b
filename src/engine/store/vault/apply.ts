import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { isVaultError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { nameOf, parentOf, type VaultPath } from '../../../contract/paths.ts';
import { inFolder, openEntryIn, openFolder, type Root } from './anchor.ts';
import { lstatPath, readOpenFile, requireSize } from './disk.ts';
import { hashOf } from './hash.ts';
import { lstatIn } from './lstat-in.ts';
import { makeFile } from './new-file.ts';
import { type OldFile, Outdated, type ReplacedFiles } from './replaced-files.ts';
import { isUntouched, type Stat, toStat } from './stat.ts';
import { ifThere, systemCode, withWords } from './system-errors.ts';

const fsyncSoon = promisify(fsync);

/** What was found at a path, and proof to notice a change later. */
export interface FoundEntry {
  readonly stat: Stat | undefined;
  /** Of a file. */
  readonly bytes?: Buffer;
  readonly hash?: string;
  /** Of a link. */
  readonly target?: string;
}

/** Reads the entry itself: the bytes of a file, so that they can be kept and compared, or a link. */
export async function readEntry(root: Root, path: VaultPath): Promise<FoundEntry> {
  const found = ifThere(() => openUnlessLink(root, path));
  if (found === undefined) return { stat: undefined };
  if (typeof found !== 'number') return found;
  try {
    const stat = toStat(fstatSync(found, { bigint: true }));
    if (stat.type !== 'file' || stat.special) return { stat };
    requireSize(stat, path, limits.wholeFileBytesMax);
    const bytes = await readOpenFile(found, 0, stat.size);
    return { stat, bytes, hash: hashOf(bytes) };
  } finally {
    closeSync(found);
  }
}

function openUnlessLink(root: Root, path: VaultPath): number | FoundEntry {
  try {
    return inFolder(root, parentOf(path), (folder) => openEntryIn(root, folder, path));
  } catch (thrown) {
    const link =
      isVaultError(thrown) && thrown.code === 'path-outside-vault' && readLink(root, path);
    if (link) return link;
    throw thrown;
  }
}

function readLink(root: Root, path: VaultPath): FoundEntry | undefined {
  return inFolder(root, parentOf(path), (folder) =>
    withWords(path, () => {
      const stat = lstatIn(folder, nameOf(path));
      if (stat?.type !== 'symlink') return undefined;
      return { stat, target: readlinkSync(folder.at(nameOf(path))) };
    }),
  );
}

/** True when the entry is still the one that was found. */
export function isUnchanged(root: Root, path: VaultPath, found: Stat | undefined): boolean {
  const now = lstatPath(root, path);
  if (now === undefined || found === undefined) return now === found;
  return now.type === 'folder' ? now.ino === found.ino : isUntouched(now, found);
}

/** The closest folder above `path` that is there. */
export function nearestFolder(root: Root, path: VaultPath): VaultPath {
  let folder = parentOf(path);
  const isThere = () => (lstatPath(root, folder)?.type ?? 'file') !== 'file';
  while (folder !== '' && !isThere()) folder = parentOf(folder);
  return folder;
}

/** Writes bytes to a new temporary file. On failure nothing stays behind. */
export function stageFile(root: Root, staged: VaultPath, bytes: Buffer, mode: number): void {
  inFolder(root, parentOf(staged), (folder) => {
    const file = folder.at(nameOf(staged));
    const made = withWords(staged, () => makeFile({ file, bytes, mode, old: undefined }));
    closeSync(made.descriptor);
  });
}

/** What an op replaces or removes, and where it is kept open for a while. */
export interface Replacing {
  readonly replaced: Pick<ReplacedFiles, 'keepOpen'>;
  readonly old: OldFile;
}

export interface PutOptions {
  /** Nothing may be at the path. */
  readonly exclusive: boolean;
  readonly replacing?: Replacing | undefined;
}

/** Puts a staged file into its place. A place that was empty must still be so. */
export function putStaged(
  root: Root,
  staged: VaultPath,
  path: VaultPath,
  { exclusive, replacing }: PutOptions,
): void {
  inBothFolders(root, staged, path, (source, target) => {
    if (!exclusive) {
      replacing?.replaced.keepOpen(target, replacing.old);
      return renameSync(source, target);
    }
    try {
      linkSync(source, target);
    } catch (thrown) {
      // Some file systems have no hard links; there the check just made has to do.
      if (systemCode(thrown) === 'EEXIST') throw thrown;
      return renameSync(source, target);
    }
    unlinkSync(source);
  });
}

/** System paths of two entries, each in its open folder. */
function inBothFolders(
  root: Root,
  from: VaultPath,
  to: VaultPath,
  run: (source: string, target: string) => void,
): void {
  inFolder(root, parentOf(from), (source) => {
    if (parentOf(from) === parentOf(to)) return run(source.at(nameOf(from)), source.at(nameOf(to)));
    inFolder(root, parentOf(to), (target) => run(source.at(nameOf(from)), target.at(nameOf(to))));
  });
}

export function putLink(root: Root, path: VaultPath, target: string): void {
  inFolder(root, parentOf(path), (folder) => symlinkSync(target, folder.at(nameOf(path))));
}

export function removeEntry(root: Root, path: VaultPath, replacing?: Replacing): void {
  inFolder(root, parentOf(path), (folder) => {
    const file = folder.at(nameOf(path));
    replacing?.replaced.keepOpen(file, replacing.old);
    unlinkSync(file);
  });
}

/** A place that was empty must still be so; a change of case finds the entry itself there. */
export function moveEntry(
  root: Root,
  from: VaultPath,
  to: VaultPath,
  { exclusive, replacing }: PutOptions,
): void {
  inBothFolders(root, from, to, (source, target) => {
    if (exclusive) requireFree(source, target);
    replacing?.replaced.keepOpen(target, replacing.old);
    renameSync(source, target);
  });
}

function requireFree(source: string, target: string): void {
  const found = lstatSync(target, { bigint: true, throwIfNoEntry: false });
  if (found !== undefined && found.ino !== lstatSync(source, { bigint: true }).ino) {
    throw new Outdated();
  }
}

export function makeFolder(root: Root, path: VaultPath, mode?: number): void {
  inFolder(root, parentOf(path), (folder) => {
    mkdirSync(folder.at(nameOf(path)));
    if (mode !== undefined) chmodSync(folder.at(nameOf(path)), mode);
  });
}

export function removeFolder(root: Root, path: VaultPath): void {
  inFolder(root, parentOf(path), (folder) => rmdirSync(folder.at(nameOf(path))));
}

/** Resolves when the file's bytes are on disk. */
export async function syncFile(root: Root, path: VaultPath): Promise<void> {
  const descriptor = inFolder(root, parentOf(path), (folder) =>
    openSync(folder.at(nameOf(path)), constants.O_RDONLY | constants.O_NOFOLLOW),
  );
  await fsyncSoon(descriptor).finally(() => closeSync(descriptor));
}

/** Resolves when the folder's names are on disk. */
export async function syncFolder(root: Root, path: VaultPath): Promise<void> {
  const folder = openFolder(root, path);
  await fsyncSoon(folder.descriptor).finally(() => folder.close());
}
