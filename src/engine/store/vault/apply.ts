import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsync,
  linkSync,
  mkdirSync,
  openSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { isVaultError, VaultError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { nameOf, parentOf, type VaultPath } from '../../../contract/paths.ts';
import {
  forgetFolders,
  inFolder,
  openEntryIn,
  openFolder,
  type Root,
  sharingFolders,
} from './anchor.ts';
import { readOpenFile, requireSize } from './disk.ts';
import { hashOf } from './hash.ts';
import type { Held, TakeOpened } from './held.ts';
import { lstatIn } from './lstat-in.ts';
import { makeFile } from './new-file.ts';
import { isUntouched, type Stat, toStat } from './stat.ts';
import { ifThere, systemCode, withWords } from './system-errors.ts';

const fsyncSoon = promisify(fsync);

/** What was found at a path, and proof to notice a change later. */
export interface Seen {
  readonly stat: Stat | undefined;
  /** Of a file. */
  readonly bytes?: Buffer;
  readonly hash?: string;
  /** Of a link. */
  readonly target?: string;
}

/**
 * Looks at the entry itself. Files are read, so that their content can be kept and compared; such a
 * file stays open if `take` takes its descriptor over.
 */
export async function inspect(
  root: Root,
  path: VaultPath,
  take: (descriptor: number) => boolean = () => false,
): Promise<Seen> {
  const found = ifThere(() => openUnlessLink(root, path));
  if (found === undefined) return { stat: undefined };
  if (typeof found !== 'number') return found;
  let isTaken = false;
  try {
    const stat = toStat(fstatSync(found, { bigint: true }));
    if (stat.type !== 'file' || stat.special) return { stat };
    requireSize(stat, path, limits.wholeFileBytesMax);
    const bytes = await readOpenFile(found, 0, stat.size);
    isTaken = take(found);
    return { stat, bytes, hash: hashOf(bytes) };
  } finally {
    if (!isTaken) closeSync(found);
  }
}

function openUnlessLink(root: Root, path: VaultPath): number | Seen {
  try {
    return sharingFolders(() =>
      inFolder(root, parentOf(path), (folder) => openEntryIn(root, folder, path)),
    );
  } catch (thrown) {
    const link =
      isVaultError(thrown) && thrown.code === 'path-outside-vault' && readLink(root, path);
    if (link) return link;
    throw thrown;
  }
}

function readLink(root: Root, path: VaultPath): Seen | undefined {
  return inFolder(root, parentOf(path), (folder) =>
    withWords(path, () => {
      const stat = lstatIn(folder, nameOf(path));
      if (stat?.type !== 'symlink') return undefined;
      return { stat, target: readlinkSync(folder.at(nameOf(path))) };
    }),
  );
}

/** True when the entry is still what was seen. */
export function isStillSo(root: Root, path: VaultPath, seen: Stat | undefined): boolean {
  const now = lstatNow(root, path);
  if (now === undefined || seen === undefined) return now === seen;
  return now.type === 'folder' ? now.ino === seen.ino : isUntouched(now, seen);
}

/** The entry itself, right now; undefined when it or its folder is missing. */
export function lstatNow(root: Root, path: VaultPath): Stat | undefined {
  try {
    return inFolder(root, parentOf(path), (folder) =>
      withWords(path, () => lstatIn(folder, nameOf(path))),
    );
  } catch (thrown) {
    if (thrown instanceof VaultError && thrown.code === 'not-found') return undefined;
    throw thrown;
  }
}

/** The closest folder above `path` that is there. */
export function nearestFolder(root: Root, path: VaultPath): VaultPath {
  let folder = parentOf(path);
  while (folder !== '' && lstatNow(root, folder) === undefined) folder = parentOf(folder);
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

export interface PutTerms {
  readonly exclusive: boolean;
  readonly held?: Held | undefined;
  readonly takeOld?: TakeOpened | undefined;
}

/** Puts a staged file into its place. A place that was empty must still be so. */
export function putStaged(
  root: Root,
  staged: VaultPath,
  path: VaultPath,
  { exclusive, held, takeOld }: PutTerms,
): void {
  inBothFolders(root, staged, path, (source, target) => {
    if (!exclusive) {
      held?.keep(target, takeOld);
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

export function removeEntry(root: Root, path: VaultPath): void {
  inFolder(root, parentOf(path), (folder) => unlinkSync(folder.at(nameOf(path))));
}

export function moveEntry(root: Root, from: VaultPath, to: VaultPath): void {
  inBothFolders(root, from, to, renameSync);
  forgetFolders();
}

export function makeFolder(root: Root, path: VaultPath, mode?: number): void {
  inFolder(root, parentOf(path), (folder) => {
    mkdirSync(folder.at(nameOf(path)));
    if (mode !== undefined) chmodSync(folder.at(nameOf(path)), mode);
  });
}

export function removeFolder(root: Root, path: VaultPath): void {
  inFolder(root, parentOf(path), (folder) => rmdirSync(folder.at(nameOf(path))));
  forgetFolders();
}

/** Resolves when the file's bytes are on disk. */
export async function syncFile(root: Root, path: VaultPath): Promise<void> {
  const descriptor = sharingFolders(() =>
    inFolder(root, parentOf(path), (folder) =>
      openSync(folder.at(nameOf(path)), constants.O_RDONLY | constants.O_NOFOLLOW),
    ),
  );
  await fsyncSoon(descriptor).finally(() => closeSync(descriptor));
}

/** Resolves when the folder's names are on disk. */
export async function syncFolder(root: Root, path: VaultPath): Promise<void> {
  const folder = openFolder(root, path);
  await fsyncSoon(folder.descriptor).finally(() => folder.close());
}
