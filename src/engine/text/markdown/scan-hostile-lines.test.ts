import { expect, test } from 'vitest';
import { scanNote } from './scan.ts';

/** What begins lines, or is some. Half a megabyte of each: quadratic work would not end in time. */
const hostile = [
  '> ',
  '- ',
  '1. ',
  '* ',
  '\t',
  '> \n',
  '- a\n',
  '- a\n  ',
  '>- ',
  '```\n',
  '~~~ ',
  '$$\n',
  '%%\n',
  '<!--\n',
  '<div>\n',
  '|a|\n',
  '|-|\n',
  'a\n|-\n',
  '# \n',
  'a\n=\n',
  '[a]: b\n',
  '[^a]: b\n',
  '^a\n',
  'a ^a\n',
  '- ✅\n',
  '![\n',
  '](x)\n',
  '\n',
  'a\n\n',
  '    a\n',
  '---\n',
  '> - > - ',
  '<a\n',
];

test.each(hostile)('half a megabyte of %j is no trouble', { timeout: 30_000 }, (unit) => {
  const half = unit.repeat(Math.ceil(250_000 / unit.length));
  const note = scanNote(`${half}\n${half}`);
  expect(note.length).toBeGreaterThan(499_999);
});

test('deep nesting and then many lines is no trouble', () => {
  expect(scanNote(`${'- '.repeat(10_000)}a${'\n'.repeat(500_000)}b`).listItems).toHaveLength(100);
  expect(scanNote(`${'> '.repeat(10_000)}a\n`.repeat(20)).sections).toHaveLength(1);
});
