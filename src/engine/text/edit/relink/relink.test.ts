import { expect, test } from 'vitest';
import { fc } from '../../../../../test/support/property.ts';
import { relink } from './relink.ts';
import { relinkBase, relinkBaseBlocks } from './relink-base.ts';
import { relinkCanvas } from './relink-canvas.ts';

const names: Readonly<Record<string, string>> = {
  A: 'new/B.md',
  'A.md': 'new/B.md',
  'My Note.md': 'a (b)/My 1% Note.md',
  'img.png': 'pics/img 2.png',
};
const check = (before: string, after: string) =>
  expect(relink(before, (path) => names[path]).text).toBe(after);

test('W8 wikilinks, embeds and Markdown links keep all but their path', () => {
  check('[[A]] [[A|x]] ![[A#h]] [t](A.md)', '[[new/B]] [[new/B|x]] ![[new/B#h]] [t](new/B.md)');
  check('[[ A | x ]]', '[[ new/B | x ]]');
  check('[[A.md#^id]]', '[[new/B.md#^id]]');
  check('![[img.png|100x50]]', '![[pics/img 2.png|100x50]]');
  check('![alt](img.png "title")', '![alt](pics/img%202.png "title")');
});

test('encoded and angled destinations stay so, and what would break them is encoded', () => {
  check('[t](My%20Note.md#h%20x)', '[t](a%20%28b%29/My%201%25%20Note.md#h%20x)');
  check('[t](<My Note.md#h>)', '[t](<a (b)/My 1%25 Note.md#h>)');
});

test('W9 code is left alone, comments are not', () => {
  check('```\n[[A]]\n```\n`[[A]]` $[[A]]$', '```\n[[A]]\n```\n`[[A]]` $[[A]]$');
  check('%% [[A]] %%', '%% [[new/B]] %%');
});

test('W10 whole links in properties are followed, in lists too, with their quotes', () =>
  check(
    '---\na: "[[A]]"\nb:\n  - \'[[A|x]]\' # note\n  - "[t](A.md)"\nc: A\n---\n[[A]]',
    '---\na: "[[new/B]]"\nb:\n  - \'[[new/B|x]]\' # note\n  - "[t](new/B.md)"\nc: A\n---\n[[new/B]]',
  ));

test('W11 the pipe stays escaped in a table', () =>
  check('| x |\n|---|\n| [[A\\|y]] |', '| x |\n|---|\n| [[new/B\\|y]] |'));

test('reference definitions are followed', () => {
  check('[t][r]\n\n[r]: A.md "title"', '[t][r]\n\n[r]: new/B.md "title"');
  check('[r]: <My Note.md>', '[r]: <a (b)/My 1%25 Note.md>');
});

test('line endings, a byte order mark and everything else stay', () =>
  check('\ufeff# A\r\n[[A]]\r\nA', '\ufeff# A\r\n[[new/B]]\r\nA'));

test('links that are not meant, outer links and self links stay', () => {
  check('[[C]] [[#A]] [A](https://a.md) [[A b]]', '[[C]] [[#A]] [A](https://a.md) [[A b]]');
});

test('W12 canvas nodes and cards are followed, the layout stays', () => {
  const before =
    '{\n\t"nodes":[\n\t\t{"id":"1","file":"x/A.md","x":1},\n\t\t{"text":"see [[A]] \\"file\\": \\"x/A.md\\""}\n\t]\n}';
  const { text, count } = relinkCanvas(
    before,
    (file) => (file === 'x/A.md' ? 'y/B.md' : undefined),
    (path) => names[path],
  );
  expect(text).toBe(before.replace('"x/A.md"', '"y/B.md"').replace('[[A]]', '[[new/B]]'));
  expect(count).toBe(2);
});

test('pointing there and back gives the first bytes', () => {
  const piece = fc.constantFrom(
    '[[A]]',
    '![[A#h|x]]',
    '[t](A.md)',
    ' ',
    '\n',
    '`',
    '|',
    '# ',
    '- ',
    '\r\n',
    '[[',
    ']]',
    '---\n',
    'a: "[[A]]"\n',
    '%%',
    '[r]: A.md\n',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join('');
      const there = relink(text, (path) => (path === 'A' || path === 'A.md' ? 'Q.md' : undefined));
      const back = relink(there.text, (path) =>
        path === 'Q' || path === 'Q.md' ? 'A.md' : undefined,
      );
      expect(back.text).toBe(text);
      expect(back.count).toBe(there.count);
    }),
    { numRuns: 500 },
  );
});

test('a property that embeds a file keeps its mark', () =>
  check('---\nimg: "![[img.png|100]]"\n---\n', '---\nimg: "![[pics/img 2.png|100]]"\n---\n'));

test('only the property that is a link is followed, not what merely reads like it', () => {
  check(
    '---\nt: "see [[A]]"\nup: "[[A]]" # "[[A]]"\n---\n',
    '---\nt: "see [[A]]"\nup: "[[new/B]]" # "[[A]]"\n---\n',
  );
  check('---\nup: >-\n  [[A]]\nx: 1\n---\n', '---\nup: "[[new/B]]"\nx: 1\n---\n');
  check('---\nup: "[[A|a \\"b\\"]]"\n---\n', '---\nup: "[[new/B|a \\"b\\"]]"\n---\n');
});

test('a name that no link can hold is refused', () => {
  for (const [text, name] of [
    ['[[A]]', 'C#.md'],
    ['[t](A.md)', 'C#.md'],
    ['[[A]]', 'a|b.md'],
    ['[[A]]', 'a]].md'],
  ] as const) {
    expect(() => relink(text, () => name)).toThrow(`No link can lead to "${name}".`);
  }
});

const moved = (path: string) => (path === 'Old' ? 'New' : undefined);
const checkBase = (before: string, after: string) =>
  expect(relinkBase(before, (path) => names[path], moved).text).toBe(after);

test('bases are followed in what they ask for', () => {
  checkBase('filters: file.hasLink("A")', 'filters: file.hasLink("new/B")');
  checkBase('filters: \'file.hasLink("A.md")\'', 'filters: \'file.hasLink("new/B.md")\'');
  checkBase('filters: "file.hasLink(\\"A\\")"', 'filters: "file.hasLink(\\"new/B\\")"');
  checkBase("filters: 'x == link(''A'', ''t'')'", "filters: 'x == link(''new/B'', ''t'')'");
  checkBase('f: file("A#h") == this', 'f: file("new/B#h") == this');
  checkBase('f: file.inFolder("Old")', 'f: file.inFolder("New")');
  checkBase('f: file.folder == "Old"', 'f: file.folder == "New"');
  checkBase('# link("A")\nf: mylink("A")', '# link("A")\nf: mylink("A")');
});

test('bases in code blocks are followed, other code is not', () => {
  const block = (path: string) => `\`\`\`base\nfilters: file.hasLink("${path}")\n\`\`\`\n`;
  const other = '```js\nlink("A")\n```\n';
  expect(relinkBaseBlocks(block('A') + other, (path) => names[path], moved)).toEqual({
    text: block('new/B') + other,
    count: 1,
  });
});
