import { expect, test } from 'vitest';
import { displayText } from './links.ts';
import type { Note } from './note.ts';
import { scanNote } from './scan.ts';

const tagsOf = (text: string) => scanNote(text).tags.map(({ tag }) => tag);
const tags = (name: string, text: string, ...wanted: string[]) =>
  test(name, () => expect(tagsOf(text)).toEqual(wanted));

tags('T1 plain and nested tags', '#a #b/c', '#a', '#b/c');
tags('T2 digits alone are no tag', '#1984 #y1984', '#y1984');
tags('T3 a slash makes digits a tag', '#2024/12/11', '#2024/12/11');
tags('T4 punctuation before blocks', '(#a) "#b" .#c x—#d');
tags('T5 any white space before allows', 'x\t#a x\u00a0#b x\u3000#c', '#a', '#b', '#c');
tags('T6 inside plain brackets', '[x #h]', '#h');
tags('T7 inside link text', '[Discord #tf](https://x.y)', '#tf');
tags('T8 not in inline code', '`#a`');
tags('T9 not in a fence', '```\n#a\n```');
tags('T10 not in math', 'm $a #ra b$ n\n\n$$\n#q\n$$');
tags('a dollar without a partner hides nothing', 'for $5 #a, or $6 #b', '#a', '#b');
tags('T11 not in an inline HTML comment', 'a <!-- #x --> b');
tags('T12 not in an HTML block', '<div>\nhello #t\n</div>');
tags('T13 in an inline comment', '%% #in-comment %%', '#in-comment');
test('T14 a block comment has tags but no list items', () => {
  const note = scanNote('%%\n- [ ] #task x\n%%');
  expect(note.tags.map(({ tag }) => tag)).toEqual(['#task']);
  expect(note.listItems).toEqual([]);
  expect(note.sections.map(({ type }) => type)).toEqual(['comment']);
});
tags('T15 tag directly after tag', '#tl#tm', '#tl', '#tm');
tags('T16 tag after a slash', '#tn/#to', '#tn/', '#to');
tags('T17 tag in underscore emphasis', 'x _#uc_ y', '#uc');
tags('T18 tag after an underscore', 'snake_case_#wc', '#wc');
tags('T19 tag at the start of a table cell', '|a|b|\n|-|-|\n|#uo|x|', '#uo');
tags('T20 tag right after an escape', '\\[\\[#Escaped Links\\]\\]', '#Escaped');
tags('T21 not in wikilinks', '[[Note#Heading]] [[#H]] [[N|see #x]]');
tags('T22 not in a bare address', 'https://a.b/c#d');
test('T23 a heading with a tag', () => {
  const note = scanNote('# #tag in heading');
  expect(note.headings.map(({ text }) => text)).toEqual(['#tag in heading']);
  expect(note.tags.map(({ tag }) => tag)).toEqual(['#tag']);
});
tags('T24 a comma ends a tag and blocks the next', '#tag,#two', '#tag');
tags('T25 a fence with an info string closes nothing', '```md\n```ts\nx #u\n```\n#v', '#v');
tags('T26 any script and emoji', '#été #日本 #🌱/🌿', '#été', '#日本', '#🌱/🌿');

interface Expected {
  links?: (string | [target: string, display: string])[];
  embeds?: [target: string, display: string][];
}
const links = (name: string, text: string, { links = [], embeds = [] }: Expected) =>
  test(name, () => {
    const note = scanNote(text);
    const show = (list: Note['links']) => list.map((link) => [link.target, displayText(link)]);
    const wanted = links.map((link) => (typeof link === 'string' ? [link, link] : link));
    expect(show(note.links)).toEqual(wanted);
    expect(show(note.embeds)).toEqual(embeds);
    for (const link of [...note.links, ...note.embeds]) {
      expect(text.slice(link.start, link.end)).toMatch(/^!?\[.*[\])]$/s);
    }
  });

links('L1 a plain wikilink', '[[A]]', { links: ['A'] });
links('L2 with display', '[[A|b]]', { links: [['A', 'b']] });
links('L3 with headings', '[[A#H1#H2]]', { links: [['A#H1#H2', 'A > H1 > H2']] });
links('L4 to a heading here', '[[#H]]', { links: [['#H', 'H']] });
links('L5 to a block', '[[A#^id]]', { links: [['A#^id', 'A > ^id']] });
links('L6 the second pipe is display', '[[a#b||c]]', { links: [['a#b', '|c']] });
links('L7 nothing inside', '[[]]', {});
links('L8 a leading pipe is literal', '[[|x]]', { links: ['|x'] });
links('L9 one bracket does not close', '[[Sq]uare]]', { links: ['Sq]uare'] });
links('L10 the innermost pair wins', '[[Nested [[Inner]] x]]', { links: ['Inner'] });
links('L11 not across lines', '[[Multi\nLine]]', {});
links('L12 an embed with a size', '![[pic.png|100x145]]', { embeds: [['pic.png', '100x145']] });
links('L13 a Markdown link is decoded', '[t](My%20Note.md#How%20to)', {
  links: [['My Note.md#How to', 't']],
});
links('L14 an angled destination', '[t](<My Note.md>)', { links: [['My Note.md', 't']] });
links('L15 a raw blank in a destination', '[t](My Note.md)', {});
links('L16 reserved characters stay encoded', '[t](a%26b.md)', { links: [['a%26b.md', 't']] });
links('L17 external and empty destinations', '[t](https://x.y) [t]()', {});
links('L18 a Markdown link to a heading here', '[h](#heading)', { links: [['#heading', 'h']] });
links('L19 not in code', '`[[A]]`\n\n```\n[[A]]\n```', {});
links('L20 not in an HTML comment', '<!-- [[A]] -->', {});
links('L21 in a comment', '%% [[A]] %%', { links: ['A'] });
links('L22 an address in brackets', '[[https://example.com]]', { links: ['https://example.com'] });
links('L23 an escaped pipe in a table', '|a|b|\n|-|-|\n|[[A\\|b]]|c|', { links: [['A', 'b']] });
links('L24 the subpath starts at the first #', '[[pa#th/x]]', {
  links: [['pa#th/x', 'pa > th/x']],
});
links('L25 after an HTML tag', 'text<br>[[A]]', { links: ['A'] });
test('L26 in a heading', () => {
  const note = scanNote('## See [[A]]');
  expect(note.headings.map(({ text }) => text)).toEqual(['See [[A]]']);
  expect(note.links.map(({ target }) => target)).toEqual(['A']);
});

links('an image is an embed', '![alt|100](a.png)', { embeds: [['a.png', 'alt|100']] });
links('an escaped mark embeds nothing', '\\![[A]]', { links: ['A'] });
links('an image inside a link', '[![i](i.png)](A.md)', {
  links: [['A.md', '![i](i.png)']],
  embeds: [['i.png', 'i']],
});
links('a title is no part of the destination', '[t](A.md "T")', { links: [['A.md', 't']] });
links('a link text over two lines', '[a\nb](A.md)', { links: [['A.md', 'a\nb']] });
links('inline code over two lines hides', 'a `b\n[[A]]` c', {});
links('an unclosed code span hides nothing', 'a ` b [[A]]', { links: ['A'] });
links('percent signs that decode to nothing stay', '[t](a%ZZb.md)', { links: [['a%ZZb.md', 't']] });

interface Item {
  line: number;
  parent: number;
  task?: string;
  col?: number;
  endLine?: number;
}
const items = (name: string, text: string, wanted: Item[], sections?: string[]) =>
  test(name, () => {
    const note = scanNote(text);
    const found = note.listItems.map((item, index) => ({
      line: item.line,
      parent: item.parent,
      ...(item.task === undefined ? {} : { task: item.task }),
      ...(wanted[index]?.col === undefined
        ? {}
        : { col: item.start - (text.lastIndexOf('\n', item.start - 1) + 1) }),
      ...(wanted[index]?.endLine === undefined ? {} : { endLine: item.endLine }),
    }));
    expect(found).toEqual(wanted);
    if (sections) expect(note.sections.map(({ type }) => type)).toEqual(sections);
  });

items('K1 a child starts where the content of its parent starts', '- [ ] a\n    - [ ] b', [
  { line: 0, parent: -1, task: ' ' },
  { line: 1, parent: 0, task: ' ', col: 2 },
]);
items('K2 a root item names the first line of its list', `${'\n'.repeat(7)}- a\n- b`, [
  { line: 7, parent: -7 },
  { line: 8, parent: -7 },
]);
items(
  'K3 another marker is another list',
  '- a\n* b\n+ c\n1. d\n1) e',
  [0, 1, 2, 3, 4].map((line) => ({ line, parent: line === 0 ? -1 : -line })),
  ['list', 'list', 'list', 'list', 'list'],
);
items('K4 any character is a status', '- [/] a\n- [x] b\n- [-] c', [
  { line: 0, parent: -1, task: '/' },
  { line: 1, parent: -1, task: 'x' },
  { line: 2, parent: -1, task: '-' },
]);
items(
  'K5 tasks in a callout',
  '> [!todo]\n> - [ ] a\n>     - [ ] b',
  [
    { line: 1, parent: -1, task: ' ' },
    { line: 2, parent: 1, task: ' ' },
  ],
  ['callout'],
);
items(
  'K6 one blank of indent after a blank line is a sibling',
  '- [ ] p\n    - [ ] c\n\n - [ ] s',
  [
    { line: 0, parent: -1, task: ' ', endLine: 0 },
    { line: 1, parent: 0, task: ' ' },
    { line: 3, parent: -1, task: ' ' },
  ],
  ['list'],
);
items('K7 continuation lines belong to the item', '- [ ] t\n    more\n    more2', [
  { line: 0, parent: -1, task: ' ', endLine: 2 },
]);
items('K8 an indented fence belongs to the item', '- [ ] t\n  ```\n  - x\n  ```', [
  { line: 0, parent: -1, task: ' ', endLine: 3 },
]);
items('K9 a numbered item behind a task box', '- [ ] 1. x', [
  { line: 0, parent: -1, task: ' ' },
  { line: 0, parent: 0, col: 6 },
]);
items('K10 a zero-width space makes text', '- a\n\u200b\t- [ ] x', [
  { line: 0, parent: -1, endLine: 1 },
]);
items(
  'K11 no tasks in comments and code',
  '%%\n- [ ] a\n%%\n\n<!--\n- [ ] b\n-->\n\n```\n- [ ] c\n```',
  [],
  ['comment', 'html', 'code'],
);
items('K12 a tab of indent', '- a\n\t- [ ] b', [
  { line: 0, parent: -1 },
  { line: 1, parent: 0, task: ' ', col: 1 },
]);
items('a box without text is a task', '- [ ]', [{ line: 0, parent: -1, task: ' ' }]);
items('an item before blank lines and a sibling reaches to the first blank line', '- a\n\n\n- b', [
  { line: 0, parent: -1, endLine: 1 },
  { line: 3, parent: -1, endLine: 3 },
]);

/** The column in which each item starts. */
const starts = (name: string, text: string, ...wanted: number[]) =>
  test(name, () => {
    const columns = scanNote(text).listItems.map(
      ({ start }) => start - (text.lastIndexOf('\n', start - 1) + 1),
    );
    expect(columns).toEqual(wanted);
  });

starts('an item inside starts where the text of the one around it does', '- a\n    - b', 0, 2);
starts('a tab that is partly used up counts as used', '- a\n\t- b', 0, 1);
starts('a number below ten takes four columns', '1. a\n    1. b\n        1. c', 0, 4, 8);
starts('a number in parentheses takes what it has', '1) a\n    1) b', 0, 3);
starts('a number with two digits takes what it has', '10. a\n     1. b', 0, 4);
starts('three blanks are enough below a number', '1. a\n   - b', 0, 3);
starts('all lines have to have the fourth column', '1. a\n    1. b\n        - c\n\n   d', 0, 3, 7);
starts('the blanks before a number count too', '- a\n    1. b\n        - c', 0, 2, 8);
