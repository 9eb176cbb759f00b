import { expect, test } from 'vitest';
import { joinNotes } from './join-notes.ts';

const check = (text: string, other: string, expected: string) =>
  expect(joinNotes(text, other)).toBe(expected);

test.each([
  ['bodies are set apart by a blank line', 'one\n\n\n', '\n\ntwo\n\n', 'one\n\ntwo\n'],
  ['an empty note takes the other body as it is', '', 'two\n', 'two\n'],
  ['a blank note does, too', ' \n\n', 'two\n', 'two\n'],
  ['an empty other changes nothing', 'one', '', 'one'],
  ['a blank other changes nothing', 'one\n\n', ' \n\n', 'one\n\n'],
  ['line endings are those of the note', 'one\r\n', 'two\nthree\n', 'one\r\n\r\ntwo\r\nthree\r\n'],
])('%s', (_, text, other, expected) => check(text, other, expected));

const withTags = (...tags: string[]) =>
  `---\ntags:\n${tags.map((tag) => `  - ${tag}\n`).join('')}---\n`;

test('lists are united, each value once', () =>
  check(withTags('a', 'b'), withTags('b', 'c'), withTags('a', 'b', 'c')));

test('a single value joins a list, once', () => {
  check(withTags('a'), '---\ntags: b\n---\n', withTags('a', 'b'));
  check(withTags('a'), '---\ntags: a\n---\n', withTags('a'));
});

test('neither nothing nor an object joins a list', () => {
  check(withTags('a'), '---\ntags: null\n---\n', withTags('a'));
  check(withTags('a'), '---\ntags:\n  deep: 1\n---\n', withTags('a'));
});

test('a property that the note lacks, or has without a value, comes along', () => {
  check('---\na: 1\n---\n', '---\nb: 2\n---\n', '---\na: 1\nb: 2\n---\n');
  check('---\na: null\n---\n', '---\na: 2\n---\n', '---\na: 2\n---\n');
});

test('where both have a value the own one stays', () =>
  check('---\na: 1\n---\n', '---\na: 2\n---\n', '---\na: 1\n---\n'));
