import { expect, test } from 'vitest';
import { notes } from '../../../../../test/support/notes.ts';
import { isVaultError } from '../../../../contract/errors.ts';
import { deleteProperty, readProperties, setProperty, writeProperties } from './frontmatter.ts';

const { properties, quoted } = notes;

const refused = (edit: () => unknown) => {
  try {
    edit();
  } catch (thrown) {
    if (isVaultError(thrown)) return thrown.about.reason;
    throw thrown;
  }
  return 'done';
};

test('172 and 173 only the properties of the note are there', () => {
  const values = readProperties(properties);
  expect(values).toEqual({ title: 'T', tags: ['a', 'work'], date: '2024-01-02' });
  expect(Object.hasOwn(values, 'toString')).toBe(false);
});

test('174 a new list is a block list before the closing fence', () =>
  expect(setProperty(properties, 'list', ['x', 1])).toBe(
    properties.replace('2024-01-02\n', '2024-01-02\nlist:\n  - x\n  - 1\n'),
  ));

test('175 null is a value', () =>
  expect(setProperty(properties, 'nul', null)).toBe(
    properties.replace('2024-01-02\n', '2024-01-02\nnul: null\n'),
  ));

test('176 delete keeps the bytes of the others', () =>
  expect(deleteProperty(quoted, 'a')).toBe("---\nb: 'q' # note\n---\n\nbody\n"));

test('177 the block goes with its last property', () =>
  expect(deleteProperty(deleteProperty(quoted, 'a'), 'b')).toBe('body\n'));

test('the body keeps its indentation when the block goes', () =>
  expect(deleteProperty('---\na: 1\n---\n\n    code\n', 'a')).toBe('    code\n'));

test('comments of its own keep a block alive', () =>
  expect(deleteProperty('---\n# why\na: 1\n---\nx\n', 'a')).toBe('---\n# why\n---\nx\n'));

test('178 deleting what is not there changes nothing', () =>
  expect(deleteProperty(quoted, 'zz')).toBe(quoted));

test('179 an anchor in use is not deleted', () =>
  expect(refused(() => deleteProperty('---\nx: &r 1\ny: *r\n---\n', 'x'))).toBe(
    'frontmatter-invalid',
  ));

test('180 and W20 CRLF stays in the block', () =>
  expect(deleteProperty('---\r\na: 1\r\nb: 2\r\n---\r\nx\r\n', 'a')).toBe(
    '---\r\nb: 2\r\n---\r\nx\r\n',
  ));

test('Y15 blanks after the closing fence stay', () =>
  expect(setProperty('---\na: 1\n---  \n', 'a', 2)).toBe('---\na: 2\n---  \n'));

test('Y16 broken properties are not edited', () =>
  expect(refused(() => setProperty('---\na: b: c\n---\n#t', 'k', 1))).toBe('frontmatter-invalid'));

test('Y20 a JSON object is not edited', () =>
  expect(refused(() => setProperty('---\n{"a": 1}\n---\n', 'a', 2))).toBe('frontmatter-invalid'));

test('a value that looks like a fence stays inside', () =>
  expect(readProperties(setProperty('x\n', 'k', 'a\n---\nb'))).toEqual({ k: 'a\n---\nb' }));

test('a body that is no YAML does not matter', () =>
  expect(readProperties('---\na: 1\n---\n- x: [\n\t}\n')).toEqual({ a: 1 }));

test('a block without properties stays when none is set', () => {
  for (const text of ['---\n---\nx\n', '---\n\n---\n\nx\n'])
    expect(writeProperties(text, {})).toBe(text);
});

test('a block goes with the blank lines in it and below it', () => {
  expect(deleteProperty('---\n\na: 1\n\n---\nx\n', 'a')).toBe('x\n');
  expect(deleteProperty('---\na: 1\n---\n\n \r\n\nx\n', 'a')).toBe('x\n');
});
