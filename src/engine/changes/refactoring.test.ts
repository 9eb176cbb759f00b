import { expect, test } from 'vitest';
import { caller, harvest, openTestVault } from '../../../test/support/vault.ts';
import { parseVaultPath as p } from '../../contract/paths.ts';
import type { Refactored } from './plan.ts';
import type { Refactoring } from './refactoring.ts';

type Files = Readonly<Record<string, string>>;

/** Does it, compares the whole vault, takes it back, and compares again. */
const check = (
  name: string,
  before: Files,
  run: (refactoring: Refactoring) => Promise<Refactored>,
  after: Files,
) =>
  test(name, async () => {
    const { engine, root } = await openTestVault(before);
    const { refactoring, history } = engine.as(caller());
    const { step } = await run(refactoring);
    expect(harvest(root)).toEqual(after);
    await history.undo(step ?? '');
    expect(harvest(root)).toEqual(before);
  });

const fails = (
  name: string,
  before: Files,
  run: (refactoring: Refactoring) => Promise<Refactored>,
  code: string,
) =>
  test(name, async () => {
    const { engine, root } = await openTestVault(before);
    await expect(run(engine.as(caller()).refactoring)).rejects.toMatchObject({ code });
    expect(harvest(root)).toEqual(before);
  });

const heading = (name: string, to: string) => (refactoring: Refactoring) =>
  refactoring.renameAnchor(p('A.md'), { kind: 'heading', name }, to);

check(
  'a heading is renamed with every link to it',
  {
    'A.md': '# One\n## Two #\ntext [[#Two]] [[A#One#two|x]]\n# Three\n',
    's.md':
      '[[A#Two]] ![[A#One#Two]] [t](A.md#Two) [t](<A.md#Two>) [[A#Three]] [[B#Two]] `[[A#Two]]`',
    't.md': '---\nup: "[[A#Two|x]]"\n---\n[r]: A.md#Two\n| a |\n|-|\n| [[A#Two\\|y]] |\n',
    'c.canvas':
      '{"nodes":[{"type":"file","file":"A.md","subpath":"#Two"},{"type":"text","text":"[[A#Two]]"}]}',
    'B.md': '# Two',
  },
  heading('Two', 'Drei # | 4'),
  {
    'A.md': '# One\n## Drei # | 4 #\ntext [[#Drei 4]] [[A#One#Drei 4|x]]\n# Three\n',
    's.md':
      '[[A#Drei 4]] ![[A#One#Drei 4]] [t](A.md#Drei%204) [t](<A.md#Drei 4>) [[A#Three]] [[B#Two]] `[[A#Two]]`',
    't.md':
      '---\nup: "[[A#Drei 4|x]]"\n---\n[r]: A.md#Drei%204\n| a |\n|-|\n| [[A#Drei 4\\|y]] |\n',
    'c.canvas':
      '{"nodes":[{"type":"file","file":"A.md","subpath":"#Drei 4"},{"type":"text","text":"[[A#Drei 4]]"}]}',
    'B.md': '# Two',
  },
);
check(
  'of two headings of one name the one that is meant is renamed, with the links that lead to it',
  { 'A.md': '# P\n## X\n# Q\n## X\n[[#X]] [[#Q#X]] [[#Q]]' },
  heading('Q::X', 'Y'),
  { 'A.md': '# P\n## X\n# Q\n## Y\n[[#X]] [[#Q#Y]] [[#Q]]' },
);
check(
  'an underlined heading keeps its line',
  { 'A.md': 'Old\n===\n[[#Old]]\r\n' },
  heading('Old', 'New one'),
  { 'A.md': 'New one\n===\n[[#New one]]\r\n' },
);
fails('a heading that is not there', { 'A.md': '# B' }, heading('C', 'D'), 'target-missing');
fails('a name that is taken', { 'A.md': '# B\n# C' }, heading('B', 'c'), 'already-exists');
fails('a heading of two lines', { 'A.md': '# B' }, heading('B', 'a\nb'), 'invalid-input');
fails('a heading without a name', { 'A.md': '# B' }, heading('B', '#'), 'invalid-input');

const block = (name: string, to: string) => (refactoring: Refactoring) =>
  refactoring.renameAnchor(p('A.md'), { kind: 'block', name }, to);
check(
  'a block id is renamed with every link to it, in any case',
  { 'A.md': 'text ^one\n\n- item ^two\n[[#^ONE]]', 's.md': '[[A#^one|x]] ![[a#^One]] [[A#^two]]' },
  block('one', 'uno-1'),
  {
    'A.md': 'text ^uno-1\n\n- item ^two\n[[#^uno-1]]',
    's.md': '[[A#^uno-1|x]] ![[a#^uno-1]] [[A#^two]]',
  },
);
fails('a block id with blanks', { 'A.md': 'a ^b' }, block('b', 'c d'), 'invalid-input');
fails('a block id that is taken', { 'A.md': 'a ^b\n\nc ^d' }, block('b', 'D'), 'already-exists');

check(
  'a tag is renamed in texts and properties, with those below it and not with others',
  {
    'a.md':
      '---\ntags: [old, "#Old/x", older] # mine\n---\n#old text #OLD/y/z. #older `#old` #a/old',
    'b.md': '---\ntag: old\ntitle: old\n---\n[x](y.md#old)',
    'c.md': '---\ntags:\n  - new\n  - old\n---\n',
    'd.md': 'nothing',
    'x.base': 'filters: file.hasTag("old", "other")\n',
    'e.md': '#old\n```base\nfilters: file.hasTag("old/x")\n```\n',
  },
  (refactoring) => refactoring.renameTag('#old', 'new/er'),
  {
    'a.md':
      '---\ntags: [new/er, "#new/er/x", older] # mine\n---\n#new/er text #new/er/y/z. #older `#old` #a/old',
    'b.md': '---\ntag: old\ntitle: old\n---\n[x](y.md#old)',
    'c.md': '---\ntags:\n  - new\n  - new/er\n---\n',
    'd.md': 'nothing',
    'x.base': 'filters: file.hasTag("new/er", "other")\n',
    'e.md': '#new/er\n```base\nfilters: file.hasTag("new/er/x")\n```\n',
  },
);
check(
  'a tag that is merged into another one is not there twice',
  { 'a.md': '---\ntags:\n  - new # kept\n  - old\n  - x\n---\n' },
  (refactoring) => refactoring.renameTag('old', 'new'),
  { 'a.md': '---\ntags:\n  - new # kept\n  - x\n---\n' },
);
fails('a tag of nobody', { 'a.md': '#a' }, (r) => r.renameTag('b', 'c'), 'not-found');
fails('a tag with blanks', { 'a.md': '#a' }, (r) => r.renameTag('a', 'b c'), 'invalid-input');

check(
  'a property is renamed in every note, and only its name',
  {
    'a.md': '---\n# why\nold: [1, "x"] # kept\nother: old\n---\nold',
    'b.md': '---\r\n"Old":\r\n  - a\r\n---\r\n',
    'c.md': '---\nolder: 1\n---\n',
  },
  (refactoring) => refactoring.renameProperty('old', 'new name'),
  {
    'a.md': '---\n# why\nnew name: [1, "x"] # kept\nother: old\n---\nold',
    'b.md': '---\r\nnew name:\r\n  - a\r\n---\r\n',
    'c.md': '---\nolder: 1\n---\n',
  },
);
check(
  'a name that YAML would read as something else is quoted',
  { 'a.md': '---\nold: 1\n---\n' },
  (refactoring) => refactoring.renameProperty('old', 'a: b'),
  { 'a.md': '---\n"a: b": 1\n---\n' },
);
fails(
  'a note that has both properties stops it for all',
  { 'a.md': '---\nold: 1\n---\n', 'b.md': '---\nold: 1\nNew: 2\n---\n' },
  (refactoring) => refactoring.renameProperty('old', 'new'),
  'already-exists',
);

check(
  'notes are merged: texts, properties and links',
  {
    'f/A.md': '---\ntags: [a]\nx: 1\n---\n# A\n[[./C]] [[#A]] [[T]] [[B]] ![[../i.png]]\n',
    'f/B.md': '---\ntags:\n  - b\nx: 2\ny: 3\n---\nB text [[A#A]]',
    'f/C.md': '',
    'C.md': '',
    'i.png': '',
    'T.md': '---\ntags: [t]\n---\nT text [[A|a]]\n',
    's.md': '[[A]] [[B#h|x]] [t](f/A.md#A) [[T]] [[C]]',
    'c.canvas': '{"nodes":[{"type":"file","file":"f/A.md"}]}',
  },
  (refactoring) => refactoring.merge([p('f/A.md'), p('f/B.md')], p('T.md')),
  {
    'f/C.md': '',
    'C.md': '',
    'i.png': '',
    'T.md':
      '---\ntags: [t, a, b]\nx: 1\ny: 3\n---\nT text [[T|a]]\n\n# A\n[[f/C]] [[#A]] [[T]] [[T]] ![[i.png]]\n\nB text [[T#A]]\n',
    's.md': '[[T]] [[T#h|x]] [t](T.md#A) [[T]] [[C]]',
    'c.canvas': '{"nodes":[{"type":"file","file":"T.md"}]}',
    '.trash/f/A.md': '---\ntags: [a]\nx: 1\n---\n# A\n[[./C]] [[#A]] [[T]] [[B]] ![[../i.png]]\n',
    '.trash/f/B.md': '---\ntags:\n  - b\nx: 2\ny: 3\n---\nB text [[A#A]]',
  },
);
fails(
  'a note into itself',
  { 'A.md': '' },
  (r) => r.merge([p('A.md')], p('A.md')),
  'invalid-input',
);
fails(
  'a note that is not there',
  { 'A.md': '' },
  (r) => r.merge([p('B.md')], p('A.md')),
  'not-found',
);

check(
  'a section becomes a note of its own, and links into it lead there',
  {
    'f/A.md':
      '# A\n[[#S]] [[#S#Sub]] [[#^b]] [[#A]]\n## S\ntext ^b\n\n[[./C]] [[#Sub]] [[#A]] [[A]]\n### Sub\nx\n\n## T\nend\n',
    'f/C.md': '',
    'C.md': '',
    'links.md': '[[A#S]] [[A#A#S#Sub|x]] ![[A#^b]] [[A#T]] [t](f/A.md#S)',
  },
  (refactoring) => refactoring.split(p('f/A.md'), 'S', p('g/S.md')),
  {
    'f/A.md': '# A\n[[S#S]] [[S#S#Sub]] [[S#^b]] [[#A]]\n[[S]]\n\n## T\nend\n',
    'g/S.md': '## S\ntext ^b\n\n[[f/C]] [[#Sub]] [[A#A]] [[A]]\n### Sub\nx\n',
    'f/C.md': '',
    'C.md': '',
    'links.md': '[[S#S]] [[S#S#Sub|x]] ![[S#^b]] [[A#T]] [t](S.md#S)',
  },
);
check(
  'a new note of a known name takes no links over',
  { 'A.md': '# S\nx\n', 'p/N.md': '', 's.md': '[[N]]' },
  (refactoring) => refactoring.split(p('A.md'), 'S', p('N.md'), { leave: 'embed' }),
  { 'A.md': '![[N]]\n', 'N.md': '# S\nx\n', 'p/N.md': '', 's.md': '[[p/N]]' },
);
fails(
  'a note that is there is not split into',
  { 'A.md': '# S', 'B.md': '' },
  (refactoring) => refactoring.split(p('A.md'), 'S', p('B.md')),
  'already-exists',
);

test('notes that the caller may not write are left and named', async () => {
  const before = { 'w/a.md': '#old', 'r/b.md': '#old', 'h/c.md': '#old' };
  const { engine, root } = await openTestVault(before);
  const { refactoring } = engine.as(caller({ read: ['r', 'w'], write: ['w'] }));
  expect(await refactoring.renameTag('old', 'new')).toMatchObject({
    changed: 1,
    filesTouched: ['w/a.md'],
    filesLeft: ['r/b.md'],
  });
  expect(harvest(root)).toEqual({ ...before, 'w/a.md': '#new' });
});

check(
  'broken links are pointed to a file, with what stands behind their path',
  { 'A.md': '[[Mos]] ![[Mos#Care|c]] [x](Mos.md) `[[Mos]]` [[Moss]]\n', 'F/Moss.md': '## Care\n' },
  (refactoring) => refactoring.repairLinks('Mos', p('F/Moss.md')),
  {
    'A.md': '[[Moss]] ![[Moss#Care|c]] [x](Mos.md) `[[Mos]]` [[Moss]]\n',
    'F/Moss.md': '## Care\n',
  },
);

fails(
  'what is not broken is not repaired',
  { 'A.md': '[[B]]\n', 'B.md': '' },
  (refactoring) => refactoring.repairLinks('B', p('A.md')),
  'target-missing',
);

fails(
  'links are not pointed to a file that is missing',
  { 'A.md': '[[Mos]]\n' },
  (refactoring) => refactoring.repairLinks('Mos', p('Moss.md')),
  'not-found',
);
