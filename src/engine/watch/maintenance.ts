import { lstatSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { watchLimits } from '../../contract/limits.ts';
import { coalesce } from '../../kit/coalesce.ts';
import type { AnchoredFolder as OpenFolder, Root } from '../store/vault/anchor.ts';
import { toStat } from '../store/vault/stat.ts';
import { Marks } from './dirty-entries.ts';
import type { Source } from './event-sources.ts';
import { lookAtAll } from './initial-scan.ts';
import type { Looking } from './reconciler.ts';
import type { Scanner } from './scanner.ts';
import type { Job, Work } from './task-queue.ts';
import type { Folder, Tree } from './tree.ts';

export interface UpkeepOptions {
  readonly root: Root;
  readonly tree: Tree;
  readonly work: Work;
  readonly scanner: Scanner;
  readonly looking: Looking;
  readonly source: Source;
  readonly nowMs: () => number;
  readonly log: (message: string, cause?: unknown) => void;
  readonly sweepMs: number;
  readonly pollMs: number;
}

/** Why everything was compared with the disk, and when. */
export interface Loss {
  readonly reason: string;
  readonly atMs: number;
}

/** Everything that keeps the tree right when events do not: polls, sweeps, re-scans, a vault out of place. */
export class Upkeep {
  /** Looks into the folders that the system does not watch. */
  readonly poll: () => Promise<void>;
  readonly #options: UpkeepOptions;
  readonly #polled = new Set<Folder>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #rescanAll: () => Promise<void>;
  #recovery: Promise<void> = Promise.resolve();
  #pollReason: string | undefined;
  #rescans = 0;
  #lastLoss: Loss | undefined;
  #lastSweepMs: number | undefined;
  #isRootMissing = false;
  #isClosed = false;

  constructor(options: UpkeepOptions) {
    this.#options = options;
    this.poll = coalesce(() => this.#pollOnce());
    this.#rescanAll = coalesce(() => this.rescan(options.tree.root));
  }

  get facts() {
    return {
      polled: this.#polled.size,
      rescans: this.#rescans,
      isRootMissing: this.#isRootMissing,
      ...(this.#pollReason === undefined ? {} : { reason: this.#pollReason }),
      ...(this.#lastLoss === undefined ? {} : { lastLoss: this.#lastLoss }),
      ...(this.#lastSweepMs === undefined ? {} : { lastSweepMs: this.#lastSweepMs }),
    };
  }

  /** Resolves when whatever may have been missed is found. */
  get recovered(): Promise<void> {
    return this.#recovery;
  }

  get needsPolls(): boolean {
    return this.#polled.size > 0;
  }

  /** The first look at everything. Resolves when it is complete, however often it takes. */
  async start(): Promise<void> {
    while (!this.#isClosed && !(await this.#readAll())) {
      await wait(watchLimits.rootMs, undefined, { ref: false });
    }
    this.#schedule('sweep', this.#options.sweepMs, () => this.#sweep());
    if (this.needsPolls) this.#schedule('poll', this.#options.pollMs, this.poll);
  }

  /** Has the system watch the folder, or remembers that it does not. */
  watch(folder: Folder, open: OpenFolder): void {
    const { source, log } = this.#options;
    const reason = source.watch(folder, open);
    if (reason === undefined) {
      this.#polled.delete(folder);
      return;
    }
    this.#polled.add(folder);
    if (this.#pollReason !== reason) log(`Changes are found by polling: ${reason}.`);
    this.#pollReason = reason;
    if (!this.#timers.has('poll')) this.#schedule('poll', this.#options.pollMs, this.poll);
  }

  /** The folder and everything below left the tree. */
  release(folder: Folder): void {
    this.#options.source.unwatch(folder);
    this.#options.looking.forget(folder);
    this.#polled.delete(folder);
    for (const inner of folder.folders.values()) this.release(inner);
  }

  /** Compares everything at and below the folder with the disk. */
  async rescan(start: Folder): Promise<void> {
    const { work, scanner, looking } = this.#options;
    const found = new Marks();
    this.#rescans++;
    await work.run('background', scanner.compareAll(start, found));
    looking.markAll(found);
    await looking.finish();
  }

  /** Events may have been missed, so everything is compared with the disk. */
  lose(reason: string): void {
    this.#options.log(`The vault is compared with the disk: ${reason}.`);
    this.#lastLoss = { reason, atMs: this.#options.nowMs() };
    this.#recovery = this.#rescanAll().catch((thrown) => this.stumble(thrown));
  }

  /** The vault's folder was moved away or replaced. Nothing is gone before it is seen to be gone. */
  waitForRoot(): void {
    if (this.#isRootMissing) return;
    this.#isRootMissing = true;
    this.#options.log('The folder of the vault is not in its place.');
    this.#schedule('root', watchLimits.rootMs, async () => this.#findRoot());
  }

  /** A look at the disk failed for a reason that may pass. */
  stumble(thrown: unknown): void {
    if (this.#isClosed) return;
    this.#options.log('A look at the disk failed.', thrown);
    if (this.#options.scanner.rootState() !== 'there') this.waitForRoot();
    else {
      this.#schedule('retry', watchLimits.rootMs, async () =>
        this.lose('a look at the disk failed'),
      );
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  async #readAll(): Promise<boolean> {
    const { tree, work, log } = this.#options;
    try {
      await work.run('background', lookAtAll(tree.root, this.#options));
    } catch (thrown) {
      log('The vault could not be read.', thrown);
      return false;
    }
    return tree.root.read;
  }

  async #pollOnce(): Promise<void> {
    const { work, scanner, looking, pollMs } = this.#options;
    const startMs = performance.now();
    const found = new Marks();
    await work.run('background', compareEach(scanner, [...this.#polled], found));
    looking.markAll(found);
    await looking.finish();
    const tookMs = performance.now() - startMs;
    const restMs = Math.min(tookMs / watchLimits.pollShare, watchLimits.pollMsMax);
    if (this.needsPolls) this.#schedule('poll', Math.max(restMs, pollMs), this.poll);
  }

  /** The last word, whatever the events said. */
  async #sweep(): Promise<void> {
    const { work, scanner, looking, tree, nowMs, sweepMs } = this.#options;
    const found = new Marks();
    await work.run('leisure', scanner.compareAll(tree.root, found));
    looking.markAll(found);
    this.#lastSweepMs = nowMs();
    this.#schedule('sweep', sweepMs, () => this.#sweep());
  }

  #findRoot(): void {
    const { root, tree, scanner } = this.#options;
    const state = scanner.rootState();
    this.#isRootMissing = false;
    if (state === 'missing') {
      this.waitForRoot();
      return;
    }
    if (state === 'replaced') {
      // Watches stick to the folders that went away.
      this.#unwatchAll(tree.root);
      tree.setStatOf(tree.root, toStat(lstatSync(root.real, { bigint: true })));
    }
    this.lose('the folder of the vault was out of its place');
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
      run().catch((thrown) => this.stumble(thrown));
    }, ms);
    this.#timers.set(name, timer.unref());
  }
}

function* compareEach(scanner: Scanner, folders: readonly Folder[], found: Marks): Job {
  for (const folder of folders) yield* scanner.compare(folder, found);
}
