import { expect, test } from 'vitest';
import { PatternThread } from './pattern-thread.ts';
import { guardedPatterns } from './patterns.ts';

/** Long enough for a thread that has to wait for a busy machine. */
const patterns = guardedPatterns(new PatternThread(1000));
const evil = `${'a'.repeat(40)}!`;

test('nested repeats take no time at all', () => {
  expect(patterns.compile('(a+)+$', '').test(evil)).toBe(false);
  expect(patterns.compile('(a|aa)+$', 'g').replace(evil, 'x')).toBe(evil);
  expect(patterns.compile('(a*)*b', '').split(evil)).toEqual([evil]);
});

test('what needs backtracking is ended when it takes too long', () => {
  for (const source of ['(?=a)(a+)+$', '(a+)+\\1$', '(?<!b)(a|a)+\\1$']) {
    expect(() => patterns.compile(source, '').test(evil)).toThrow(
      expect.objectContaining({ code: 'timed-out' }),
    );
  }
  expect(() => patterns.compile('(a+)+$', 'i').test(evil)).toThrow(/takes too long/);
});

test('after that, patterns still work', () => {
  expect(patterns.compile('(?=a)(a+)+b', 'i').test('xxAAb')).toBe(true);
  expect(patterns.compile('(?=a)(a+)+b', 'g').replace('aab aab', 'x')).toBe('x x');
  expect(patterns.compile('(?<=a)-+(?=b)', '').split('a--b', 1)).toEqual(['a']);
});

test('captures that took no part are empty', () =>
  expect(patterns.compile('(a)|b', '').split('xby')).toEqual(['x', '', 'y']));
