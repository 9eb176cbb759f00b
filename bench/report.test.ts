import { expect, test } from 'vitest';
import type { Row } from './measure.ts';
import { margin, mergeResults, type Results, regressions, toPlot, toReport } from './report.ts';

function row(what: string, ratio: number, reach: string, more: Partial<Row> = {}) {
  const ok = margin({ ratio, reach } as Row) >= 1;
  const rest = { unit: 'ms', ours: ratio, beside: 'a peer', theirs: 1, runs: 5, spread: 0.1 };
  return { bench: 'one', what, ratio, reach, ok, ...rest, ...more };
}

function results(...rows: ReturnType<typeof row>[]): Results {
  return { machine: 'a machine', date: '2026-01-02', rows };
}

test.each([
  [0.5, 'at most 2 ×', 4],
  [4, 'at most 2 ×', 0.5],
  [4, 'at least 2 ×', 2],
  [1, 'at least 2 ×', 0.5],
])('a ratio of %f with %s to reach has a margin of %f', (ratio, reach, expected) => {
  expect(margin(row('x', ratio, reach))).toBe(expected);
});

test('a row that is worse by more than its spread is a regression, whichever side is good', () => {
  const old = results(
    row('small', 1, 'at most 2 ×'),
    row('large', 4, 'at least 2 ×'),
    row('noisy', 1, 'at most 2 ×'),
    row('same', 1, 'at most 2 ×'),
  );
  const found = regressions(old, [
    row('small', 1.5, 'at most 2 ×'),
    row('large', 2, 'at least 2 ×'),
    row('noisy', 1.5, 'at most 2 ×', { spread: 0.8 }),
    row('same', 1.2, 'at most 2 ×'),
    row('new', 9, 'at most 2 ×'),
  ]);
  expect(found).toEqual(['small: 1.00 × before, now 1.50 ×', 'large: 4.00 × before, now 2.00 ×']);
});

test('a run of some benches leaves the rows of the others', () => {
  const old = results(
    row('a', 1, 'at most 2 ×'),
    row('b', 1, 'at most 2 ×', { bench: 'two' } as Partial<Row>),
  );
  const merged = mergeResults(old, results(row('a again', 1, 'at most 2 ×')));
  expect(merged.rows.map(({ what }) => what)).toEqual(['a again', 'b']);
});

test('the report says what was reached, and the plot escapes its words', () => {
  const found = results(row('a < b & c', 1, 'at most 2 ×'), row('missed', 3, 'at most 2 ×'));
  expect(toReport(found)).toContain('1 of 2 figures reached.');
  expect(toPlot(found)).toContain('a &lt; b &amp; c');
  expect(toPlot(found).match(/class="missed"/g)).toHaveLength(1);
});
