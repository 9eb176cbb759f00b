import { expect, test } from 'vitest';
import { distanceOf } from '../../../../kit/nearest.ts';
import { NoteIndex } from '../note-index.ts';
import { findName, type NameQuery, type NameScope } from './find-name.ts';

const stat = { size: 0, mtime: 0, mtimeNs: 0n, birthtime: 0 };
const files: Record<string, string> = {
  'Projects/Alpha.md': '',
  'Projects/Beta.md': '',
  'Archive/Beta.md': '',
  'Root.md': '',
  'Fm.md': '---\naliases: [Effem]\n---',
  'Board.canvas': '{}',
  'pics/fig.png': '',
  'Cafe\u0301.md': '',
  'case/Note.md': '',
  'case2/note.md': '',
};
const indexOf = (more: Record<string, string> = {}) => {
  const index = new NoteIndex();
  for (const [path, text] of Object.entries({ ...files, ...more })) index.update(path, text, stat);
  return index;
};
const all: NameScope = { mayRead: () => true };
const check = (
  name: string,
  query: Partial<NameQuery>,
  wanted: unknown,
  { scope = all, index = indexOf() } = {},
) =>
  test(name, () =>
    expect(findName(index, { kind: 'name', text: '', ...query }, scope)).toMatchObject(
      wanted as object,
    ),
  );

for (const text of ['Alpha', 'Projects/Alpha', 'projects/alpha', '[[Alpha#h|x]]', 'alpha']) {
  check(`B27 ${text} is a name`, { text }, { found: 'Projects/Alpha.md' });
}
check(
  'B27 a name with .md is a path',
  { text: 'Alpha.md' },
  { suggestions: ['Projects/Alpha.md'] },
);
check(
  'B28 several matches',
  { text: 'Beta' },
  {
    matches: ['Archive/Beta.md', 'Projects/Beta.md'],
    total: 2,
  },
);
check(
  'B29 an exact path',
  { kind: 'path', text: 'Projects/Beta.md' },
  { found: 'Projects/Beta.md' },
);
const withRoot = { index: indexOf({ 'Beta.md': '' }) };
check('B30 the root is not preferred', { text: 'Beta' }, { total: 3 }, withRoot);
check('B30 the path at the root', { text: 'Beta.md' }, { found: 'Beta.md' }, withRoot);
check(
  'B32 an alias for reading',
  { text: 'effem', byAlias: true },
  {
    found: 'Fm.md',
    resolvedBy: 'alias',
  },
);
check('B32 no alias for changing', { text: 'Effem' }, { found: undefined, suggestions: [] });
check(
  'B33 letter case counts in a path',
  { kind: 'path', text: 'projects/alpha.md' },
  {
    found: undefined,
    suggestions: ['Projects/Alpha.md'],
  },
);
check('B34 Unicode forms do not count', { text: 'Caf\u00e9' }, { found: 'Cafe\u0301.md' });
check('B34 nor in a path', { kind: 'path', text: 'Caf\u00e9' }, { found: 'Cafe\u0301.md' });
check(
  'B38 what the policy hides is not counted',
  { text: 'Beta' },
  { found: 'Projects/Beta.md' },
  {
    scope: { mayRead: (path) => !path.startsWith('Archive/') },
  },
);
check(
  'what the policy hides is not suggested',
  { text: 'Bet' },
  { suggestions: ['Projects/Beta.md'] },
  {
    scope: { mayRead: (path) => !path.startsWith('Archive/') },
  },
);
check('the exact case wins', { text: 'note' }, { found: 'case2/note.md' });
check(
  'excluded files give way',
  { text: 'Beta' },
  { found: 'Archive/Beta.md' },
  {
    scope: { ...all, isExcluded: (path) => path.startsWith('Projects/') },
  },
);
check('a canvas by its name', { kind: 'file', text: 'board.canvas' }, { found: 'Board.canvas' });
check('an attachment by the end of its path', { text: 'pics/fig.png' }, { found: 'pics/fig.png' });
check('a path without .md', { kind: 'path', text: 'Root' }, { found: 'Root.md' });
check('a slip of the finger', { text: 'Alhpa' }, { suggestions: ['Projects/Alpha.md'] });
check('one letter off', { text: 'Alphs' }, { suggestions: ['Projects/Alpha.md'] });
check('nothing at all', { text: ' ' }, { found: undefined, suggestions: [] });

test.each([
  ['', '', 0],
  ['kitten', 'sitting', 3],
  ['abc', 'abc', 0],
  ['abc', 'xyz', 3],
  ['a', 'aaaaa', 4],
])('from %j to %j', (a, b, distance) => expect(distanceOf(a, b, 3)).toBe(distance));
