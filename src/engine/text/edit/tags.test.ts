import { expect, test } from 'vitest';
import { notes } from '../../../../test/support/notes.ts';
import { isVaultError } from '../../../contract/errors.ts';
import { addTags, listTags, removeTags, type TagChange } from './tags.ts';

const { tagged } = notes;

const check = (change: TagChange, text: string, applied: string[], skipped: string[] = []) =>
  expect(change).toEqual({ text, applied, skipped });

const refused = (edit: () => unknown) => {
  try {
    edit();
  } catch (thrown) {
    if (isVaultError(thrown)) return thrown.about.reason;
    throw thrown;
  }
  return 'done';
};

test('181 tags by place, code left alone', () =>
  expect(listTags(tagged)).toEqual({ frontmatter: ['a'], inline: ['x'], all: ['a', 'x'] }));

test('182 a tag joins the list, comments stay', () =>
  check(
    addTags(tagged, ['#b', 'a'], 'frontmatter'),
    tagged.replace('  - a\n', '  - a\n  - b\n'),
    ['b'],
    ['a'],
  ));

test('183 a tag goes on a line of its own at the end', () => {
  check(addTags(tagged, ['y'], 'inline'), `${tagged}\n#y\n`, ['y']);
  check(addTags('x\n', ['y', 'z'], 'inline'), 'x\n#y #z\n', ['y', 'z']);
});

test('184 tags leave both places', () =>
  check(
    removeTags(tagged, ['x', 'a', 'q'], 'both'),
    '---\n# c\nt: 1\n---\n\nBody and `#code` end',
    ['a', 'x'],
    ['q'],
  ));

test('186 a block is made without a blank line', () =>
  check(addTags('plain', ['n'], 'frontmatter'), '---\ntags:\n  - n\n---\nplain', ['n']));

test('187 a text of tags becomes a list', () =>
  check(
    addTags('---\ntags: a, b\n---\nx\n', ['c'], 'frontmatter'),
    '---\ntags:\n  - a\n  - b\n  - c\n---\nx\n',
    ['c'],
  ));

test('187 more between the tags of a text than there has to be is no tag', () =>
  check(
    addTags('---\ntags: "a,, b , "\n---\nx\n', ['c'], 'frontmatter'),
    '---\ntags:\n  - a\n  - b\n  - c\n---\nx\n',
    ['c'],
  ));

test('187 a text of tags that need not change stays', () =>
  check(
    addTags('---\ntags: a, b\n---\nx\n', ['a'], 'frontmatter'),
    '---\ntags: a, b\n---\nx\n',
    [],
    ['a'],
  ));

test('188 the key, and the block, go with the last tag', () => {
  check(removeTags('---\ntags: [a]\nt: 1\n---\nx\n', ['a'], 'both'), '---\nt: 1\n---\nx\n', ['a']);
  check(removeTags('---\ntags: [a]\n---\nx\n', ['a'], 'both'), 'x\n', ['a']);
});

test('189 only that tag goes', () => {
  check(removeTags('#a #a/b #ab a#a', ['a'], 'inline'), '#a/b #ab a#a', ['a']);
  check(removeTags('x #a#b #a #a y', ['a'], 'inline'), 'x #b y', ['a']);
});

test('190 the grammar of tags in text', () =>
  expect(listTags('#1984 #1990s (#p \\#e #a#b x **#c** [#l](u#f)').inline).toEqual([
    '1990s',
    'a',
    'b',
    'c',
    'l',
  ]));

test('191 items that are no texts survive', () =>
  check(addTags('---\ntags: [1, a]\n---\n', ['b'], 'frontmatter'), '---\ntags: [1, a, b]\n---\n', [
    'b',
  ]));

test('192 broken frontmatter stops both halves', () => {
  expect(refused(() => addTags('---\na: b: c\n---\n', ['x'], 'both'))).toBe('frontmatter-invalid');
  expect(refused(() => addTags('---\na: b: c\n---\n', ['x'], 'inline'))).toBe('done');
});

test('what cannot be a tag in text is refused there', () => {
  for (const tag of ['a b', '1984', 'a,b', 'a#b']) {
    expect(refused(() => addTags('x', [tag], 'inline'))).toBe('tag-invalid');
  }
});

test('a tag after an open code fence is refused', () =>
  expect(refused(() => addTags('```\ncode\n', ['x'], 'inline'))).toBe('patch-rejected'));

test('tags in any spelling of the key, blank names ignored', () =>
  check(
    addTags('---\nTags:\n- a\n---\n', [' #b ', '#', ''], 'frontmatter'),
    '---\nTags:\n- a\n- b\n---\n',
    ['b'],
  ));

test('the other tags stay when one goes', () => {
  const remove = (yaml: string, tags: readonly string[]) =>
    removeTags(`---\n${yaml}\n---\n`, tags, 'frontmatter').text;
  expect(remove('tags: [a, "#b", 5, a/c]', ['a'])).toBe('---\ntags: ["#b", 5, a/c]\n---\n');
  expect(remove('tags: [a, b]', ['#b'])).toBe('---\ntags: [a]\n---\n');
  expect(remove('tags: a, b', ['q'])).toBe('---\ntags: a, b\n---\n');
});

test('tags that are there are not written again', () => {
  check(addTags('x #a', ['a'], 'inline'), 'x #a', [], ['a']);
  check(addTags('x #a\n', ['a', 'b'], 'inline'), 'x #a\n#b\n', ['b'], ['a']);
});

test.each([
  ['x #a y', 'x y'],
  ['x #a\ny', 'x\ny'],
  ['x\t#a', 'x'],
  ['#a x', 'x'],
  ['#a\tx', 'x'],
  ['#a #a y', 'y'],
  ['x, #a, y', 'x,, y'],
  ['**#a** x', '**** x'],
])('a tag leaves %j with one blank beside it', (before, after) =>
  expect(removeTags(before, ['a'], 'inline').text).toBe(after),
);

test('the tags of a note are those of its tag keys, the newer key first', () => {
  const tags = (yaml: string) => listTags(`---\n${yaml}\n---\n`).frontmatter;
  expect(tags('tag: old\ntitle: t\ntags: [b, "", 5, "#c", b]')).toEqual(['b', 'c', 'old']);
  expect(tags('mytags: x\ntagsy: [y]\nTag: " a,, b "')).toEqual(['a', 'b']);
  expect(tags('tags: 5')).toEqual([]);
});

test('the key of the tags is found among others', () =>
  check(
    addTags('---\nt: x\ntags: [a]\n---\n', ['## b'], 'frontmatter'),
    '---\nt: x\ntags: [a, b]\n---\n',
    ['b'],
  ));

test('tags that are neither a list nor a text are refused', () => {
  for (const value of ['5', '{ a: 1 }'])
    expect(refused(() => addTags(`---\ntags: ${value}\n---\n`, ['a'], 'frontmatter'))).toBe(
      'frontmatter-invalid',
    );
});

test('what cannot be a tag is an input that cannot be used', () =>
  expect(() => addTags('x', ['a b'], 'inline')).toThrow(
    expect.objectContaining({ code: 'invalid-input' }),
  ));
