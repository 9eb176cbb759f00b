import { closeSync, fstatSync, lstatSync, readdirSync, read as readSome, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { VaultError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { isAFolder, notAFile } from '../../../contract/path-errors.ts';
import {
  comparePaths,
  isNameable,
  joinPath,
  nameOf,
  parentOf,
  rootPath,
  type VaultPath,
} from '../../../contract/paths.ts';
import { type AnchoredFolder, inFolder, openForReading, type Root, withEntry } from './anchor.ts';
import { lstatIn } from './lstat-in.ts';
import { type Stat, toStat } from './stat.ts';
import { ifThere, toSystemError, withWords } from './system-errors.ts';
import { isTemporaryName } from './temporary.ts';

export interface FileContent {
  readonly bytes: Buffer;
  /** From before the bytes were read, and still true after. */
  readonly stat: Stat;
  /** Where it really is, when links were on the way. */
  readonly real: VaultPath;
}

export interface Entry {
  readonly name: string;
  readonly stat: Stat;
}

export interface WalkEntry {
  readonly path: VaultPath;
  readonly stat: Stat;
}

export interface WalkOptions {
  readonly recursive?: boolean;
  /** Names of folders to pass over at any depth. */
  readonly ignore?: ReadonlySet<string>;
}

const readAsync = promisify(readSome);
/** How often a file is read again because it was saved meanwhile. */
const triesMax = 3;
const bigint = { bigint: true } as const;

/** What a path leads to, through links inside the vault; undefined when nothing is there. */
export function statPath(
  root: Root,
  path: VaultPath,
): { readonly stat: Stat; readonly real: VaultPath } | undefined {
  return ifThere(() =>
    withEntry(root, path, (descriptor, real) => ({
      stat: toStat(fstatSync(descriptor, bigint)),
      real,
    })),
  );
}

/**
 * The entry at a path without the check that it is inside the vault: a link on the way may lead
 * anywhere. Only for callers who compare it with an inode that they know.
 */
export function lstatUnchecked(root: Root, path: VaultPath, known?: Stat): Stat | undefined {
  try {
    const system = path === rootPath ? root.real : `${root.real}/${path}`;
    const raw = lstatSync(system, { bigint: true, throwIfNoEntry: false });
    return raw === undefined ? undefined : toStat(raw, known);
  } catch {
    return undefined;
  }
}

/** The entry itself, a link as a link. */
export function lstatPath(root: Root, path: VaultPath): Stat | undefined {
  if (path === rootPath) return statPath(root, path)?.stat;
  return ifThere(() =>
    inFolder(root, parentOf(path), (folder) =>
      withWords(path, () => lstatIn(folder, nameOf(path))),
    ),
  );
}

/** The entries of a folder, by the bytes of their names. */
export function listFolder(root: Root, path: VaultPath): Entry[] {
  return inFolder(root, path, (folder) => {
    const entries: Entry[] = [];
    withWords(path, () => {
      for (const name of namesIn(folder)) {
        if (isTemporaryName(name)) continue;
        const stat = lstatIn(folder, name);
        if (stat !== undefined) entries.push({ name, stat });
      }
    });
    return entries.sort((a, b) => comparePaths(a.name, b.name));
  });
}

/** Every name in the folder that a path can say, temporary files included, in no order. */
export function namesIn(folder: AnchoredFolder): string[] {
  return readdirSync(folder.at('.')).filter(isNameable);
}

/** Depth first, a folder directly before its contents. What vanishes or cannot be read is skipped. */
export function* walkFolder(
  root: Root,
  start: VaultPath,
  { recursive = false, ignore }: WalkOptions = {},
): Generator<WalkEntry, void, undefined> {
  for (const { name, stat } of listFolder(root, start)) {
    const path = joinPath(start, name);
    if (stat.type === 'folder' && ignore?.has(name)) continue;
    yield { path, stat };
    if (stat.type !== 'folder' || !recursive) continue;
    try {
      yield* walkFolder(root, path, { recursive, ...(ignore && { ignore }) });
    } catch (thrown) {
      if (!isPassable(thrown)) throw thrown;
    }
  }
}

/** The whole file in one go. Small files cost less this way than through threads. */
export function readFileNow(
  root: Root,
  path: VaultPath,
  bytesMax: number = limits.wholeFileBytesMax,
): FileContent {
  const { descriptor, real } = openForReading(root, path);
  try {
    for (let tries = 0; ; tries++) {
      const stat = statFile(descriptor, path, bytesMax);
      const bytes = readOpen(descriptor, 0, stat.size);
      if (tries === triesMax || isStill(stat, descriptor)) return { bytes, stat, real };
    }
  } catch (thrown) {
    throw toSystemError(thrown, path);
  } finally {
    closeSync(descriptor);
  }
}

/** The whole file, off the main thread where it is large. */
export async function readFileSoon(
  root: Root,
  path: VaultPath,
  bytesMax: number = limits.wholeFileBytesMax,
): Promise<FileContent> {
  return withOpen(root, path, async (descriptor, real) => {
    for (let tries = 0; ; tries++) {
      const stat = statFile(descriptor, path, bytesMax);
      const bytes = await readOpenFile(descriptor, 0, stat.size);
      if (tries === triesMax || isStill(stat, descriptor)) return { bytes, stat, real };
    }
  });
}

/** Part of a file, up to its end. */
export async function readPart(
  root: Root,
  path: VaultPath,
  offset: number,
  length: number,
): Promise<FileContent> {
  return withOpen(root, path, async (descriptor, real) => {
    const stat = statFile(descriptor, path);
    const size = Math.max(0, Math.min(length, stat.size - offset));
    return { stat, bytes: await readOpenFile(descriptor, offset, size), real };
  });
}

async function withOpen<Result>(
  root: Root,
  path: VaultPath,
  read: (descriptor: number, real: VaultPath) => Promise<Result>,
): Promise<Result> {
  const { descriptor, real } = openForReading(root, path);
  try {
    return await read(descriptor, real);
  } catch (thrown) {
    throw toSystemError(thrown, path);
  } finally {
    closeSync(descriptor);
  }
}

/** Reads up to `size` bytes; large parts are read off the main thread. */
export async function readOpenFile(
  descriptor: number,
  offset: number,
  size: number,
): Promise<Buffer> {
  if (size <= limits.smallFileBytesMax) return readOpen(descriptor, offset, size);
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    const { bytesRead } = await readAsync(
      descriptor,
      bytes,
      filled,
      size - filled,
      offset + filled,
    );
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

function statFile(
  descriptor: number,
  path: VaultPath,
  bytesMax: number = Number.POSITIVE_INFINITY,
): Stat {
  const stat = toStat(fstatSync(descriptor, bigint));
  if (stat.type === 'folder') throw isAFolder(path);
  if (stat.special) throw notAFile(path, { hint: 'Only ordinary files can be read.' });
  requireSize(stat, path, bytesMax);
  return stat;
}

export function requireSize(stat: Stat, path: VaultPath, bytesMax: number): void {
  if (stat.size <= bytesMax) return;
  throw new VaultError('too-large', `${path} has ${stat.size} bytes, the limit is ${bytesMax}.`, {
    path,
    hint: 'Read it in parts.',
  });
}

function readOpen(descriptor: number, offset: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    const got = readSync(descriptor, bytes, filled, size - filled, offset + filled);
    if (got === 0) break;
    filled += got;
  }
  return bytes.subarray(0, filled);
}

/** Another program may save in place while we read. */
function isStill(stat: Stat, descriptor: number): boolean {
  const now = fstatSync(descriptor, bigint);
  return now.mtimeNs === stat.mtimeNs && Number(now.size) === stat.size;
}

function isPassable(thrown: unknown): boolean {
  const passable = ['not-found', 'permission-denied', 'not-a-folder', 'path-outside-vault'];
  return thrown instanceof VaultError && passable.includes(thrown.code);
}
