import { expect, test } from 'vitest';
import { toSize } from './numbers.ts';
import { toLine } from './progress.ts';
import { widthOf } from './style.ts';
import { shorten, toTable } from './table.ts';
import { toAge, toMoment, toShort } from './times.ts';

test('a bar is as long as the work is done, a wheel turns where the end is unknown', () => {
  expect(toLine({ done: 10, total: 20 }, 0)).toBe(
    `Reading notes ${'█'.repeat(15)}${'░'.repeat(15)} 10 of 20`,
  );
  expect(toLine({ stage: 'writing', done: 640, total: 1000 }, 0)).toBe(
    `Writing files ${'█'.repeat(19)}${'░'.repeat(11)} 640 of 1000`,
  );
  expect(toLine(undefined, 1)).toBe('⠙ Working…');
  expect(toLine({ done: 20, total: 20 }, 0)).toBe('⠋ Working…');
});

test('tables are as wide as the terminal at most, and line up whatever the letters', () => {
  const rows = [
    ['苔の庭.md', '1'],
    ['a-very-long-name-that-goes-on.md', '22'],
  ];
  expect(toTable([{ isFlexible: true }, { align: 'right' }], rows, 20)).toEqual([
    '苔の庭.md          1',
    'a-very-long-nam…  22',
  ]);
  expect(toTable([{}, {}], rows, 100)[0]).toBe('苔の庭.md                         1');
});

test('width counts what is seen, not codes or marks', () => {
  expect(widthOf('\x1b[31mé\x1b[39m')).toBe(1);
  expect(widthOf('e\u0301')).toBe(1);
  expect(widthOf('庭🌱')).toBe(4);
  expect(widthOf('\x1b]8;;file:///x\x1b\\a\x1b]8;;\x1b\\')).toBe(1);
  expect(shorten('abcdef', 4)).toBe('abc…');
});

test('sizes and times are said as people say them', () => {
  const now = Date.parse('2026-05-10T12:00:00Z');
  expect([0, 999, 1500, 2_500_000].map(toSize)).toEqual(['0 B', '999 B', '1.5 KB', '2.5 MB']);
  expect(toAge('2026-05-10T11:58:30Z', now)).toBe('1 min ago');
  expect(toAge('2025-05-10T11:58:30Z', now)).toBe('2025-05-10');
  expect(toShort('2026-05-10T11:58:30Z', '2026-05-10T12:00:00Z')).toMatch(/^\d\d:\d\d:\d\d$/);
  expect(toShort('2026-01-10T11:58:30Z', '2026-05-10T12:00:00Z')).toMatch(
    /^2026-01-1\d \d\d:\d\d$/,
  );
});

test('moments are ago, days or times', () => {
  const now = Date.parse('2026-05-10T12:00:00Z');
  expect(toMoment('2h', now)).toBe('2026-05-10T10:00:00.000Z');
  expect(toMoment('3d', now)).toBe('2026-05-07T12:00:00.000Z');
  expect(toMoment('2026-05-01T10:00:00Z')).toBe('2026-05-01T10:00:00.000Z');
  expect(toMoment('2026-05-01')).toBe(new Date('2026-05-01T00:00').toISOString());
  expect(() => toMoment('soon')).toThrow('is not a time');
});
