import { expect, test } from 'vitest';
import { isVaultError } from '../../../contract/errors.ts';
import { scanNote } from '../markdown/scan.ts';
import { keepOutside } from './keep-outside.ts';
import type { Splice } from './splice.ts';

const apply = (text: string, ...splices: readonly Splice[]) => {
  try {
    return keepOutside({ text, note: scanNote(text) }, splices);
  } catch (thrown) {
    if (isVaultError(thrown)) return thrown.about.reason;
    throw thrown;
  }
};
const put = (start: number, end: number, text: string): Splice => ({ start, end, text });

test('a heading that is replaced may go', () => {
  expect(apply('# A\nx\n', put(0, 4, ''))).toBe('x\n');
  expect(apply('x\n# A\ny\n', put(0, 6, ''))).toBe('y\n');
});

test('a heading goes with one splice while another one is elsewhere', () =>
  expect(apply('# A\nx\n# B\ny\n', put(0, 4, ''), put(10, 11, 'z'))).toBe('x\n# B\nz\n'));

test.each([
  ['its text', put(3, 3, ' more')],
  ['its level', put(1, 1, '#')],
  ['its marks', put(1, 2, '')],
  ['its beginning', put(0, 0, 'x')],
])('a heading that would change %s is kept', (_what, splice) =>
  expect(apply('# A\nx\n', splice)).toBe('patch-rejected'),
);

test('headings on both sides of what is inserted stay where they belong', () =>
  expect(apply('# A\nx\n# B\n', put(4, 6, 'longer\ntext\n'))).toBe('# A\nlonger\ntext\n# B\n'));
