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

/** Reading that uses what is known, and is as fresh as the disk all the same. */
export interface QuickReading {
  stat(path: VaultPath): Stat | undefined;
  /** The same, from memory for many who ask at once. */
  statKnown(path: VaultPath): Stat | undefined | Promise<Stat | undefined>;
  /** A small file at once; undefined when it is not small, or not a file. */
  readSmall(path: VaultPath): FileContent | undefined;
  /** The entries of a folder. */
  listKnown(path: VaultPath): Entry[] | Promise<Entry[]>;
  /** Like `walk`, from `offset` on, some entries at a time. */
  walkKnown(path: VaultPath, options?: WalkKnownOptions): Promise<Iterable<readonly WalkEntry[]>>;
}

export interface WalkKnownOptions extends WalkOptions {
  readonly offset?: number;
}

export interface QuickContext {
  readonly root: Root;
  readonly policy: Policy;
  readonly reading: Reading;
  /** Of small files. */
  readonly contents: ContentCache;
  /** Undefined as long as nobody watches. */
  watcher(): Watcher | undefined;
}

/** A folder with more entries than this is cheaper to take from memory, even for one who asks alone. */
const smallFolderMax = 64;
/** So many may look at the disk in one turn; then a trip through the watcher's queue is shared. */
const aloneMax = 4;

export function createQuickReading(context: QuickContext): QuickReading {
  const { root, policy, reading, contents } = context;
  const turn = createTurn(context.watcher);

  /** The entry, if it is the very one that the tree has at this path: then no link led to it. */
  const glance = (path: VaultPath): Stat | undefined => {
    const known = context.watcher()?.tree.stat(path);
    if (known === undefined || known.type === 'symlink') return undefined;
    const found = lstatUnchecked(root, path);
    return found !== undefined && found.ino === known.ino && found.dev === known.dev
      ? found
      : undefined;
  };

  /** The stat of a path that no link is part of, if it may be seen. */
  const allow = (path: VaultPath, stat: Stat): Stat => {
    if (policy.isOpen) return stat;
    policy.requireList(path);
    if (stat.type !== 'folder') policy.requireRead(path);
    return stat;
  };

  const stat = (path: VaultPath): Stat | undefined => {
    const found = glance(path);
    return found === undefined ? reading.stat(path) : allow(path, found);
  };

  return {
    stat,
    statKnown(path) {
      if (!turn.isCrowded()) return stat(path);
      return turn.settled().then((tree) => {
        const known = tree?.stat(path);
        return known === undefined || known.type === 'symlink' ? stat(path) : allow(path, known);
      });
    },
    readSmall(path) {
      policy.requireRead(path);
      const found = glance(path);
      const kept = contents.find(path);
      if (kept !== undefined && found !== undefined && isUntouched(found, kept.stat)) return kept;
      contents.forget(path);
      const now = found ?? reading.stat(path);
      if (now?.type !== 'file' || now.special || now.size > limits.smallFileBytesMax) {
        return undefined;
      }
      const content = reading.readNow(path, limits.smallFileBytesMax);
      if (found !== undefined) contents.keep(path, content);
      return content;
    },
    listKnown(path) {
      const size = context.watcher()?.tree.folder(path)?.entries.size ?? 0;
      if (!turn.isCrowded() && size <= smallFolderMax) return reading.list(path);
      return turn.settled().then((tree) => {
        const entries = tree?.list(path);
        if (entries === undefined) return reading.list(path);
        if (policy.isOpen) return entries;
        policy.requireList(path);
        return entries.filter((each) => policy.maySee(joinPath(path, each.name), each.stat.type));
      });
    },
    async walkKnown(path, { offset = 0, ...options } = {}) {
      const tree = await turn.settled();
      if (tree?.folder(path)?.read !== true) return toRuns(reading.walk(path, options), offset);
      policy.requireList(path);
      const inside = (folder: VaultPath) => reading.walk(folder, options);
      if (policy.isOpen) return tree.walkRuns(path, { ...options, offset, inside });
      const shown = (entry: WalkEntry) => policy.maySee(entry.path, entry.stat.type);
      return toRuns(filter(tree.walk(path, { ...options, inside }), shown), offset);
    },
  };
}

/** What those who ask in the same turn of the event loop have in common. */
interface Turn {
  /** True when enough others have asked in this turn. */
  isCrowded(): boolean;
  /** The tree, once all that has happened so far is in it; undefined where it cannot be trusted. */
  settled(): Promise<Tree | undefined>;
}

function createTurn(watcher: () => Watcher | undefined): Turn {
  let asked = 0;
  let settled: Promise<Tree | undefined> | undefined;
  const settle = async (): Promise<Tree | undefined> => {
    const found = watcher();
    if (found === undefined || !isTrusted(found)) return undefined;
    await found.settled();
    return isTrusted(found) ? found.tree : undefined;
  };
  const end = (): void => {
    asked = 0;
    settled = undefined;
  };
  const begin = (): void => {
    // Requests that came in one piece are begun in one go, before anything else gets a turn.
    if (asked++ === 0) process.nextTick(end);
  };
  return {
    isCrowded() {
      begin();
      return asked > aloneMax;
    },
    settled() {
      begin();
      settled ??= settle();
      return settled;
    },
  };
}

function isTrusted(watcher: Watcher): boolean {
  const { mode, isReady, isRootMissing, polled } = watcher.status();
  return mode === 'native' && isReady && !isRootMissing && polled === 0;
}

function* filter<T>(items: Iterable<T>, passes: (item: T) => boolean): Generator<T> {
  for (const item of items) if (passes(item)) yield item;
}

/** One at a time, since the disk has to be asked for each. */
function* toRuns<T>(items: Iterable<T>, offset: number): Generator<readonly T[]> {
  let position = 0;
  for (const item of items) if (position++ >= offset) yield [item];
}
