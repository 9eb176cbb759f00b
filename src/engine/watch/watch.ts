import { lstatSync } from 'node:fs';
import { pathsOf, type VaultChange } from '../../contract/events.ts';
import { watchLimits } from '../../contract/limits.ts';
import { rootPath, type VaultPath } from '../../contract/paths.ts';
import type { Root } from '../store/vault/anchor.ts';
import { type Stat, toStat } from '../store/vault/stat.ts';
import { Barrier } from './cookie-sync.ts';
import {
  findDeafness,
  type Hints,
  openFolderWatches,
  openPolling,
  openRecursiveWatch,
  type Source,
  type SystemWatch,
  toReason,
} from './event-sources.ts';
import { type Loss, Upkeep } from './maintenance.ts';
import { Teller } from './notifier.ts';
import { onOverflow } from './overflow.ts';
import { takeIn } from './own-change.ts';
import { Untold } from './pending-changes.ts';
import { Looking } from './reconciler.ts';
import { Scanner } from './scanner.ts';
import { Work } from './task-queue.ts';
import { Tree } from './tree.ts';
import { Follower } from './tree-updater.ts';

export interface WatcherOptions {
  readonly root: Root;
  /** A folder of our own, outside the vault, for markers. */
  readonly cookieDir: string;
  /**
   * Gets every change once, in an order in which they can be replayed. The tree is as the changes
   * say; the disk may have moved on. Whoever reads a file and finds another stat than the tree's
   * reads it again after `settled`.
   */
  readonly emit: (changes: readonly VaultChange[]) => void;
  /**
   * True when the file has for certain the content that listeners know. Asked when only times or
   * rights are different, so that a touch is no change.
   */
  readonly holds?: (path: VaultPath, stat: Stat) => boolean;
  readonly log?: (message: string, cause?: unknown) => void;
  readonly mode?: 'native' | 'poll';
  readonly nowMs?: () => number;
  readonly sweepMs?: number;
  readonly pollMs?: number;
  /** In place of the system's own, for tests of what it refuses. */
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
  readonly lastLoss?: Loss;
  readonly lastSweepMs?: number;
}

/** Knows what is in the vault and tells what becomes different, whoever did it. */
export interface Watcher {
  readonly tree: Tree;
  /** Resolves when the tree is complete. */
  readonly ready: Promise<void>;
  /** Resolves when everything that happened on disk before the call is in the tree and told. */
  settled(): Promise<void>;
  /** We changed something just now. It is told at once, and only once. */
  note(change: VaultChange): void;
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
  readonly #work = new Work();
  readonly #untold = new Untold();
  readonly #follower: Follower;
  readonly #scanner: Scanner;
  readonly #teller: Teller;
  readonly #looking: Looking;
  readonly #upkeep: Upkeep;
  readonly #source: Source;
  readonly #barrier: Barrier | undefined;
  readonly #endOverflow: () => void;
  #isReady = false;
  #isClosed = false;

  constructor(options: WatcherOptions) {
    this.#options = options;
    const { root, holds, nowMs = Date.now, log = () => {} } = options;
    const tree = new Tree(toStat(lstatSync(root.real, { bigint: true })));
    const [untold, work] = [this.#untold, this.#work];
    this.tree = tree;
    const follower = new Follower({
      tree,
      untold,
      nowMs,
      holds,
      onFolder: (folder) => this.#looking.read(folder),
      onGone: (folder) => this.#upkeep.release(folder),
    });
    const scanner = new Scanner({
      root,
      tree,
      follower,
      nowMs,
      watch: (folder, open) => this.#upkeep.watch(folder, open),
      onLost: (folder) => this.#looking.lose(folder),
      onOther: (folder, name) => this.#looking.mark(folder, name, true),
    });
    const looking = new Looking({
      tree,
      untold,
      work,
      follower,
      scanner,
      onLooked: () => this.#tellSoon(),
      onRootLost: () => this.#upkeep.waitForRoot(),
      onTrouble: (thrown) => this.#upkeep.stumble(thrown),
    });
    const { source, barrier } = openSource(options, tree, {
      mark: (folder, name, written) => looking.mark(folder, name, written),
      touch: (folder) => looking.touch(folder),
      doubt: (folder) => {
        source.unwatch(folder);
        looking.doubt(folder);
      },
      lose: (reason) => this.#upkeep.lose(reason),
    });
    const { sweepMs = watchLimits.sweepMs, pollMs = watchLimits.pollMsMin } = options;
    const parts = { root, tree, work, scanner, looking, source };
    this.#upkeep = new Upkeep({ ...parts, nowMs, log, sweepMs, pollMs });
    this.#teller = new Teller({
      untold,
      stat: (path) => tree.stat(path),
      emit: (changes) => this.#emit(changes),
      onTold: () => follower.forgetGone(),
    });
    [this.#follower, this.#scanner, this.#looking] = [follower, scanner, looking];
    [this.#source, this.#barrier] = [source, barrier];
    this.#endOverflow = onOverflow(() => {
      this.#upkeep.lose('more events came at once than the system keeps');
    });
    this.ready = this.#start();
  }

  async #start(): Promise<void> {
    await this.#upkeep.start();
    this.#isReady = true;
  }

  async settled(): Promise<void> {
    await this.ready;
    if (this.#isClosed) return;
    if (this.#barrier !== undefined && !(await this.#barrier.pass())) {
      this.#upkeep.lose('a marker of ours got lost among the events');
    }
    await this.#upkeep.recovered;
    if (this.#upkeep.needsPolls) await this.#upkeep.poll();
    await this.#looking.finish();
    this.#teller.now();
  }

  note(change: VaultChange): void {
    if (pathsOf(change).some((path) => this.#untold.touches(path))) this.#teller.now();
    const changes = takeIn(change, {
      tree: this.tree,
      follower: this.#follower,
      scanner: this.#scanner,
      looking: this.#looking,
      isReady: this.#isReady,
    });
    if (changes.length > 0) this.#emit(changes);
  }

  async rescan(path: VaultPath = rootPath): Promise<void> {
    await this.ready;
    await this.#upkeep.rescan(this.tree.folder(path) ?? this.tree.root);
    this.#teller.now();
  }

  status(): WatcherStatus {
    return {
      mode: this.#barrier === undefined ? 'poll' : 'native',
      isReady: this.#isReady,
      entries: this.tree.size,
      watched: this.#source.count,
      ...this.#upkeep.facts,
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#endOverflow();
    this.#source.close();
    this.#barrier?.close();
    this.#upkeep.close();
    this.#looking.close();
    this.#teller.close();
    this.#work.close();
  }

  #tellSoon(): void {
    if (this.#untold.size > 0 || this.#follower.isWaiting) this.#teller.soon();
  }

  #emit(changes: readonly VaultChange[]): void {
    try {
      this.#options.emit(changes);
    } catch (thrown) {
      this.#options.log?.('A listener failed to take a change.', thrown);
    }
  }
}

/** The system's events with their markers, or nothing but polls where these are not to be trusted. */
function openSource(
  { root, cookieDir, mode, systemWatch }: WatcherOptions,
  tree: Tree,
  hints: Hints,
): { source: Source; barrier: Barrier | undefined } {
  const deafness = mode === 'poll' ? 'asked for' : findDeafness(root);
  if (deafness !== undefined) return { source: openPolling(deafness), barrier: undefined };
  try {
    const barrier = new Barrier(cookieDir);
    const isLinux = process.platform === 'linux';
    const source = isLinux
      ? openFolderWatches(hints, systemWatch)
      : openRecursiveWatch(root, tree, hints, systemWatch);
    return { source, barrier };
  } catch (thrown) {
    return { source: openPolling(toReason(thrown)), barrier: undefined };
  }
}
