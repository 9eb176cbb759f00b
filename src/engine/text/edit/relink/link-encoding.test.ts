import { expect, test } from 'vitest';
import { encodeAngled, encodePath, encodeSubpath } from './link-encoding.ts';

test.each([
  ['plain-name_1.md', 'plain-name_1.md', 'plain-name_1.md', 'plain-name_1.md'],
  ['a b', 'a%20b', 'a%20b', 'a b'],
  ['a\tb', 'a%09b', 'a%09b', 'a\tb'],
  ['a\nb', 'a%0Ab', 'a%0Ab', 'a%0Ab'],
  ['a\u00a0b', 'a%C2%A0b', 'a%C2%A0b', 'a\u00a0b'],
  ['#1 (x)', '%231%20%28x%29', '#1%20%28x%29', '%231 (x)'],
  ['<5%>\\', '%3C5%25%3E%5C', '%3C5%25%3E%5C', '%3C5%25%3E%5C'],
  ['ÄÖ/日本', 'ÄÖ/日本', 'ÄÖ/日本', 'ÄÖ/日本'],
])('%j as a path, a subpath and between angle brackets', (name, path, subpath, angled) =>
  expect([encodePath(name), encodeSubpath(name), encodeAngled(name)]).toEqual([
    path,
    subpath,
    angled,
  ]),
);
