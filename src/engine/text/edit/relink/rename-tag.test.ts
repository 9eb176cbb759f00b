import { expect, test } from 'vitest';
import { isVaultError } from '../../../../contract/errors.ts';
import { bare, renameTag, renameTagInBase } from './rename-tag.ts';

const check = (before: string, after: string, count: number) =>
  expect(renameTag(before, 'old', 'new')).toEqual({ text: after, count });

test('a tag and those below it are renamed, and no others', () => {
  check('#old #OLD/a #older #a/old `#old`', '#new #new/a #older #a/old `#old`', 2);
  check('nothing', 'nothing', 0);
});

test.each([
  ['tags: [old, x]', 'tags: [new, x]', 1],
  ['tags: ["#old/a", older]', 'tags: ["#new/a", older]', 1],
  ['tags: old, x old/b', 'tags: new, x new/b', 2],
  ['TAG: old', 'TAG: new', 1],
  ['tagging: old\nmytags: [old]', 'tagging: old\nmytags: [old]', 0],
  ['tags:\n  - new # kept\n  - old\n  - x', 'tags:\n  - new # kept\n  - x', 1],
  ['tags:\n  - old\n  - New', 'tags:\n  - new\n  - New', 1],
  ['tags: [x, x, 5, old]', 'tags: [x, x, 5, new]', 1],
  ['t: 1\ntags: [old]', 't: 1\ntags: [new]', 1],
  ['tags: ["#New", old]', 'tags: ["#New"]', 1],
  ['tags: 5\ntag: [old]', 'tags: 5\ntag: [new]', 1],
  ['tags:\n  a: old', 'tags:\n  a: old', 0],
])('in the properties %j', (before, after, count) =>
  check(`---\n${before}\n---\n`, `---\n${after}\n---\n`, count),
);

test('properties that cannot be read do not stop the text', () =>
  check('---\ntags: b: c\n---\n#old', '---\ntags: b: c\n---\n#new', 1));

test('properties without the tag keep every byte', () =>
  check('---\ntags:   [ x ]\n---\n', '---\ntags:   [ x ]\n---\n', 0));

test('marks and slashes of the names do not matter', () => {
  expect(renameTag('#a/b #a', '##a/', ' #c// ').text).toBe('#c/b #c');
  expect(renameTag('#a #A', 'a', 'A')).toEqual({ text: '#A #A', count: 1 });
  expect(bare(' ##a/b// ')).toBe('a/b');
});

test.each(['', 'a b', '1', 'a#b'])('%j is no name for a tag', (name) => {
  try {
    renameTag('#old', 'old', name);
    expect.unreachable();
  } catch (thrown) {
    expect(isVaultError(thrown) && thrown.about.reason).toBe('tag-invalid');
  }
});

const base = (before: string, after: string, count: number) =>
  expect(renameTagInBase(before, 'old', 'new')).toEqual({ text: after, count });

test('a base asks for the new tag', () => {
  base('f: file.hasTag("old", \'x\', "#old/a")', 'f: file.hasTag("new", \'x\', "#new/a")', 2);
  base('f: "file.hasTag(\\"old\\")"', 'f: "file.hasTag(\\"new\\")"', 1);
  base('f: hasTag("old") || hasTag("old")', 'f: hasTag("new") || hasTag("new")', 2);
});

test('a base keeps what is no such tag', () => {
  for (const text of ['f: "old"', 'f: myhasTag("old")', 'f: hasTag("older", old)', 'f: hasTag()'])
    base(text, text, 0);
});

test('signs that mean something in a replacement mean nothing here', () =>
  base('f: hasTag("old", "$$x$&")', 'f: hasTag("new", "$$x$&")', 1));
