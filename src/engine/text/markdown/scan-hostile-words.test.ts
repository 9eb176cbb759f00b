import { expect, test } from 'vitest';
import { scanNote } from './scan.ts';

/** What stands within lines. Half a megabyte of each: quadratic work would not end in time. */
const hostile = [
  '[',
  '![',
  '[[',
  '[[a',
  '[a](',
  '[a](b "',
  '[a](<',
  '![a](b)',
  ']',
  '`',
  '` ',
  '`` ` ',
  '$',
  '$a ',
  '$$ ',
  '<',
  '<a ',
  '<a b="',
  '<!--',
  '<!-- ',
  '<?',
  '\\',
  '#',
  '#a',
  '^[',
  '[^',
  '[^a]',
  '%% ',
  '|',
  '(k:: ',
  '[k:: ',
  '[k:: [',
  '::',
  '✅ 2024-01-01 ',
  '_#a',
];

test.each(hostile)('half a megabyte of %j is no trouble', { timeout: 30_000 }, (unit) => {
  const half = unit.repeat(Math.ceil(250_000 / unit.length));
  const note = scanNote(`${half}\n${half}`);
  expect(note.length).toBeGreaterThan(499_999);
});

test('openers and closers far apart are no trouble', () => {
  for (const [open, close] of [
    ['[', '](x)'],
    ['![\n', '](x)\n'],
    ['[k:: ', ']'],
    ['<!--\n\n', '-->\n'],
  ]) {
    expect(scanNote(open?.repeat(100_000) + (close ?? '').repeat(100_000)).length).toBeGreaterThan(
      0,
    );
  }
});
