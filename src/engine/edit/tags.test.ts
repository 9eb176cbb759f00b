import { expect, test } from 'vitest';
import { notes } from '../../../test/support/notes.ts';
import { isVaultError } from '../../contract/errors.ts';
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
  expect(refused(() => addTags('---\na: b: c\n---\n', ['x'], 'both'))).toBe('frontmatter_invalid');
  expect(refused(() => addTags('---\na: b: c\n---\n', ['x'], 'inline'))).toBe('done');
});

test('what cannot be a tag in text is refused there', () => {
  for (const tag of ['a b', '1984', 'a,b', 'a#b']) {
    expect(refused(() => addTags('x', [tag], 'inline'))).toBe('tag_invalid');
  }
});

test('a tag after an open code fence is refused', () =>
  expect(refused(() => addTags('```\ncode\n', ['x'], 'inline'))).toBe('patch_rejected'));

test('tags in any spelling of the key, blank names ignored', () =>
  check(
    addTags('---\nTags:\n- a\n---\n', [' #b ', '#', ''], 'frontmatter'),
    '---\nTags:\n- a\n- b\n---\n',
    ['b'],
  ));
