import { expect, test } from 'vitest';
import { mergeNoteTexts } from './merge-notes.ts';

const check = (name: string, base: string, ours: string, theirs: string, merged?: string) =>
  test(name, () => expect(mergeNoteTexts(base, ours, theirs)).toBe(merged));

const note = (properties: string, body = 'text\n') => `---\n${properties}---\n${body}`;

check('edits of different lines are joined', 'a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n', 'A\nb\nC\n');
check('different edits of one line are not joined', 'a\n', 'b\n', 'c\n');
check(
  'neighbouring properties are joined one by one',
  note('a: 1\nb: 1\n'),
  note('a: 2\nb: 1\n'),
  note('a: 1\nb: 2\n'),
  note('a: 2\nb: 2\n'),
);
check(
  'a property that both added with one value is there once',
  note('a: 1\n'),
  note('status: done\na: 1\n'),
  note('a: 1\nstatus: done\nb: 2\n'),
  note('status: done\na: 1\nb: 2\n'),
);
check(
  'a property that both set to different values is not joined',
  note('a: 1\n'),
  note('a: 2\n'),
  note('a: 3\n'),
);
check(
  'lists get what either side added, and lose what either removed',
  note('tags: [a, b]\n'),
  note('tags: [a, b, c]\n'),
  note('tags: [b, d]\n'),
  note('tags: [b, c, d]\n'),
);
check(
  'a property that one side removed is gone, with the other side still edited',
  note('a: 1\nb: 1\n'),
  note('a: 1\n'),
  note('a: 2\nb: 1\n'),
  note('a: 2\n'),
);
check(
  'properties of one side join with the body of the other',
  note('a: 1\n', 'one\n'),
  note('a: 2\n', 'one\n'),
  note('a: 1\n', 'two\n'),
  note('a: 2\n', 'two\n'),
);
check(
  'frontmatter that is no mapping is joined by lines',
  note('- a\n- b\n'),
  note('- A\n- b\n'),
  note('- a\n- b\n', 'more\n'),
  note('- A\n- b\n', 'more\n'),
);
