import { expect, test } from 'vitest';
import { notes } from '../../../../test/support/notes.ts';
import { isVaultError } from '../../../contract/errors.ts';
import {
  type Replaced,
  type Replacement,
  type ReplaceScope,
  replaceSteps,
  substitute,
  toPattern,
} from './replace.ts';

function run(text: string, replacements: readonly Replacement[], scope?: ReplaceScope): Replaced {
  const steps = replaceSteps(text, replacements, scope);
  let step = steps.next();
  while (step.done !== true) step = steps.next(substitute(step.value));
  return step.value;
}

const check = (
  text: string,
  replacements: Replacement | readonly Replacement[],
  after: string,
  counts: readonly number[],
  scope?: ReplaceScope,
) => {
  const result = run(text, 'search' in replacements ? [replacements] : replacements, scope);
  expect(result.text).toBe(after);
  expect(result.perReplacement.map(({ count }) => count)).toEqual(counts);
  expect(result.totalReplacements).toBe(counts.reduce((sum, count) => sum + count, 0));
  return result.perReplacement;
};

const refused = (text: string, replacement: Replacement, scope: ReplaceScope) => {
  try {
    run(text, [replacement], scope);
  } catch (thrown) {
    if (isVaultError(thrown)) return thrown.about.reason;
    throw thrown;
  }
  return 'done';
};

const { properties, quoted } = notes;

test('156 a literal replacement stays literal', () => {
  check('abc', { search: 'b', replace: '$&x', caseSensitive: false }, 'a$&xc', [1]);
  check('aBc', { search: 'b', replace: '$1$$', caseSensitive: false }, 'a$1$$c', [1]);
  check('a.c', { search: '.', replace: '(' }, 'a(c', [1]);
});

test('157 groups expand in a regular expression', () =>
  check('abc', { search: '(b)(c)', replace: '$2$1', useRegex: true }, 'acb', [1]));

test('158 replacements see what the ones before them made', () =>
  check(
    'abc',
    [
      { search: 'a', replace: 'b' },
      { search: 'b', replace: 'c' },
    ],
    'ccc',
    [1, 2],
  ));

test('159 nothing found is no failure', () =>
  check('abc', { search: 'z', replace: 'y' }, 'abc', [0]));

test('160 only the first match', () => {
  check('aaa', { search: 'a', replace: 'b', replaceAll: false }, 'baa', [1]);
  check('aaa', { search: 'a', replace: '[$&]', replaceAll: false, useRegex: true }, '[a]aa', [1]);
});

test('161 whole words', () => {
  check('cat concat', { search: 'cat', replace: 'dog', wholeWord: true }, 'dog concat', [1]);
  check('ab abc', { search: 'ab|c', replace: 'x', wholeWord: true, useRegex: true }, 'x abc', [1]);
});

test('162 flexible blanks', () =>
  check('a \n b', { search: 'a b', replace: 'x', flexibleWhitespace: true }, 'x', [1]));

test('163 and 164 patterns are handed out as they will run', () => {
  expect(toPattern({ search: '(', replace: '', useRegex: true })).toEqual({
    source: '(',
    flags: '',
  });
  expect(toPattern({ search: 'a', replace: '', useRegex: true, wholeWord: true }).source).toBe(
    '\\b(?:a)\\b',
  );
});

test('165 the frontmatter is out of reach by default', () => {
  check(properties, { search: 'work', replace: 'play' }, properties, [0]);
});

test('166 the frontmatter on request', () => {
  const [count] = check(
    properties,
    { search: 'work', replace: 'play' },
    properties.replace('work', 'play'),
    [1],
    'frontmatter',
  );
  expect(count).toMatchObject({ frontmatterCount: 1, bodyCount: 0 });
});

test('167 the first match in both is that of the frontmatter', () => {
  const text = '---\na: x\n---\nx x\n';
  const once = { search: 'x', replace: 'y', replaceAll: false };
  check(text, once, '---\na: y\n---\nx x\n', [1], 'both');
  check('---\na: z\n---\nx x\n', once, '---\na: z\n---\ny x\n', [1], 'both');
});

test('168 frontmatter that would break is refused', () => {
  expect(refused(quoted, { search: "'q'", replace: "'q" }, 'frontmatter')).toBe(
    'frontmatter-invalid',
  );
  expect(refused(quoted, { search: 'a: 1', replace: '---' }, 'both')).toBe('frontmatter-invalid');
  expect(refused(quoted, { search: 'a: 1\n', replace: 'a: 1\n---\n' }, 'both')).toBe(
    'frontmatter-invalid',
  );
});

test('169 fences never match', () =>
  check(quoted, { search: '---', replace: '+++' }, quoted, [0], 'both'));

test('171 the start of the body is not the start of its text', () => {
  check(quoted, { search: '^body', replace: 'x', useRegex: true }, quoted, [0]);
  check('body', { search: '^body', replace: 'x', useRegex: true }, 'x', [1]);
  check('\ufeffbody', { search: '^body', replace: 'x', useRegex: true }, '\ufeffx', [1]);
});

test('an empty match does not run for ever', () =>
  check('ab', { search: 'x*', replace: '-', useRegex: true }, '-a-b-', [3]));

const both = '---\na: x\n---\nx\n';

test('a scope is all that is looked at, and both halves when both are meant', () => {
  const replacement = { search: 'x', replace: 'y' };
  check(both, replacement, '---\na: y\n---\nx\n', [1], 'frontmatter');
  check(both, replacement, '---\na: x\n---\ny\n', [1], 'body');
  check(both, replacement, '---\na: y\n---\ny\n', [2], 'both');
  check(both, { ...replacement, replaceAll: false }, '---\na: y\n---\nx\n', [1], 'both');
});

test('a body can be changed below properties that cannot be read', () =>
  check('---\na: b: c\n---\nx\n', { search: 'x', replace: 'y' }, '---\na: b: c\n---\ny\n', [1]));

test('the line ending before the closing fence belongs to the fence', () => {
  for (const eol of ['\n', '\r\n']) {
    const text = ['---', 'a: x', '---', ''].join(eol);
    check(text, { search: `x${eol}`, replace: 'y' }, text, [0], 'frontmatter');
  }
});

test('blanks are as they are, unless they may be any', () => {
  const loose = { replace: '-', flexibleWhitespace: true };
  check('a  b', { search: 'a b', replace: '-' }, 'a  b', [0]);
  check('a  b', { ...loose, search: 'a b' }, '-', [1]);
  check('a b', { ...loose, search: 'a  b' }, '-', [1]);
});
