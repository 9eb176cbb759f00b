import { expect, test } from 'vitest';
import { oneLine, toOneLine } from './one-line.ts';

test.each([
  ['plain name é 中 👩‍👩‍👧.md', 'plain name é 中 👩‍👩‍👧.md'],
  ['a\nb\r\nc\td', 'a\\nb\\r\\nc\\td'],
  ['\u001b[31mred\u0000', '\\u001b[31mred\\u0000'],
  ['\u0085next\u2028line', '\\u0085next\\u2028line'],
  ['\u202efdp.md\u2066x', '\\u202efdp.md\\u2066x'],
])('%j is shown as %s', (text, shown) => expect(toOneLine(text)).toBe(shown));

test('what is put into a line cannot leave it, and what is around stays', () =>
  expect(oneLine`**Moved ${'a\n# b'} → ${1}**\n`).toBe('**Moved a\\n# b → 1**\n'));
