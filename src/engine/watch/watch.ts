import { lstatSync } from 'node:fs';
import { pathsOf, type VaultChange } from '../../contract/events.ts';
import { watchLimits } from '../../contract/limits.ts';
import { rootPath, type VaultPath } from '../../contract/paths.ts';
import type { Root } from '../store/vault/anchor.ts';
import { type Stat, toStat } from '../store/vault/stat.ts';
import { CookieSync } from './cookie-sync.ts';
import {
  describeWatchError,
  type EventHandlers,
  findPollingReason,
  openFolderWatches,
  openPolling,
  openRecursiveWatch,
  type SystemWatch,
  type WatchSource,
} from './event-sources.ts';
import { type EventLoss, Maintenance } from './maintenance.ts';
import { Notifier } from './notifier.ts';
import { onOverflow } from './overflow.ts';
import { applyOwnChange } from './own-change.ts';
import { PendingChanges } from './pending-changes.ts';
import { Reconciler } from './reconciler.ts';
import { Scanner } from './scanner.ts';
import { TaskQueue } from './task-queue.ts';
import { Tree } from './tree.ts';
import { TreeUpdater } from './tree-updater.ts';

export interface WatcherOptions {
  readonly root: Root;
  /** A folder of our own, outside the vault, for cookies. */
  readonly cookieDir: string;
  /**
   * Gets every change once, in an order in which they can be replayed. The tree is as the changes
   * say; the disk may be newer. A reader that finds another stat on disk than in the tree reads the
   * file again after `settled`.
   */
  readonly emit: (changes: readonly VaultChange[]) => void;
  /**
   * True when the file certainly has the content that listeners know. Called when only times or
   * rights are different, so that touching a file is no change.
   */
  readonly hasKnownContent?: (path: VaultPath, stat: Stat) => boolean;
  readonly log?: (message: string, cause?: unknown) => void;
  readonly mode?: 'native' | 'poll';
  readonly nowMs?: () => number;
  readonly sweepMs?: number;
  readonly pollMs?: number;
  /** Replaces the system's own, for tests of what it refuses. */
  readonly systemWatch?: SystemWatch;
}

export interface WatcherStatus {
  readonly mode: 'native' | 'poll';
  /** Why something is polled, when it is. */
  readonly reason?: string;
  readonly isReady: boolean;
  readonly isRootMissing: boolean;
  readonly entries: number;
  /** Folders that the system watches. */
  readonly watched: number;
  /** Folders that it does not. */
  readonly polled: number;
  readonly rescans: number;
  readonly lastLoss?: EventLoss;
  readonly lastSweepMs?: number;
}

/** Keeps a tree of what is in the vault and emits what changes, whichever process changed it. */
export interface Watcher {
  readonly tree: Tree;
  /** Resolves when the tree is complete. */
  readonly ready: Promise<void>;
  /** Resolves when everything that happened on disk before the call is in the tree and emitted. */
  settled(): Promise<void>;
  /** We changed something just now. It is emitted at once, and only once. */
  recordOwnChange(change: VaultChange): void;
  /** Compares everything at and below the path with the disk. */
  rescan(path?: VaultPath): Promise<void>;
  status(): WatcherStatus;
  close(): void;
}

export function openWatcher(options: WatcherOptions): Watcher {
  return new VaultWatcher(options);
}

class VaultWatcher implements Watcher {
  readonly tree: Tree;
  readonly ready: Promise<void>;
  readonly #options: WatcherOptions;
  readonly #tasks = new TaskQueue();
  readonly #pending = new PendingChanges();
  readonly #updater: TreeUpdater;
  readonly #scanner: Scanner;
  readonly #notifier: Notifier;
  readonly #reconciler: Reconciler;
  readonly #maintenance: Maintenance;
  readonly #source: WatchSource;
  readonly #cookies: CookieSync | undefined;
  readonly #endOverflow: () => void;
  #isReady = false;
  #isClosed = false;

  constructor(options: WatcherOptions) {
    this.#options = options;
    const { root, hasKnownContent, nowMs = Date.now, log = () => {} } = options;
    const tree = new Tree(toStat(lstatSync(root.real, { bigint: true })));
    const [pending, tasks] = [this.#pending, this.#tasks];
    this.tree = tree;
    const updater = new TreeUpdater({
      tree,
      pending,
      nowMs,
      hasKnownContent,
      onFolderAdded: (folder) => this.#reconciler.scanNew(folder),
      onFolderRemoved: (folder) => this.#maintenance.release(folder),
    });
    const scanner = new Scanner({
      root,
      tree,
      updater,
      nowMs,
      watch: (folder, open) => this.#maintenance.watch(folder, open),
      onMissing: (folder) => this.#reconciler.folderMissing(folder),
      onDifferent: (folder, name) => this.#reconciler.markDirty(folder, name, true),
    });
    const reconciler = new Reconciler({
      tree,
      pending,
      tasks,
      updater,
      scanner,
      onReconciled: () => this.#scheduleEmit(),
      onRootMissing: () => this.#maintenance.waitForRoot(),
      onError: (thrown) => this.#maintenance.retryLater(thrown),
    });
    const { source, cookies } = openSource(options, tree, {
      markDirty: (folder, name, written) => reconciler.markDirty(folder, name, written),
      markFolderDirty: (folder) => reconciler.markFolderDirty(folder),
      recheck: (folder) => {
        source.unwatch(folder);
        reconciler.recheck(folder);
      },
      eventsLost: (reason) => this.#maintenance.recover(reason),
    });
    const { sweepMs = watchLimits.sweepMs, pollMs = watchLimits.pollMsMin } = options;
    const parts = { root, tree, tasks, scanner, reconciler, source };
    this.#maintenance = new Maintenance({ ...parts, nowMs, log, sweepMs, pollMs });
    this.#notifier = new Notifier({
      pending,
      stat: (path) => tree.stat(path),
      emit: (changes) => this.#emit(changes),
      onFlushed: () => updater.releaseRemoved(),
    });
    [this.#updater, this.#scanner, this.#reconciler] = [updater, scanner, reconciler];
    [this.#source, this.#cookies] = [source, cookies];
    this.#endOverflow = onOverflow(() => {
      this.#maintenance.recover('more events came at once than the system keeps');
    });
    this.ready = this.#start();
  }

  async #start(): Promise<void> {
    await this.#maintenance.start();
    this.#isReady = true;
  }

  async settled(): Promise<void> {
    await this.ready;
    if (this.#isClosed) return;
    if (this.#cookies !== undefined && !(await this.#cookies.sync())) {
      this.#maintenance.recover('the event of a cookie did not arrive');
    }
    await this.#maintenance.recovered;
    if (this.#maintenance.needsPolling) await this.#maintenance.poll();
    await this.#reconciler.drain();
    this.#notifier.flush();
  }

  recordOwnChange(change: VaultChange): void {
    if (pathsOf(change).some((path) => this.#pending.affects(path))) this.#notifier.flush();
    const changes = applyOwnChange(change, {
      tree: this.tree,
      updater: this.#updater,
      scanner: this.#scanner,
      reconciler: this.#reconciler,
      isReady: this.#isReady,
    });
    if (changes.length > 0) this.#emit(changes);
  }

  async rescan(path: VaultPath = rootPath): Promise<void> {
    await this.ready;
    await this.#maintenance.rescan(this.tree.folder(path) ?? this.tree.root);
    this.#notifier.flush();
  }

  status(): WatcherStatus {
    return {
      mode: this.#cookies === undefined ? 'poll' : 'native',
      isReady: this.#isReady,
      entries: this.tree.size,
      watched: this.#source.count,
      ...this.#maintenance.status,
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#endOverflow();
    this.#source.close();
    this.#cookies?.close();
    this.#maintenance.close();
    this.#reconciler.close();
    this.#notifier.close();
    this.#tasks.close();
  }

  #scheduleEmit(): void {
    if (this.#pending.size > 0 || this.#updater.hasRemoved) this.#notifier.schedule();
  }

  #emit(changes: readonly VaultChange[]): void {
    try {
      this.#options.emit(changes);
    } catch (thrown) {
      this.#options.log?.('A listener of changes failed.', thrown);
    }
  }
}

/** The system's events with cookies, or polling alone where events cannot be relied on. */
function openSource(
  { root, cookieDir, mode, systemWatch }: WatcherOptions,
  tree: Tree,
  handlers: EventHandlers,
): { source: WatchSource; cookies: CookieSync | undefined } {
  const reason = mode === 'poll' ? 'asked for' : findPollingReason(root);
  if (reason !== undefined) return { source: openPolling(reason), cookies: undefined };
  try {
    const cookies = new CookieSync(cookieDir);
    const isLinux = process.platform === 'linux';
    const source = isLinux
      ? openFolderWatches(handlers, systemWatch)
      : openRecursiveWatch(root, tree, handlers, systemWatch);
    return { source, cookies };
  } catch (thrown) {
    return { source: openPolling(describeWatchError(thrown)), cookies: undefined };
  }
}
