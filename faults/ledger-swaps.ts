import { setTimeout as pause } from 'node:timers/promises';
import { parseVaultPath, type VaultPath } from '../src/contract/paths.ts';
import {
  type CommitOutcome,
  type Ledger,
  LedgerAway,
  type LedgerChange,
  type LedgerEntry,
  type LedgerStep,
  type Version,
} from '../src/engine/store/ledger/ledger.ts';
import { hashOf } from '../src/engine/store/vault/hash.ts';
import type { Link } from '../test/support/link.ts';
import { type Attempt, checkHistory, type Entry, type LedgerHistory } from './check-history.ts';
import { addVault, needPostgres, withDatabase } from './database.ts';
import { createChance, type FaultReport } from './support.ts';

/** The ledger as one machine reaches it. */
export interface Reach {
  readonly ledger: Ledger;
  readonly link: Pick<Link, 'close' | 'cutAfter' | 'drop' | 'restore'>;
}

export interface SwapOptions {
  readonly seed: number;
  /** The link is struck once in this many operations, on average. */
  readonly struckOneIn: number;
  /** Whether a machine that has made this many steps stops. */
  isOver(made: number): boolean;
  onCommitted?(): void;
  open(machine: string): Promise<Reach>;
}

export interface SwapCounts {
  committed: number;
  refused: number;
  unknown: number;
  cuts: number;
  kills: number;
}

type Chance = (below: number) => number;

const machines = ['laptop', 'server', 'tower'];
const notes = Array.from({ length: 40 }, (_, n) => parseVaultPath(`${n}.md`));
const pageMax = 500;
const awayMs = 5;
const cutMsMost = 200;
const stepsMax = 3;
const changesMax = 3;

/** Three machines commit steps to one vault while their links are cut and they are killed. */
export async function swapContents(
  options: SwapOptions,
): Promise<{ history: LedgerHistory; counts: SwapCounts }> {
  const counts = { committed: 0, refused: 0, unknown: 0, cuts: 0, kills: 0 };
  const attempts: Attempt[] = [];
  const swappers = machines.map(
    (name, n) => new Swapper(name, createChance(options.seed + n), options, counts, attempts),
  );
  await Promise.all(swappers.map((swapper) => swapper.run()));
  const { ledger, link } = await options.open('reader');
  const entries = await readAll(ledger, 0, () => {});
  await ledger.close();
  await link.close();
  const applied = new Map(swappers.map(({ name, applied }) => [name, applied]));
  return { history: { attempts, entries: entries.map(toEntry), applied }, counts };
}

/** Every step after a number, page by page. */
async function readAll(ledger: Ledger, after: number, onEntry: (entry: LedgerEntry) => void) {
  const all = [];
  for (let cursor = after; ; ) {
    const { entries, head } = await ledger.since(cursor, pageMax);
    for (const entry of entries) onEntry(entry);
    all.push(...entries);
    cursor = all.at(-1)?.number ?? after;
    if (entries.length === 0 || cursor >= head) return all;
  }
}

function toEntry({ number, id, changes }: LedgerStep & { number: number }): Entry {
  return { number, id, swaps: changes.map(toSwap) };
}

function toSwap({ path, before, after }: LedgerChange) {
  return { path, before, after };
}

/** One machine: it pulls, plans against what it knows, commits, and asks where it got no answer. */
class Swapper {
  readonly name: string;
  /** The steps that came with its pulls, in the order in which they came. */
  readonly applied: string[] = [];
  readonly #chance: Chance;
  readonly #options: SwapOptions;
  readonly #counts: SwapCounts;
  readonly #attempts: Attempt[];
  readonly #known = new Map<VaultPath, Version>();
  #cursor = 0;
  #made = 0;

  constructor(
    name: string,
    chance: Chance,
    options: SwapOptions,
    counts: SwapCounts,
    attempts: Attempt[],
  ) {
    this.name = name;
    this.#chance = chance;
    this.#options = options;
    this.#counts = counts;
    this.#attempts = attempts;
  }

  async run(): Promise<void> {
    let reach = await this.#options.open(this.name);
    while (!this.#options.isOver(this.#made)) {
      await this.#pull(reach);
      const steps = this.#plan();
      const isStruck = this.#chance(this.#options.struckOneIn) === 0;
      if (isStruck) this.#strike(reach.link);
      const isKilled = isStruck && this.#chance(3) === 0;
      const committing = this.#commit(reach, steps, isKilled);
      if (isKilled) {
        // What it had under way goes on or not: its outcome stays unknown.
        this.#counts.kills++;
        await committing;
        await closeAll(reach);
        reach = await this.#options.open(this.name);
      } else await committing;
    }
    await closeAll(reach);
  }

  async #pull({ ledger }: Reach): Promise<void> {
    await persist(() =>
      readAll(ledger, this.#cursor, ({ number, id, changes }) => {
        this.applied.push(id);
        this.#cursor = number;
        for (const { path, after } of changes) this.#known.set(path, after);
      }),
    );
  }

  /** A few steps, each on what the ones before leave. */
  #plan(): { steps: LedgerStep[]; contents: Map<string, Buffer> } {
    const contents = new Map<string, Buffer>();
    const planned = new Map(this.#known);
    const steps = Array.from({ length: 1 + this.#chance(stepsMax) }, () => {
      const changes = new Map<VaultPath, LedgerChange>();
      for (let n = this.#chance(changesMax); n >= 0; n--) {
        const path = notes[this.#chance(notes.length)] ?? parseVaultPath('0.md');
        if (changes.has(path)) continue;
        const before = planned.get(path) ?? null;
        const bytes = Buffer.from(`${this.name} ${this.#made} ${path}\n`.repeat(4));
        const isRemoved = before !== null && this.#chance(10) === 0;
        const after = isRemoved ? null : hashOf(bytes);
        if (after !== null) contents.set(after, bytes);
        changes.set(path, { path, before, after });
        planned.set(path, after);
      }
      const id = `${this.name}-${++this.#made}`;
      const by = { machine: this.name, protocol: 'local', client: 'faults', why: 'swap' } as const;
      return { id, at: this.#made, ...by, changes: [...changes.values()] };
    });
    return { steps, contents };
  }

  #strike(link: Reach['link']): void {
    this.#counts.cuts++;
    const kind = this.#chance(3);
    if (kind === 0) link.drop();
    else if (kind === 1) link.cutAfter('toServer', 1 + this.#chance(2000));
    else link.cutAfter('toClient', 1 + this.#chance(200));
    setTimeout(() => link.restore(), this.#chance(cutMsMost)).unref();
  }

  async #commit(
    { ledger }: Reach,
    { steps, contents }: { steps: LedgerStep[]; contents: Map<string, Buffer> },
    isKilled: boolean,
  ): Promise<void> {
    const begunAt = performance.now();
    const outcomes = await ledger.commit(steps, contents).then(
      (answers) => answers.map(toOutcome),
      (thrown) => {
        if (!(thrown instanceof LedgerAway)) throw thrown;
        if (isKilled) return steps.map(() => 'unknown' as const);
        return persist(() => askAgain(ledger, steps, contents));
      },
    );
    const now = performance.now();
    for (const [index, { id, changes }] of steps.entries()) {
      const outcome = outcomes[index] ?? 'unknown';
      const endedAt = outcome === 'unknown' ? Number.POSITIVE_INFINITY : now;
      const swaps = changes.map(toSwap);
      this.#attempts.push({ machine: this.name, id, swaps, begunAt, endedAt, outcome });
      if (typeof outcome === 'number') {
        this.#counts.committed++;
        this.#options.onCommitted?.();
      } else this.#counts[outcome]++;
    }
  }
}

function toOutcome(outcome: CommitOutcome): Attempt['outcome'] {
  return outcome.outcome === 'committed' ? outcome.number : 'refused';
}

/** After a broken link: what the ledger has keeps its number, and the rest is sent again. */
async function askAgain(
  ledger: Ledger,
  steps: readonly LedgerStep[],
  contents: ReadonlyMap<string, Buffer>,
): Promise<Attempt['outcome'][]> {
  const numbers: (number | undefined)[] = [];
  for (const { id } of steps) numbers.push(await ledger.outcome(id));
  const missing = steps.filter((_, index) => numbers[index] === undefined);
  const answers = missing.length === 0 ? [] : await ledger.commit(missing, contents);
  const later = answers.map(toOutcome);
  return numbers.map((number) => number ?? later.shift() ?? 'unknown');
}

/** Until the ledger is there. */
async function persist<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (thrown) {
      if (!(thrown instanceof LedgerAway)) throw thrown;
      await pause(awayMs);
    }
  }
}

async function closeAll({ ledger, link }: Reach): Promise<void> {
  await ledger.close();
  await link.close();
}

/** All of it against PostgreSQL, judged. */
export function ledgerSwaps({
  operations,
  seed,
}: {
  operations: number;
  seed: number;
}): Promise<FaultReport> {
  return needPostgres(() =>
    withDatabase(async (server, database) => {
      const { open } = await addVault(server, database);
      const isOver = (made: number) => made >= operations / machines.length;
      const { history, counts } = await swapContents({ seed, struckOneIn: 40, isOver, open });
      const losses = toLosses(history);
      return { name: 'compare and swap', rounds: operations, losses, counts: { ...counts } };
    }),
  );
}

/** What is wrong with a history, by what it means for people. */
export function toLosses(history: LedgerHistory): Record<string, number> {
  const losses = { 'lost or changed': 0, 'out of order': 0, 'wrongly refused': 0 };
  for (const { kind } of checkHistory(history)) {
    if (kind === 'applied out of order' || kind === 'order against time') losses['out of order']++;
    else if (kind === 'refused without a reason') losses['wrongly refused']++;
    else losses['lost or changed']++;
  }
  return losses;
}
