import { comparePaths, isWithin, type VaultPath } from '../../src/contract/paths.ts';
import {
  type CommitOutcome,
  collisionKey,
  foldersAbove,
  folderVersion,
  type Ledger,
  LedgerAway,
  type LedgerChange,
  type LedgerEntry,
  type LedgerMachine,
  type LedgerStep,
} from '../../src/engine/store/ledger/ledger.ts';

/** A ledger in memory, for unit tests: what several machines share is one of these. */
export class MemoryLedger {
  readonly entries: LedgerEntry[] = [];
  readonly blobs = new Map<string, Buffer>();
  readonly heads = new Map<VaultPath, { version: string; number: number }>();
  readonly machines = new Map<string, LedgerMachine>();
  readonly #bells = new Set<() => void>();
  pruned = 0;
  /** By the clock of the database. */
  now = Date.parse('2026-11-18T12:00:00Z');
  /** While true every call fails. */
  isAway = false;
  /** Called before a commit; throwing `LedgerAway` after the work is a cut link. */
  onCommit: ((work: () => readonly CommitOutcome[]) => readonly CommitOutcome[]) | undefined;

  get head(): number {
    return this.pruned + this.entries.length;
  }

  ring(): void {
    for (const bell of this.#bells) bell();
  }

  /** The connection of one machine. */
  connect(): Ledger {
    const bells = new Set<() => void>();
    const reached = async <T>(work: () => T): Promise<T> => {
      await Promise.resolve();
      if (this.isAway) throw new LedgerAway('the ledger is away');
      return work();
    };
    return {
      commit: (steps, contents) =>
        reached(() => {
          const work = () => this.#commit(steps, contents);
          const outcomes = this.onCommit === undefined ? work() : this.onCommit(work);
          this.ring();
          return outcomes;
        }),
      since: (number, max) =>
        reached(() => {
          const isPruned = number < this.pruned;
          const entries = this.entries.filter((entry) => entry.number > number).slice(0, max);
          return { entries: isPruned ? [] : entries, head: this.head, isPruned };
        }),
      outcome: (id) => reached(() => this.#find(id)),
      contents: (hash) => reached(() => this.blobs.get(hash)),
      heads: (after, max) =>
        reached(() => ({
          heads: [...this.heads]
            .map(([path, head]) => ({ path, ...head }))
            .sort((a, b) => comparePaths(a.path, b.path))
            .filter(({ path }) => after === undefined || comparePaths(path, after) > 0)
            .slice(0, max),
          number: this.head,
        })),
      report: (machine) =>
        reached(() => {
          this.machines.set(machine.id, { ...machine, seenAt: this.now });
          return this.now;
        }),
      facts: () =>
        reached(() => ({
          vault: 'v',
          name: 'memory',
          head: this.head,
          pruned: this.pruned,
          machines: [...this.machines.values()],
        })),
      prune: ({ bytesMax }) => reached(() => (bytesMax > 0 ? 0 : this.#prune())),
      onChange: (listener) => {
        this.#bells.add(listener);
        bells.add(listener);
        return () => this.#bells.delete(listener);
      },
      close: async () => {
        for (const bell of bells) this.#bells.delete(bell);
      },
    };
  }

  #find(id: string): number | undefined {
    return this.entries.find((entry) => entry.id === id)?.number;
  }

  #commit(
    steps: readonly LedgerStep[],
    contents: ReadonlyMap<string, Buffer>,
  ): readonly CommitOutcome[] {
    for (const [hash, bytes] of contents) this.blobs.set(hash, bytes);
    return steps.map((step) => this.#commitOne(step));
  }

  #commitOne(step: LedgerStep): CommitOutcome {
    const known = this.#find(step.id);
    if (known !== undefined) return { outcome: 'committed', number: known };
    const removed = new Set(step.changes.flatMap((each) => (each.after === null ? each.path : [])));
    const added = step.changes.flatMap((each) => (each.after === null ? [] : each.path));
    const folders = [...new Set(added.flatMap(foldersAbove))];
    const paths = [
      ...step.changes.filter((change) => this.#isStale(change, removed)).map(({ path }) => path),
      ...folders.filter((path) => !removed.has(path) && this.#isFile(path)),
    ];
    if (paths.length > 0) return { outcome: 'stale', paths: [...new Set(paths)].sort() };
    for (const path of [...added, ...folders]) {
      const other = this.heads.has(path) ? undefined : this.#findSameName(path, removed);
      if (other !== undefined) return { outcome: 'collides', path, with: other };
    }
    for (const path of removed) this.heads.delete(path);
    const number = this.head + 1;
    for (const { path, after: version } of step.changes) {
      if (version !== null) this.heads.set(path, { version, number });
    }
    for (const path of folders) {
      if (!this.heads.has(path)) this.heads.set(path, { version: folderVersion, number });
    }
    this.entries.push({ ...step, number });
    return { outcome: 'committed', number };
  }

  #isStale({ path, before, after }: LedgerChange, removed: ReadonlySet<VaultPath>): boolean {
    const now = this.heads.get(path)?.version ?? null;
    if (after === folderVersion) return this.#isFile(path);
    if (before !== folderVersion || after !== null) return now !== before;
    const holdsMore = [...this.heads.keys()].some(
      (each) => each !== path && isWithin(each, path) && !removed.has(each),
    );
    return this.#isFile(path) || holdsMore;
  }

  #isFile(path: VaultPath): boolean {
    return (this.heads.get(path)?.version ?? folderVersion) !== folderVersion;
  }

  #findSameName(path: VaultPath, removed: ReadonlySet<VaultPath>): VaultPath | undefined {
    const isSame = (each: VaultPath) => each !== path && collisionKey(each) === collisionKey(path);
    return [...this.heads.keys()].find((each) => isSame(each) && !removed.has(each));
  }

  #prune(): number {
    const count = this.entries.length;
    this.pruned += count;
    this.entries.length = 0;
    const kept = new Set([...this.heads.values()].map(({ version }) => version));
    for (const hash of this.blobs.keys()) if (!kept.has(hash)) this.blobs.delete(hash);
    return count;
  }
}
