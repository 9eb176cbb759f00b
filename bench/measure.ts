import { isShort } from './scale.ts';

/** One measured line: ours beside what it is held against, in the same run. */
export interface Row {
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  /** The peer or the limit. */
  readonly beside: string;
  readonly theirs: number;
  readonly ratio: number;
  /** The figure to reach, in words. */
  readonly reach: string;
  readonly ok: boolean;
  readonly runs: number;
  /** Of our runs: the widest distance from the median, as a part of it. */
  readonly spread: number;
}

/** A ratio to stay under, or to stay over. */
export type Reach = { readonly atMost: number } | { readonly atLeast: number };

export interface Contest {
  readonly what: string;
  readonly unit: string;
  readonly beside: string;
  readonly reach: Reach;
  readonly runs?: number;
  ours(): Promise<number> | number;
  theirs(): Promise<number> | number;
}

/** Runs both in turns, so that a busy moment of the machine hits both, and compares the medians. */
export async function compete(contest: Contest): Promise<Row> {
  const { what, unit, beside, reach } = contest;
  const runs = isShort ? 3 : (contest.runs ?? 5);
  const ours: number[] = [];
  const theirs: number[] = [];
  await contest.ours();
  await contest.theirs();
  for (let run = 0; run < runs; run++) {
    ours.push(await contest.ours());
    theirs.push(await contest.theirs());
  }
  const [mine, other] = [median(ours), median(theirs)];
  const ratio = mine / other;
  const ok = 'atMost' in reach ? ratio <= reach.atMost : ratio >= reach.atLeast;
  const words = 'atMost' in reach ? `at most ${reach.atMost} ×` : `at least ${reach.atLeast} ×`;
  const spread = Math.max(...ours.map((each) => Math.abs(each - mine))) / mine;
  return { what, unit, ours: mine, beside, theirs: other, ratio, reach: words, ok, runs, spread };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? high) + high) / 2;
}

/** Seconds that a task takes. */
export async function secondsOf(run: () => Promise<unknown> | unknown): Promise<number> {
  const start = process.hrtime.bigint();
  await run();
  return Number(process.hrtime.bigint() - start) / 1e9;
}

/** The rows as a table for people. */
export function toTable(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ what, unit, ours, beside, theirs, ratio, reach, ok, runs, spread }) =>
      `| ${what} | ${round(ours)} ${unit} | ${beside}: ${round(theirs)} ${unit} | ${round(ratio)} × | ${reach} | ${ok ? 'yes' : '**no**'} | ${runs} | ± ${Math.round(spread * 100)} % |`,
  );
  return [
    '| what | vaultd | beside | ratio | to reach | reached | runs | spread |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function round(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}
