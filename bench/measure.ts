import { turns } from './scale.ts';

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
  /** Processor time of our server divided by that of the other for the same work. */
  readonly processor?: number;
  /** What was measured at each number of notes, where the row is about growth. */
  readonly points?: readonly Point[];
}

export interface Point {
  readonly notes: number;
  readonly value: number;
}

/** A ratio to stay under, or to stay over. */
export type Reach = { readonly atMost: number } | { readonly atLeast: number };

export interface Contest {
  readonly what: string;
  readonly unit: string;
  readonly beside: string;
  readonly reach: Reach;
  readonly runs?: number;
  /** Whether the first run of each is thrown away. Not where each run starts a process of its own. */
  readonly warm?: boolean;
  /** Slow peers get fewer turns: no further one begins after this time. */
  readonly secondsMax?: number;
  /** How much processor time each server has used so far; wall time misleads on a busy machine. */
  readonly processor?: { ours(): number; theirs(): number };
  ours(): Promise<number> | number;
  theirs(): Promise<number> | number;
}

const defaultSecondsMax = 30;

/** Whoever wants each row as soon as it is measured, so that a later failure does not lose it. */
export const progress = { tell(_row: Row): void {} };

/** Runs both in turns, so that a busy moment of the machine hits both, and compares the medians. */
export async function compete(contest: Contest): Promise<Row> {
  const { what, unit, beside, reach } = contest;
  const runsMax = turns(contest.runs ?? 5);
  const ours = turnsOf(contest.ours, contest.processor?.ours);
  const theirs = turnsOf(contest.theirs, contest.processor?.theirs);
  if (contest.warm !== false) {
    await contest.ours();
    await contest.theirs();
  }
  const end = performance.now() + 1000 * (contest.secondsMax ?? defaultSecondsMax);
  do {
    await ours.take();
    await theirs.take();
  } while (ours.values.length < runsMax && performance.now() < end);
  const runs = ours.values.length;
  const mine = median(ours.values);
  const spread = Math.max(...ours.values.map((each) => Math.abs(each - mine))) / mine;
  const processor = ours.processorSeconds / theirs.processorSeconds;
  return judged({
    ...{ what, unit, beside, reach, runs, spread, ours: mine, theirs: median(theirs.values) },
    ...(Number.isFinite(processor) ? { processor } : {}),
  });
}

/** Collects the results of one side, and the processor time that they took together. */
function turnsOf(run: () => Promise<number> | number, clock = () => Number.NaN) {
  const side = {
    values: [] as number[],
    processorSeconds: 0,
    async take() {
      const before = clock();
      side.values.push(await run());
      side.processorSeconds += clock() - before;
    },
  };
  return side;
}

interface Measured {
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  readonly beside: string;
  readonly theirs: number;
  readonly reach: Reach;
  readonly runs?: number;
  readonly spread?: number;
  readonly processor?: number;
  readonly points?: readonly Point[];
}

/** A row about something that was measured, beside its peer or limit. */
export function judged({ reach, runs = 1, spread = 0, ...measured }: Measured): Row {
  const ratio = measured.ours / measured.theirs;
  const ok = 'atMost' in reach ? ratio <= reach.atMost : ratio >= reach.atLeast;
  const words = 'atMost' in reach ? `at most ${reach.atMost} ×` : `at least ${reach.atLeast} ×`;
  const row = { ...measured, ratio, reach: words, ok, runs, spread };
  progress.tell(row);
  return row;
}

/** A row about a limit instead of a peer. */
export function limited(
  what: string,
  unit: string,
  ours: number,
  limit: { atMost: number } | { atLeast: number },
): Row {
  const isMost = 'atMost' in limit;
  return judged({
    what,
    unit,
    ours,
    beside: 'the figure to reach',
    theirs: isMost ? limit.atMost : limit.atLeast,
    reach: isMost ? { atMost: 1 } : { atLeast: 1 },
  });
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? high) + high) / 2;
}

/** The value that 99 of 100 do not exceed. */
export function p99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(0.99 * values.length) - 1] ?? Number.NaN;
}

/** Seconds that a task takes. */
export async function secondsOf(run: () => Promise<unknown> | unknown): Promise<number> {
  const start = process.hrtime.bigint();
  await run();
  return Number(process.hrtime.bigint() - start) / 1e9;
}

/** What 95 of 100 values stay within. */
export function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}
