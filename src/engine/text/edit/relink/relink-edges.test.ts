import { expect, test } from 'vitest';
import { isVaultError } from '../../../../contract/errors.ts';
import { relink, retargetLinks } from './relink.ts';
import { relinkBase, relinkBaseBlocks } from './relink-base.ts';
import { relinkCanvas } from './relink-canvas.ts';
import type { Retarget } from './relink-target.ts';

const names: Readonly<Record<string, string>> = {
  '': 'never.md',
  A: 'new/B.md',
  'A.md': 'new/B.md',
  'img.png': 'pics/img.png',
  "it's": "that's.md",
};
const newPath = (path: string) => names[path];

const check = (before: string, after: string, count: number) =>
  expect(relink(before, newPath)).toEqual({ text: after, count });
const stays = (text: string) => check(text, text, 0);

test('a link without a path has none to change', () => {
  for (const text of ['[[#h]]', '[t](#h)', '[[]]', '[[ ]]', '[[|x]]', '[t]()', '[t](<>)'])
    stays(text);
});

test('blanks between a path and its subpath stay', () =>
  check('[[A #h]] [[A#h ]]', '[[new/B #h]] [[new/B#h ]]', 2));

test('an image inside a link is a link of its own', () =>
  check('[![i](img.png)](A.md)', '[![i](pics/img.png)](new/B.md)', 2));

test('a reference may be the last thing of a note', () => {
  check('[t][r]\n\n[r]: A.md', '[t][r]\n\n[r]: new/B.md', 1);
  check('[r]: <A.md>', '[r]: <new/B.md>', 1);
});

const property = (before: string, after: string, count: number) =>
  check(`---\n${before}\n---\n`, `---\n${after}\n---\n`, count);

test('properties that lead elsewhere keep every byte, and do not count', () => {
  stays('---\na: "[[C]]"\n---\n');
  property('a: "[[C]]"\nb: "[[A]]"', 'a: "[[C]]"\nb: "[[new/B]]"', 1);
});

test('a link that several properties hold is changed in all of them', () =>
  property(
    'a: "[[A]]"\nb: \'[[A]]\'\nc: "[[A]]" # [[A]]',
    'a: "[[new/B]]"\nb: \'[[new/B]]\'\nc: "[[new/B]]" # [[A]]',
    3,
  ));

test('a property is found where it is spelled in another way, and not where it merely reads so', () => {
  // YAML reads this as the link, though the letters are others.
  const up = String.raw`up: "\u005b[A]]"`;
  for (const other of [
    't: "see [[A]] there"',
    't: "[[A]] there"',
    't: "see [[A]]"',
    String.raw`t: "a \"[[A]]"`,
    "t: 'a ''[[A]]'",
    '# "[[A]]',
  ])
    property(`${other}\n${up}`, `${other}\nup: "[[new/B]]"`, 1);
});

test('a key is no link', () => property('"[[A]]": "[[A]]" # "', '"[[A]]": "[[new/B]]" # "', 1));

test('quotes inside of quotes stay doubled', () =>
  property("up: '[[A|it''s]]'", "up: '[[new/B|it''s]]'", 1));

test.each(['|-', '>-'])('a property in a block after %s is written on one line', (mark) =>
  property(`up: ${mark}\n  [[A]]\nx: 1`, 'up: "[[new/B]]"\nx: 1', 1),
);

const retarget = (before: string, next: ReturnType<Retarget>, after: string) =>
  expect(retargetLinks(before, () => next).text).toBe(after);

test('a new subpath is encoded as its link needs it', () => {
  const next = { subpath: '#a b#c (1)' };
  retarget('[[A#h|x]]', next, '[[A#a b#c (1)|x]]');
  retarget('[t](A.md#h)', next, '[t](A.md#a%20b#c%20%281%29)');
  retarget('[t](<A.md#h>)', next, '[t](<A.md#a b#c (1)>)');
  retarget('[t](#h)', next, '[t](#a%20b#c%20%281%29)');
  retarget('[t](<A.md#h>)', { subpath: '' }, '[t](<A.md>)');
  retarget('[t](A.md#h)', { subpath: '' }, '[t](A.md)');
});

test('a link to the note itself can be led elsewhere', () => {
  retarget('[t](#h)', { path: 'X.md' }, '[t](X.md#h)');
  retarget('[[#h]]', { path: 'X.md' }, '[[X#h]]');
});

test('what leads out of the vault, or nowhere, is not asked for', () => {
  for (const text of ['[t](https://a.md)', '[t]()', '[[ ]]', '[[|x]]'])
    retarget(text, { path: 'X.md' }, text);
});

test('targets are handed over decoded', () => {
  const seen: unknown[] = [];
  retargetLinks('[[A b#h x]] [t](A%20b.md#h%20x) [t](A.md)', (target) => {
    seen.push(target);
    return undefined;
  });
  expect(seen).toEqual([
    { path: 'A b', subpath: '#h x' },
    { path: 'A b.md', subpath: '#h x' },
    { path: 'A.md', subpath: '' },
  ]);
});

test('one bracket may stand in a name, but not at its end', () => {
  expect(relink('[[A]]', () => 'a]b.md').text).toBe('[[a]b]]');
  try {
    relink('[[A]]', () => 'a].md');
    expect.unreachable();
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    const { code, about } = thrown;
    expect([code, about.reason, about.path]).toEqual([
      'invalid-input',
      'path-not-linkable',
      'a].md',
    ]);
  }
});

const canvas = (before: string, after: string, count: number) =>
  expect(
    relinkCanvas(before, (file) => (file === 'x/A.md' ? 'y/B.md' : undefined), newPath),
  ).toEqual({ text: after, count });

test.each([
  ['a file that is not JSON', '{"file":"x/A.md"'],
  ['a node of another file', '{"file":"x/C.md"}'],
  ['a label', '{"label":"[[A]]","x/A.md":1}'],
  ['how a card is escaped', String.raw`{"text":"a\/b \u00e9 [[C]]"}`],
  ['texts that read like members', String.raw`["\"file\":\"x/A.md\"","file",":","x/A.md"]`],
])('a canvas keeps %s', (_what, json) => canvas(json, json, 0));

test('the background of a group is a file, too', () =>
  canvas('{"background" : "x/A.md"}', '{"background" : "y/B.md"}', 1));

const base = (before: string, after: string) =>
  expect(
    relinkBase(before, newPath, (path) => (path === 'Old.md' ? 'New.md' : undefined)).text,
  ).toBe(after);

test('a base keeps the ending of a whole path, and its links to nowhere', () => {
  base('f: file.path == "Old.md"', 'f: file.path == "New.md"');
  base('f: link("#h")', 'f: link("#h")');
});

test('a base keeps its quotes inside of quotes', () => {
  base("f: 'link(''it\\''s'')'", "f: 'link(''that\\''s'')'");
  base("f: link('it\\'s')", "f: link('that\\'s')");
  base('f: link("it\'s")', 'f: link("that\'s")');
  expect(relinkBase('link("A")', () => 'a\\b.md', newPath).text).toBe('link("a\\\\b")');
});

test('only a block that is a base is one, indented or not', () => {
  const block = (path: string) => `  \`\`\`base\n  f: link("${path}")\n  \`\`\`\n`;
  const other = '````js\n```base\nlink("A")\n```\n````\n';
  expect(relinkBaseBlocks(block('A') + other, newPath, newPath)).toEqual({
    text: block('new/B') + other,
    count: 1,
  });
});
