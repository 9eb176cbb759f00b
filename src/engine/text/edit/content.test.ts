import { expect, test } from 'vitest';
import { withoutOwnHeading } from './content.ts';

test.each([
  ['text', 'text'],
  ['# A\nx\n\ny', 'x\n\ny'],
  ['# A\n\nx', 'x'],
  ['# A\n \t\n\nx', '\nx'],
  ['\n \n# A\nx', 'x'],
  ['before\n# A\nx', 'before\n# A\nx'],
  ['# B\nx', '# B\nx'],
  ['# A', ''],
])('%j without the heading of its section', (content, rest) =>
  expect(withoutOwnHeading(content, 'Top::A')).toBe(rest),
);
