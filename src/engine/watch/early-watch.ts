import { statSync } from 'node:fs';
import { openRoot, type Root } from '../vault/anchor.ts';
import { makeStateFolder } from '../vault/state-folder.ts';
import { toVaultId } from '../vault/vault-id.ts';
import { openWatcher, type Watcher, type WatcherOptions } from './watch.ts';

/** Whoever is told about a vault, once there is somebody. */
export type WatchListeners = Pick<WatcherOptions, 'emit' | 'holds' | 'log' | 'nowMs'>;

/** A vault that is watched and looked at while this thread is still busy with something else. */
export interface EarlyWatch {
  readonly root: Root;
  /** Resolves when all there is to do meanwhile is done in another thread. */
  readonly handedOver: Promise<void>;
  /** This thread helps from now on. What changed until now is in the tree and told to nobody. */
  join(listeners: WatchListeners): Watcher;
  /** Ends it, unless somebody has joined. */
  release(): void;
}

/** Vaults that left a smaller snapshot are looked at faster than another thread starts. */
const snapshotBytesMin = 256 * 1024;

/** Begins to look at a large vault. Undefined for what is small, new, or cannot be opened. */
export function watchEarly(folder: string, stateDir: string): EarlyWatch | undefined {
  try {
    const root = openRoot(folder);
    const state = makeStateFolder(stateDir, toVaultId(root.real));
    const snapshot = statSync(`${state}/index`, { throwIfNoEntry: false });
    if (snapshot === undefined || snapshot.size < snapshotBytesMin) return undefined;
    return begin(root, `${state}/markers`);
  } catch {
    // Whoever opens the vault says what is wrong.
    return undefined;
  }
}

function begin(root: Root, cookieDir: string): EarlyWatch {
  let listeners: WatchListeners | undefined;
  let join = () => {};
  let handOver = () => {};
  const handedOver = new Promise<void>((resolve) => {
    handOver = resolve;
  });
  const joined = new Promise<void>((resolve) => {
    join = resolve;
  });
  const watcher = openWatcher({
    root,
    cookieDir,
    emit: (changes) => listeners?.emit(changes),
    holds: (path, stat) => listeners?.holds?.(path, stat) ?? false,
    log: (message, cause) => listeners?.log?.(message, cause),
    nowMs: () => listeners?.nowMs?.() ?? Date.now(),
    busy: { until: joined, handedOver: handOver },
  });
  return {
    root,
    handedOver,
    join(whoListens) {
      listeners = whoListens;
      join();
      return watcher;
    },
    release() {
      if (listeners === undefined) watcher.close();
    },
  };
}
