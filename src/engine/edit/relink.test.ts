import fc from 'fast-check';
import { expect, test } from 'vitest';
import { relink } from './relink.ts';
import { relinkCanvas } from './relink-canvas.ts';

const names: Readonly<Record<string, string>> = {
  A: 'new/B.md',
  'A.md': 'new/B.md',
  'My Note.md': 'a (b)/My #1 Note.md',
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
  check('[t](My%20Note.md#h%20x)', '[t](a%20%28b%29/My%20%231%20Note.md#h%20x)');
  check('[t](<My Note.md#h>)', '[t](<a (b)/My %231 Note.md#h>)');
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
  check('[r]: <My Note.md>', '[r]: <a (b)/My %231 Note.md>');
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
