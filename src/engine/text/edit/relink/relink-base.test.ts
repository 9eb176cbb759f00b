import { expect, test } from 'vitest';
import { baseLinks, relinkBase, relinkBaseBlocks } from './relink-base.ts';

/** The note A is now B's, and the folder `old` is now `new`. */
const newPath = (path: string) => (path === 'A' ? `B's "own"` : path === 'C' ? 'D' : undefined);
const moved = (path: string) => (path === 'old' ? 'new' : undefined);

const check = (before: string, after: string, count = 1) =>
  expect(relinkBase(before, newPath, moved)).toEqual({ text: after, count });

test.each([
  ['double quotes', `f: link("A")`, String.raw`f: link("B's \"own\"")`],
  ['single quotes', `f: link('A')`, String.raw`f: link('B\'s "own"')`],
  [
    'double quotes inside a text of YAML',
    String.raw`f: "link(\"A\")"`,
    String.raw`f: "link(\"B's \\\"own\\\"\")"`,
  ],
  [
    'single quotes inside a text of YAML',
    `f: 'link(''A'')'`,
    String.raw`f: 'link(''B\''s "own"'')'`,
  ],
])('a new name is written with the escapes of %s', (_, before, after) => check(before, after));

test.each([
  ['a subpath stays', 'f: link("C#part")', 'f: link("D#part")'],
  ['the ending stays', 'f: link("C.md")', 'f: link("C.md")', 0],
  ['a subpath alone names no file', 'f: link("#part")', 'f: link("#part")', 0],
  ['a folder is named whole', 'f: file.inFolder("old")', 'f: file.inFolder("new")'],
  ['a folder is no link', 'f: file.inFolder("C")', 'f: file.inFolder("C")', 0],
  ['a path with a hash is one path', 'f: file.path == "old#x"', 'f: file.path == "old#x"', 0],
  ['paths are compared', 'f: file.folder != "old"', 'f: file.folder != "new"'],
  ['a comment is left alone', '  # link("C")\nf: link("C")', '  # link("C")\nf: link("D")'],
  ['a hash inside a line is no comment', 'f: "#" + link("C")', 'f: "#" + link("D")'],
  ['a comment ends with its line', '# x\nf: link("C")', '# x\nf: link("D")'],
])('%s', (_, before, after, count = 1) => check(before, after, count));

test('links of a base are its links without subpaths, and no folders', () =>
  expect(baseLinks('f: link("A#x")\ng: file.hasLink("C")\nh: file.inFolder("old")')).toEqual([
    'A',
    'C',
  ]));

test('escapes are read in every kind of quotes', () =>
  expect(
    baseLinks(
      [
        String.raw`a: link("x\"y")`,
        String.raw`b: "link(\"x\\\"y\")"`,
        `c: 'link(''x'')'`,
        String.raw`d: link('x\'y')`,
      ].join('\n'),
    ),
  ).toEqual(['x"y', 'x"y', 'x', "x'y"]));

const block = (link: string, fence = '```', info = 'base') =>
  `${fence}${info}\nf: link("${link}")\n${fence}\n`;

test.each([
  ['after other text', 'text\n\n', '```', 'base'],
  ['with tildes', '', '~~~', 'base'],
  ['with a long fence', '', '`````', 'base'],
  ['with blanks around its name', '', '```', ' base \t'],
])('a base block %s is followed', (_, above, fence, info) =>
  expect(relinkBaseBlocks(above + block('C', fence, info), newPath, moved)).toEqual({
    text: above + block('D', fence, info),
    count: 1,
  }),
);

test.each([
  ['another language', block('C', '```', 'basement')],
  ['a word before it', block('C', '```', 'data base')],
  ['a word after it', block('C', '```', 'base data')],
  ['no fence', 'base\nf: link("C")\n'],
  ['a fence inside the code', '```text\n```base`` \nf: link("C")\n```\n'],
])('%s is no base block', (_, text) =>
  expect(relinkBaseBlocks(text, newPath, moved)).toEqual({ text, count: 0 }),
);

test('two base blocks are followed, each at its place', () => {
  const text = (link: string) => `one\n\n${block(link)}\ntwo\n\n${block(link)}`;
  expect(relinkBaseBlocks(text('C'), newPath, moved)).toEqual({ text: text('D'), count: 2 });
});
