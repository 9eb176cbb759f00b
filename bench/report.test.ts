import { expect, test } from 'vitest';
import { toExponent } from './exponent.ts';
import { toGrowthPlot } from './growth-plot.ts';
import type { Row } from './measure.ts';
import { toPlot } from './plot.ts';
import { toFigures } from './readme.ts';
import { toReadmePlot } from './readme-plot.ts';
import { mergeResults, type Results, regressions, toReport } from './report.ts';
import { margin } from './table.ts';

function row(what: string, ratio: number, reach: string, more: Partial<Row> = {}) {
  const ok = margin({ ratio, reach } as Row) >= 1;
  const rest = { unit: 'ms', ours: ratio, beside: 'a peer', theirs: 1, runs: 5, spread: 0.1 };
  return { bench: 'one', what, ratio, reach, ok, ...rest, ...more };
}

function results(...rows: ReturnType<typeof row>[]): Results {
  return { machine: 'a machine', rows };
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

test('a bench that failed replaces only what it has measured', () => {
  const old = results(row('a', 1, 'at most 2 ×'), row('b', 1, 'at most 2 ×'));
  const merged = mergeResults(old, results(row('a', 3, 'at most 2 ×')), false);
  expect(merged.rows.map(({ what, ratio }) => [what, ratio])).toEqual([
    ['b', 1],
    ['a', 3],
  ]);
});

test('every row that is missed is named with its reason, or that there is none yet', () => {
  const found = toReport(
    results(row('durable writes of 2 KB', 0.5, 'at least 1 ×'), row('odd', 3, 'at most 2 ×')),
  );
  expect(found).toContain('**durable writes of 2 KB**, 0.500 × a peer, to reach at least 1 ×. Six');
  expect(found).toContain('**odd**, 3.00 × a peer, to reach at most 2 ×. Not explained yet.');
});

test('a goal shows its worst row, and says when it was not measured', () => {
  const stat = { bench: 'search' } as Partial<Row>;
  const found = toReport(
    results(
      row('search: rare word, 10 notes', 0.5, 'at most 1 ×', stat),
      row('search: common word, 10 notes', 2, 'at most 1 ×', stat),
    ),
  );
  expect(found).toContain('| search beside ripgrep (worst of 2) | search: common word, 10 notes |');
  expect(found).toContain('| durable writes | not measured |');
});

test.each([
  [[1, 1, 1], 0],
  [[2, 20, 200], 1],
  [[1, 100, 10_000], 2],
])('costs of %j at 10, 100 and 1,000 notes have the exponent %d', (values, exponent) => {
  const points = values.map((value, n) => ({ notes: 10 ** (n + 1), value }));
  expect(toExponent(points)).toBeCloseTo(exponent);
});

test('growth is shown at each size, and a small change of its exponent is no regression', () => {
  const points = [10, 100].map((notes) => ({ notes, value: notes / 10 }));
  const grown = (ours: number) =>
    row('growth: start', ours, 'at most 1 ×', { unit: 'as the exponent of s', points });
  expect(toReport(results(grown(0.1)))).toContain('| growth: start | s | 1.00 | 10.0 | 0.10 |');
  expect(regressions(results(grown(0.01)), [grown(0.1)])).toEqual([]);
  expect(regressions(results(grown(0.01)), [grown(0.5)])).toHaveLength(1);
});

test('the figures are those of the fastest other, in the order of what matters', () => {
  const peer = (beside: string, theirs: number) =>
    row('first contact: search, 10000 generated notes', 0.3 / theirs, 'at most 1 ×', {
      ...{ bench: 'contact-peers', unit: 's', ours: 0.3, theirs, beside },
    } as Partial<Row>);
  const move = { bench: 'moves', unit: 's', ours: 0.4, theirs: 9, beside: 'far' } as Partial<Row>;
  const found = results(
    row('move with 1000 backlinks', 0.04, 'at most 0.2 ×', move),
    peer('slow', 20),
    peer('fast <1>', 5),
  );
  const lines = toFigures(found).split('\n').slice(2, 4);
  expect(lines.map((line) => line.split(' | ').slice(1).join(', '))).toEqual([
    '300 ms, 5.00 s (fast <1>) |',
    '400 ms, 9.00 s (far) |',
  ]);
  expect(toReadmePlot(found).match(/class="ours"/g)).toHaveLength(2);
  expect(toReadmePlot(found)).toContain('fast &lt;1></text>');
});

test('plots can be drawn of nothing', () => {
  for (const plot of [toPlot, toReadmePlot, toGrowthPlot]) {
    expect(plot(results())).not.toMatch(/NaN|Infinity|undefined/);
  }
});

test('the report says what was reached, and the plot escapes its words', () => {
  const found = results(row('a < b & c', 1, 'at most 2 ×'), row('missed', 3, 'at most 2 ×'));
  expect(toReport(found)).toContain('1 of 2 figures reached.');
  expect(toPlot(found)).toContain('a &lt; b &amp; c');
  expect(toPlot(found).match(/class="missed"/g)).toHaveLength(1);
});
