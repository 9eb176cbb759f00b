import { limits } from '../../contract/limits.ts';
import { joinPath, type VaultPath } from '../../contract/paths.ts';
import type { ContentCache } from '../store/content-cache.ts';
import type { Root } from '../store/vault/anchor.ts';
import {
  type Entry,
  type FileContent,
  lstatUnchecked,
  type WalkEntry,
  type WalkOptions,
} from '../store/vault/disk.ts';
import type { Policy } from '../store/vault/policy.ts';
import type { Reading } from '../store/vault/reading.ts';
import { isUntouched, type Stat } from '../store/vault/stat.ts';
import type { Tree } from './tree.ts';
import type { Watcher } from './watch.ts';

/** Reading that uses the watcher's tree and cached contents, and is as fresh as the disk all the same. */
export interface CachedReading {
  stat(path: VaultPath): Stat | undefined;
  /** A small file at once; undefined when it is not small, or not a file. */
  readSmall(path: VaultPath): FileContent | undefined;
  /** Both at once. */
  statAndRead(path: VaultPath): {
    readonly stat: Stat | undefined;
    readonly content?: FileContent | undefined;
  };
  /** The entries of a folder. */
  listCached(path: VaultPath): Promise<Entry[]>;
  /** Like `walk`, from `offset` on, in batches. */
  walkCached(path: VaultPath, options?: WalkCachedOptions): Promise<Iterable<readonly WalkEntry[]>>;
}

export interface WalkCachedOptions extends WalkOptions {
  readonly offset?: number;
}

export interface CachedReadingContext {
  readonly root: Root;
  readonly policy: Policy;
  readonly reading: Reading;
  /** Of small files. */
  readonly contents: ContentCache;
  /** Undefined as long as the vault is not watched. */
  watcher(): Watcher | undefined;
}

/** A folder with more entries than this is faster to list from the tree than from disk. */
const smallFolderMax = 64;

export function createCachedReading(context: CachedReadingContext): CachedReading {
  const { root, policy, reading } = context;

  /** The entry, if it is the very one that the tree has at this path: then no link led to it. */
  const lstatIfInTree = (path: VaultPath): Stat | undefined => {
    const cached = context.watcher()?.tree.stat(path);
    if (cached === undefined || cached.type === 'symlink') return undefined;
    const found = lstatUnchecked(root, path, cached);
    return found !== undefined && found.ino === cached.ino && found.dev === cached.dev
      ? found
      : undefined;
  };

  /** The tree, once all that has happened so far is in it; undefined where it is not reliable. */
  const settledTree = async (): Promise<Tree | undefined> => {
    const watcher = context.watcher();
    if (watcher === undefined || !isReliable(watcher)) return undefined;
    await watcher.settled();
    return isReliable(watcher) ? watcher.tree : undefined;
  };

  return {
    stat: (path) => statAllowed(context, path, lstatIfInTree(path)),
    readSmall: (path) => readIfSmall(context, path, lstatIfInTree(path)),
    statAndRead(path) {
      const found = lstatIfInTree(path);
      const stat = statAllowed(context, path, found);
      const isFile = stat?.type === 'file';
      return { stat, content: isFile ? readIfSmall(context, path, found) : undefined };
    },
    async listCached(path) {
      const size = context.watcher()?.tree.folder(path)?.entries.size ?? 0;
      const entries = size > smallFolderMax ? (await settledTree())?.list(path) : undefined;
      if (entries === undefined) return reading.list(path);
      if (policy.isOpen) return entries;
      policy.requireList(path);
      return entries.filter((each) => policy.maySee(joinPath(path, each.name), each.stat.type));
    },
    async walkCached(path, { offset = 0, ...options } = {}) {
      const tree = await settledTree();
      if (tree?.folder(path)?.read !== true) return toBatches(reading.walk(path, options), offset);
      policy.requireList(path);
      const inside = (folder: VaultPath) => reading.walk(folder, options);
      if (policy.isOpen) return tree.walkBatches(path, { ...options, offset, inside });
      const isVisible = (entry: WalkEntry) => policy.maySee(entry.path, entry.stat.type);
      return toBatches(filter(tree.walk(path, { ...options, inside }), isVisible), offset);
    },
  };
}

/** `found` is the entry, if it is in the tree. */
function statAllowed(
  { policy, reading }: CachedReadingContext,
  path: VaultPath,
  found: Stat | undefined,
): Stat | undefined {
  if (found === undefined) return reading.stat(path);
  if (policy.isOpen) return found;
  policy.requireList(path);
  if (found.type !== 'folder') policy.requireRead(path);
  return found;
}

function readIfSmall(
  { policy, reading, contents }: CachedReadingContext,
  path: VaultPath,
  found: Stat | undefined,
): FileContent | undefined {
  policy.requireRead(path);
  const cached = contents.find(path);
  if (cached !== undefined && found !== undefined && isUntouched(found, cached.stat)) {
    return cached;
  }
  contents.forget(path);
  const now = found ?? reading.stat(path);
  if (now?.type !== 'file' || now.special || now.size > limits.smallFileBytesMax) {
    return undefined;
  }
  const content = reading.readNow(path, limits.smallFileBytesMax);
  if (found !== undefined) contents.keep(path, content);
  return content;
}

function isReliable(watcher: Watcher): boolean {
  const { mode, isReady, isRootMissing, polled } = watcher.status();
  return mode === 'native' && isReady && !isRootMissing && polled === 0;
}

function* filter<T>(items: Iterable<T>, passes: (item: T) => boolean): Generator<T> {
  for (const item of items) if (passes(item)) yield item;
}

/** One entry per batch, since each may need the disk. */
function* toBatches<T>(items: Iterable<T>, offset: number): Generator<readonly T[]> {
  let position = 0;
  for (const item of items) if (position++ >= offset) yield [item];
}
