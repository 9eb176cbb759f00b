import { lstatSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { watchLimits } from '../../contract/limits.ts';
import { coalesce } from '../../kit/coalesce.ts';
import type { AnchoredFolder as OpenFolder, Root } from '../store/vault/anchor.ts';
import { toStat } from '../store/vault/stat.ts';
import { DirtyEntries } from './dirty-entries.ts';
import type { WatchSource } from './event-sources.ts';
import { scanAll } from './initial-scan.ts';
import type { Reconciler } from './reconciler.ts';
import type { Scanner } from './scanner.ts';
import type { Job, TaskQueue } from './task-queue.ts';
import type { Folder, Tree } from './tree.ts';

export interface MaintenanceOptions {
  readonly root: Root;
  readonly tree: Tree;
  readonly tasks: TaskQueue;
  readonly scanner: Scanner;
  readonly reconciler: Reconciler;
  readonly source: WatchSource;
  readonly nowMs: () => number;
  readonly log: (message: string, cause?: unknown) => void;
  readonly sweepMs: number;
  readonly pollMs: number;
}

/** Why everything was compared with the disk, and when. */
export interface EventLoss {
  readonly reason: string;
  readonly atMs: number;
}

/** Keeps the tree right where events do not: polls, sweeps, rescans, and waits for a vault that was moved away. */
export class Maintenance {
  /** Compares the folders that the system does not watch. */
  readonly poll: () => Promise<void>;
  readonly #options: MaintenanceOptions;
  readonly #polled = new Set<Folder>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #rescanAll: () => Promise<void>;
  #recovery: Promise<void> = Promise.resolve();
  #pollReason: string | undefined;
  #rescans = 0;
  #lastLoss: EventLoss | undefined;
  #lastSweepMs: number | undefined;
  #isRootMissing = false;
  #isClosed = false;

  constructor(options: MaintenanceOptions) {
    this.#options = options;
    this.poll = coalesce(() => this.#pollOnce());
    this.#rescanAll = coalesce(() => this.rescan(options.tree.root));
  }

  get status() {
    return {
      polled: this.#polled.size,
      rescans: this.#rescans,
      isRootMissing: this.#isRootMissing,
      ...(this.#pollReason === undefined ? {} : { reason: this.#pollReason }),
      ...(this.#lastLoss === undefined ? {} : { lastLoss: this.#lastLoss }),
      ...(this.#lastSweepMs === undefined ? {} : { lastSweepMs: this.#lastSweepMs }),
    };
  }

  /** Resolves when the rescan after the last loss of events is complete. */
  get recovered(): Promise<void> {
    return this.#recovery;
  }

  get needsPolling(): boolean {
    return this.#polled.size > 0;
  }

  /** Scans everything for the first time. Resolves when that is complete, however many attempts it takes. */
  async start(): Promise<void> {
    while (!this.#isClosed && !(await this.#scanAll())) {
      await wait(watchLimits.rootMs, undefined, { ref: false });
    }
    this.#schedule('sweep', this.#options.sweepMs, () => this.#sweep());
    if (this.needsPolling) this.#schedule('poll', this.#options.pollMs, this.poll);
  }

  /** Has the system watch the folder, or polls the folder where the system refuses. */
  watch(folder: Folder, open: OpenFolder): void {
    const { source, log } = this.#options;
    const reason = source.watch(folder, open);
    if (reason === undefined) {
      this.#polled.delete(folder);
      return;
    }
    this.#polled.add(folder);
    if (this.#pollReason !== reason) log(`Polling for changes: ${reason}.`);
    this.#pollReason = reason;
    if (!this.#timers.has('poll')) this.#schedule('poll', this.#options.pollMs, this.poll);
  }

  /** The folder and everything below left the tree. */
  release(folder: Folder): void {
    this.#options.source.unwatch(folder);
    this.#options.reconciler.release(folder);
    this.#polled.delete(folder);
    for (const inner of folder.folders.values()) this.release(inner);
  }

  /** Compares everything at and below the folder with the disk. */
  async rescan(start: Folder): Promise<void> {
    const { tasks, scanner, reconciler } = this.#options;
    const found = new DirtyEntries();
    this.#rescans++;
    await tasks.run('background', scanner.compareAll(start, found));
    reconciler.markAllDirty(found);
    await reconciler.drain();
  }

  /** Events may have been missed, so everything is compared with the disk. */
  recover(reason: string): void {
    this.#options.log(`Rescanning the vault: ${reason}.`);
    this.#lastLoss = { reason, atMs: this.#options.nowMs() };
    this.#recovery = this.#rescanAll().catch((thrown) => this.retryLater(thrown));
  }

  /** The vault's folder was moved away or replaced. No deletion is emitted before the folder is back. */
  waitForRoot(): void {
    if (this.#isRootMissing) return;
    this.#isRootMissing = true;
    this.#options.log('The folder of the vault is missing.');
    this.#schedule('root', watchLimits.rootMs, async () => this.#findRoot());
  }

  /** A scan failed for a reason that may pass. */
  retryLater(thrown: unknown): void {
    if (this.#isClosed) return;
    this.#options.log('A scan of the vault failed.', thrown);
    if (this.#options.scanner.checkRoot() !== 'present') this.waitForRoot();
    else {
      this.#schedule('retry', watchLimits.rootMs, async () => this.recover('a scan failed'));
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  async #scanAll(): Promise<boolean> {
    const { tree, tasks, log } = this.#options;
    try {
      await tasks.run('background', scanAll(tree.root, this.#options));
    } catch (thrown) {
      log('The vault could not be read.', thrown);
      return false;
    }
    return tree.root.read;
  }

  async #pollOnce(): Promise<void> {
    const { tasks, scanner, reconciler, pollMs } = this.#options;
    const startMs = performance.now();
    const found = new DirtyEntries();
    await tasks.run('background', compareEach(scanner, [...this.#polled], found));
    reconciler.markAllDirty(found);
    await reconciler.drain();
    const tookMs = performance.now() - startMs;
    const restMs = Math.min(tookMs / watchLimits.pollShare, watchLimits.pollMsMax);
    if (this.needsPolling) this.#schedule('poll', Math.max(restMs, pollMs), this.poll);
  }

  /** Compares everything at a slow pace, in case events were lost without a sign. */
  async #sweep(): Promise<void> {
    const { tasks, scanner, reconciler, tree, nowMs, sweepMs } = this.#options;
    const found = new DirtyEntries();
    await tasks.run('idle', scanner.compareAll(tree.root, found));
    reconciler.markAllDirty(found);
    this.#lastSweepMs = nowMs();
    this.#schedule('sweep', sweepMs, () => this.#sweep());
  }

  #findRoot(): void {
    const { root, tree, scanner } = this.#options;
    const state = scanner.checkRoot();
    this.#isRootMissing = false;
    if (state === 'missing') {
      this.waitForRoot();
      return;
    }
    if (state === 'replaced') {
      // Watches follow the folders that were moved away.
      this.#unwatchAll(tree.root);
      tree.setStatOf(tree.root, toStat(lstatSync(root.real, { bigint: true })));
    }
    this.recover('the folder of the vault was missing for a while');
  }

  #unwatchAll(folder: Folder): void {
    this.#options.source.unwatch(folder);
    for (const inner of folder.folders.values()) this.#unwatchAll(inner);
  }

  #schedule(name: string, ms: number, run: () => Promise<void>): void {
    clearTimeout(this.#timers.get(name));
    if (this.#isClosed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(name);
      run().catch((thrown) => this.retryLater(thrown));
    }, ms);
    this.#timers.set(name, timer.unref());
  }
}

function* compareEach(scanner: Scanner, folders: readonly Folder[], found: DirtyEntries): Job {
  for (const folder of folders) yield* scanner.compare(folder, found);
}
