import { expect, test } from 'vitest';
import { unifiedDiff } from './unified-diff.ts';

test.each([
  ['Grün/Café 🌱.md', 'Grün/Café 🌱.md'],
  ['日本語.md', '日本語.md'],
  ['a "b".md', 'a "b".md'],
  ['one\ntwo\u202e.md', 'one\\u000atwo\\u202e.md'],
])('the name %j is shown as %j', (path, shown) =>
  expect(unifiedDiff(path, 'old\n', 'new\n')).toEqual([
    `--- a/${shown}`,
    `+++ b/${shown}`,
    '@@ -1,1 +1,1 @@',
    '-old',
    '+new',
  ]),
);

test('a new note is compared with nothing', () =>
  expect(unifiedDiff('a.md', undefined, 'new\n').slice(0, 2)).toEqual([
    '--- /dev/null',
    '+++ b/a.md',
  ]));

test('equal texts have no difference', () => expect(unifiedDiff('a.md', 'x', 'x')).toEqual([]));
