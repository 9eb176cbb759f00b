import { statfsSync, watch } from 'node:fs';
import { sep } from 'node:path';
import { watchLimits } from '../../contract/limits.ts';
import { isNameable } from '../../contract/paths.ts';
import type { AnchoredFolder as OpenFolder, Root } from '../store/vault/anchor.ts';
import { systemCode } from '../store/vault/system-errors.ts';
import { isTemporaryName } from '../store/vault/temporary.ts';
import { countEvent } from './overflow.ts';
import type { Folder, Tree } from './tree.ts';

/** Where hints about changes come from. */
export interface Source {
  /** Folders that are watched by the system. */
  readonly count: number;
  /** Makes sure that the folder is watched; says why when it cannot be. */
  watch(folder: Folder, open: OpenFolder): string | undefined;
  unwatch(folder: Folder): void;
  close(): void;
}

export interface Hints {
  /** Something may be different at this place. */
  readonly mark: (folder: Folder, name: string, written: boolean) => void;
  /** A file of ours was in the folder for a moment, which leaves its mark on the folder. */
  readonly touch: (folder: Folder) => void;
  /** The folder itself and anything directly in it may be different, its watch may be dead. */
  readonly doubt: (folder: Folder) => void;
  /** Anything anywhere may be different. */
  readonly lose: (reason: string) => void;
}

/** The system's way to watch a path. */
export type SystemWatch = (
  path: string,
  options: { persistent: boolean; recursive?: boolean },
  listener: (event: string, name: string | null) => void,
) => { close(): void; on(event: 'error', listener: () => void): unknown };

/** Nothing but our own sweeps. */
export function openPolling(reason: string): Source {
  return { count: 0, watch: () => reason, unwatch() {}, close() {} };
}

/** One watch per folder, as Linux has them. A watch sticks to its folder when that is renamed. */
export function openFolderWatches(
  { mark, touch, doubt }: Hints,
  watchPath: SystemWatch = watch,
): Source {
  const watches = new Map<Folder, ReturnType<SystemWatch>>();
  let refusal = { reason: '', untilMs: 0 };

  const onEvent = (folder: Folder, event: string, name: string | null): void => {
    countEvent();
    if (name === null || name === '.') doubt(folder);
    else if (isTemporaryName(name) || !isNameable(name)) touch(folder);
    else mark(folder, name, event === 'change');
  };
  const start = (folder: Folder, open: OpenFolder) => {
    // Watched as `folder/.`, events about the folder itself carry the name `.`, which no entry has.
    const watcher = watchPath(open.at('.'), { persistent: false }, (event, name) =>
      onEvent(folder, event, name),
    );
    watcher.on('error', () => doubt(folder));
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
        const reason = toReason(thrown);
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
  { mark, touch, doubt, lose }: Hints,
  watchPath: SystemWatch = watch,
): Source {
  const onEvent = (event: string, name: string | null): void => {
    countEvent();
    if (name === null) lose('the system did not say what changed');
    else markIn(tree.root, name.split(sep), event === 'change');
  };
  const markIn = (folder: Folder, [name = '', ...rest]: string[], written: boolean): void => {
    const inner = folder.folders.get(name);
    // A folder that is not known yet is news of its own, and will be read as a whole.
    if (inner !== undefined && rest.length > 0) markIn(inner, rest, written);
    else if (isTemporaryName(name) || !isNameable(name)) touch(folder);
    else mark(folder, name, written);
  };
  const options = { persistent: false, recursive: true } as const;
  const watcher = watchPath(root.real, options, onEvent);
  watcher.on('error', () => doubt(tree.root));
  return { count: 1, watch: () => undefined, unwatch() {}, close: () => watcher.close() };
}

/** Why the system's events would miss changes here, if they would. */
export function findDeafness(root: Root): string | undefined {
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

/** Why the system does not watch, in words for whoever can change that. */
export function toReason(thrown: unknown): string {
  const code = systemCode(thrown) ?? 'unknown';
  return refusals[code] ?? `watching failed (${code})`;
}

const refusals: Readonly<Record<string, string>> = {
  ENOSPC: 'the system has no more watches to give; raise fs.inotify.max_user_watches',
  EMFILE: 'too many watchers are open; raise fs.inotify.max_user_instances',
};
