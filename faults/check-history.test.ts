import { expect, test } from 'vitest';
import {
  type Attempt,
  checkHistory,
  type Entry,
  type LedgerHistory,
  type Swap,
  type ViolationKind,
} from './check-history.ts';
import { createChance } from './support.ts';

interface MadeHistory {
  attempts: Attempt[];
  entries: Entry[];
  applied: Map<string, string[]>;
}

const machines = ['a', 'b', 'c'];
const paths = ['one.md', 'two.md', 'three.md'];

/** What a correct ledger does with steps of three machines, some of them stale, some without an answer. */
function makeHistory(seed: number, steps = 60): MadeHistory {
  const chance = createChance(seed);
  const contents = new Map<string, string | null>();
  const made: MadeHistory = {
    attempts: [],
    entries: [],
    applied: new Map(machines.map((machine) => [machine, []])),
  };
  for (let n = 1; n <= steps; n++) {
    const machine = machines[n % machines.length] ?? 'a';
    const isStale = chance(4) === 0;
    const chosen = paths.filter((_, index) => index === n % paths.length || chance(3) === 0);
    const swaps = chosen.map((path): Swap => {
      const before = isStale ? `never ${n}` : (contents.get(path) ?? null);
      return {
        path,
        before,
        after: chance(6) === 0 && before !== null ? null : `text ${n} ${path}`,
      };
    });
    const number = made.entries.length + 1;
    const outcome = isStale ? 'refused' : chance(5) === 0 ? 'unknown' : number;
    const endedAt = outcome === 'unknown' ? Number.POSITIVE_INFINITY : 10 * n + 5 + chance(15);
    made.attempts.push({ machine, id: `step ${n}`, swaps, begunAt: 10 * n, endedAt, outcome });
    if (isStale) continue;
    made.entries.push({ number, id: `step ${n}`, swaps });
    for (const { path, after } of swaps) contents.set(path, after);
  }
  for (const ids of made.applied.values()) {
    ids.push(...made.entries.map(({ id }) => id));
  }
  return made;
}

const kindsIn = (history: LedgerHistory) => [
  ...new Set(checkHistory(history).map(({ kind }) => kind)),
];

test('a correct history has no violation, whatever its seed', () => {
  const seeds = Array.from({ length: 200 }, (_, n) => n + 1);
  expect(seeds.flatMap((seed) => checkHistory(makeHistory(seed)))).toEqual([]);
});

test('a long history is checked', () => {
  expect(checkHistory(makeHistory(3, 20_000))).toEqual([]);
});

/** Changes the first that fits, and fails where none does. */
function changeFirst<T>(
  list: T[],
  fits: (item: T) => boolean,
  change: (item: NoInfer<T>) => NoInfer<T>,
): void {
  const index = list.findIndex(fits);
  const item = list[index];
  if (item === undefined) throw new Error('There is nothing to change.');
  list[index] = change(item);
}

const isAcknowledged = ({ outcome }: Attempt) => typeof outcome === 'number';
const isKnown = (history: MadeHistory) => (id: string) =>
  history.attempts.some((attempt) => attempt.id === id && isAcknowledged(attempt));

const planted: Record<ViolationKind, (history: MadeHistory) => void> = {
  'acknowledged step is missing': ({ entries, attempts }) => {
    const last = attempts.findLast(isAcknowledged);
    entries.splice(entries.findIndex(({ id }) => id === last?.id));
  },
  'applied out of order': ({ applied }) => {
    const ids = applied.get('b') ?? [];
    [ids[4], ids[5]] = [ids[5] ?? '', ids[4] ?? ''];
  },
  'numbers have a gap': ({ entries }) => {
    changeFirst(
      entries,
      ({ number }) => number === 7,
      (entry) => ({ ...entry, number: 8 }),
    );
  },
  'order against time': ({ attempts }) => {
    changeFirst(attempts, isAcknowledged, (attempt) => ({ ...attempt, begunAt: 1e6 }));
  },
  'refused step is there': ({ attempts }) => {
    changeFirst(attempts, isAcknowledged, (attempt) => ({
      ...attempt,
      outcome: 'refused' as const,
    }));
  },
  'refused without a reason': ({ attempts, entries }) => {
    const present = entries
      .toReversed()
      .flatMap(({ swaps }) => swaps)
      .find(({ after }) => after !== null);
    const swap = { path: present?.path ?? '', before: present?.after ?? null, after: 'more' };
    const common = { machine: 'c', id: 'late', swaps: [swap], outcome: 'refused' } as const;
    for (const [index, attempt] of attempts.entries()) {
      if (attempt.outcome === 'unknown') attempts[index] = { ...attempt, endedAt: 1e5 };
    }
    attempts.push({ ...common, begunAt: 1e6, endedAt: 1e6 + 1 });
  },
  'replaces what was not there': ({ attempts, entries }) => {
    const isFirst = ({ swaps }: Attempt | Entry) =>
      swaps.some(({ before }) => before?.startsWith('text'));
    const forget = <T extends Attempt | Entry>(step: T): T => ({
      ...step,
      swaps: step.swaps.map((swap) => ({ ...swap, before: 'forgotten' })),
    });
    const id = entries.find(isFirst)?.id;
    changeFirst(entries, (entry) => entry.id === id, forget);
    changeFirst(attempts, (attempt) => attempt.id === id, forget);
  },
  'step differs from what was asked': ({ entries }) => {
    changeFirst(
      entries,
      ({ number }) => number === entries.length,
      (entry) => ({ ...entry, swaps: entry.swaps.map((swap) => ({ ...swap, after: 'other' })) }),
    );
  },
  'step is there twice': (history) => {
    const { entries } = history;
    const first = entries.find(({ id }) => isKnown(history)(id));
    entries.push({ number: entries.length + 1, id: first?.id ?? '', swaps: [] });
  },
  'step was never asked for': ({ entries }) => {
    entries.push({ number: entries.length + 1, id: 'ghost', swaps: [] });
  },
  'two replaced the same content': ({ attempts }) => {
    const winner = attempts.find(
      ({ swaps, outcome }) =>
        typeof outcome === 'number' && swaps.some(({ before }) => before !== null),
    );
    if (winner !== undefined) attempts.push({ ...winner, id: 'second winner' });
  },
};

for (const [kind, plant] of Object.entries(planted)) {
  test(`a planted fault is found: ${kind}`, () => {
    for (let seed = 1; seed <= 20; seed++) {
      const history = makeHistory(seed);
      plant(history);
      expect(kindsIn(history)).toContain(kind);
    }
  });
}
