import { expect, test } from 'vitest';
import { isVaultError } from '../../../../contract/errors.ts';
import { hasProperty, renameProperty } from './rename-property.ts';

const check = (yaml: string, from: string, to: string, after: string) =>
  expect(renameProperty(`---\n${yaml}\n---\na: x\n`, from, to)).toEqual({
    text: `---\n${after}\n---\na: x\n`,
    count: after === yaml ? 0 : 1,
  });
const stays = (yaml: string, from: string, to: string) => check(yaml, from, to, yaml);

const fails = (yaml: string, from: string, to: string) => {
  try {
    renameProperty(`---\n${yaml}\n---\n`, from, to);
  } catch (thrown) {
    if (isVaultError(thrown)) return thrown.code;
    throw thrown;
  }
  return 'done';
};

test('only the name changes', () => {
  check('# why\na: [1] # kept\nb: a', 'a', 'c', '# why\nc: [1] # kept\nb: a');
  check('b: 1\n"A": |\n  a: 2\n', 'a', 'new', 'b: 1\nnew: |\n  a: 2\n');
  check('2024: x', '2024', 'year', 'year: x');
  check('a:', 'a', 'b', 'b:');
});

test('a property may be spelled in another case', () => {
  check('a: 1', 'a', 'A', 'A: 1');
  check('Ab: 1', 'aB', 'AB', 'AB: 1');
});

test('what is not there, or has the name already, stays', () => {
  stays('ab: 1\nc: a', 'a', 'x');
  stays('a: 1', 'a', 'a');
  stays('a: 1\na b: c: d', 'a', 'x');
  expect(renameProperty('a: 1\n', 'a', 'b')).toEqual({ text: 'a: 1\n', count: 0 });
});

test.each([
  ['a b', 'a b'],
  ['_x/y-1', '_x/y-1'],
  ['été', 'été'],
  ['a: b', '"a: b"'],
  ['1st', '"1st"'],
  ['-x', '"-x"'],
  ['a ', '"a "'],
  [' a', '" a"'],
  ['a#', '"a#"'],
])('%j is written as %s', (name, key) => check('old: 1', 'old', name, `${key}: 1`));

test('a name that is taken is refused', () => {
  expect(fails('a: 1\nB: 2', 'a', 'b')).toBe('already-exists');
  expect(fails('a: 1\nb: 2', 'A', 'B')).toBe('already-exists');
});

test('a name that YAML takes for a value is refused', () =>
  expect(fails('a: 1', 'a', 'null')).toBe('invalid-input'));

test('a property is there in any case, and only as a whole', () => {
  const text = '---\nAb: 1\n---\nc: 2\n';
  expect(['ab', 'AB', 'a', 'c', 'toString'].map((name) => hasProperty(text, name))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(hasProperty('ab: 1\n', 'ab')).toBe(false);
});
