import { expect, test } from 'vitest';
import { toOneLine } from './one-line.ts';

const check = (text: string, line: string) => expect(toOneLine(text)).toBe(line);

test('lines of a paragraph are one sentence', () => check('The seat\nwall', 'The seat wall'));

test('headings and paragraphs are kept apart', () =>
  check('One.\n\n## Two\nThree.\n\nFour.', 'One. · Two · Three. · Four.'));

test('lists, tasks, quotes and callouts lose their marks', () =>
  check('- [ ] Sow\n- [x] Reap\n> [!tip] Rest\n> a while', 'Sow · Reap · Rest · a while'));

test('rows of a table are cells, and lines without words are left out', () =>
  check('| Part | Price |\n| --- | ---: |\n| Seat | 7 |\n---', 'Part · Price · Seat · 7'));

test('a number is no mark in the middle of a line', () =>
  check('In 2026. Later', 'In 2026. Later'));

test('a link that is cut in two is text', () =>
  check('review|The review]] went to [[Table of', 'The review went to Table of'));

test('names of blocks and footnotes are left out', () =>
  check('the bend ^\uE000seat\uE001-bend\n^alone\n[^1]: Brick', 'the bend · Brick'));
