import { statfsSync, watch } from 'node:fs';
import { sep } from 'node:path';
import { watchLimits } from '../../contract/limits.ts';
import { isNameable } from '../../contract/paths.ts';
import type { AnchoredFolder as OpenFolder, Root } from '../store/vault/anchor.ts';
import { systemCode } from '../store/vault/system-errors.ts';
import { isTemporaryName } from '../store/vault/temporary.ts';
import { countEvent } from './overflow.ts';
import type { Folder, Tree } from './tree.ts';

/** Where events about changes come from. */
export interface WatchSource {
  /** Folders that are watched by the system. */
  readonly count: number;
  /** Makes sure that the folder is watched; says why when it cannot be. */
  watch(folder: Folder, open: OpenFolder): string | undefined;
  unwatch(folder: Folder): void;
  close(): void;
}

export interface EventHandlers {
  /** The entry may have changed. */
  readonly markDirty: (folder: Folder, name: string, written: boolean) => void;
  /** A temporary file of ours was in the folder for a moment, which changes the folder's times. */
  readonly markFolderDirty: (folder: Folder) => void;
  /** The folder itself and anything directly in it may have changed, and its watch may be dead. */
  readonly recheck: (folder: Folder) => void;
  /** Anything anywhere may have changed. */
  readonly eventsLost: (reason: string) => void;
}

/** The system's way to watch a path. */
export type SystemWatch = (
  path: string,
  options: { persistent: boolean; recursive?: boolean },
  listener: (event: string, name: string | null) => void,
) => { close(): void; on(event: 'error', listener: () => void): unknown };

/** No events: everything is found by polling. */
export function openPolling(reason: string): WatchSource {
  return { count: 0, watch: () => reason, unwatch() {}, close() {} };
}

/** One watch per folder, as Linux has them. A watch follows its folder when that is renamed. */
export function openFolderWatches(
  { markDirty, markFolderDirty, recheck }: EventHandlers,
  watchPath: SystemWatch = watch,
): WatchSource {
  const watches = new Map<Folder, ReturnType<SystemWatch>>();
  let refusal = { reason: '', untilMs: 0 };

  const onEvent = (folder: Folder, event: string, name: string | null): void => {
    countEvent();
    if (name === null || name === '.') recheck(folder);
    else if (isTemporaryName(name) || !isNameable(name)) markFolderDirty(folder);
    else markDirty(folder, name, event === 'change');
  };
  const start = (folder: Folder, open: OpenFolder) => {
    // Watched as `folder/.`, events about the folder itself carry the name `.`, which no entry has.
    const watcher = watchPath(open.at('.'), { persistent: false }, (event, name) =>
      onEvent(folder, event, name),
    );
    watcher.on('error', () => recheck(folder));
    return watcher;
  };

  return {
    get count() {
      return watches.size;
    },
    watch(folder, open) {
      if (watches.has(folder)) return undefined;
      if (performance.now() < refusal.untilMs) return refusal.reason;
      try {
        watches.set(folder, start(folder, open));
        return undefined;
      } catch (thrown) {
        const reason = describeWatchError(thrown);
        refusal = { reason, untilMs: performance.now() + watchLimits.retryMs };
        return reason;
      }
    },
    unwatch(folder) {
      watches.get(folder)?.close();
      watches.delete(folder);
    },
    close() {
      for (const watcher of watches.values()) watcher.close();
      watches.clear();
    },
  };
}

/** One watch for everything, as macOS and Windows have it. */
export function openRecursiveWatch(
  root: Root,
  tree: Tree,
  { markDirty, markFolderDirty, recheck, eventsLost }: EventHandlers,
  watchPath: SystemWatch = watch,
): WatchSource {
  const onEvent = (event: string, name: string | null): void => {
    countEvent();
    if (name === null) eventsLost('the system did not say what changed');
    else markIn(tree.root, name.split(sep), event === 'change');
  };
  const markIn = (folder: Folder, [name = '', ...rest]: string[], written: boolean): void => {
    const inner = folder.folders.get(name);
    // A folder that is not in the tree yet will be scanned as a whole.
    if (inner !== undefined && rest.length > 0) markIn(inner, rest, written);
    else if (isTemporaryName(name) || !isNameable(name)) markFolderDirty(folder);
    else markDirty(folder, name, written);
  };
  const options = { persistent: false, recursive: true } as const;
  const watcher = watchPath(root.real, options, onEvent);
  watcher.on('error', () => recheck(tree.root));
  return { count: 1, watch: () => undefined, unwatch() {}, close: () => watcher.close() };
}

/** Why changes have to be polled for here, if the system's events would miss some. */
export function findPollingReason(root: Root): string | undefined {
  const kind = networkKinds.get(
    Number(BigInt.asUintN(32, statfsSync(root.real, { bigint: true }).type)),
  );
  return kind === undefined
    ? undefined
    : `the vault is on ${kind}, where changes by others raise no events`;
}

/** File systems whose files change without this machine taking part, by their magic numbers. */
const networkKinds: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x65735546, 'FUSE'],
  [0x01021997, '9P'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
  [0x786f4256, 'a VirtualBox share'],
]);

/** Why the system does not watch, in words for the administrator. */
export function describeWatchError(thrown: unknown): string {
  const code = systemCode(thrown) ?? 'unknown';
  return refusals[code] ?? `watching failed (${code})`;
}

const refusals: Readonly<Record<string, string>> = {
  ENOSPC: 'the system has no more watches to give; raise fs.inotify.max_user_watches',
  EMFILE: 'too many watchers are open; raise fs.inotify.max_user_instances',
};
