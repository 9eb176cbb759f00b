import type { Root } from '../store/vault/anchor.ts';
import type { FindLines } from '../store/vault/find-lines.ts';
import { findLargeVault } from './large-vault.ts';
import { openWatcher, type Watcher, type WatcherOptions } from './watch.ts';

/** Whoever is told about a vault, once there is somebody. */
export type WatchListeners = Pick<WatcherOptions, 'emit' | 'holds' | 'log' | 'nowMs'>;

/** A vault that is looked at while this thread is still busy with something else. */
export interface EarlyLook {
  readonly root: Root;
  /** Resolves when all there is to do meanwhile is done in another thread. */
  readonly handedOver: Promise<void>;
  /** Where somebody waits for nothing but texts: then nothing is watched before these are there. */
  readonly glance?: Glance | undefined;
  /**
   * This thread helps from now on. What changed until now is in the tree and told to nobody.
   * Undefined where nothing is watched yet, and whoever joins has to see to it.
   */
  join(listeners: WatchListeners): Watcher | undefined;
  /** Ends it, unless somebody has joined. */
  release(): void;
}

/** The same where it is watched, too. */
export interface EarlyWatch extends EarlyLook {
  join(listeners: WatchListeners): Watcher;
}

/** What another program sees of the files, before we look ourselves. */
export interface Glance {
  readonly found: FindLines['lines'];
  /** False once something was asked for after it began: that has to be as fresh as the disk, too. */
  isCurrent(): boolean;
  /** Resolves when our own look shall begin. */
  readonly after: Promise<void>;
  /** It is of no use any more. */
  end(): void;
}

/** Begins to look at a large vault. Undefined for what is small, new, or cannot be opened. */
export function watchEarly(folder: string, stateDir: string): EarlyWatch | undefined {
  const vault = findLargeVault(folder, stateDir);
  return vault && begin(vault.root, `${vault.state}/markers`);
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
