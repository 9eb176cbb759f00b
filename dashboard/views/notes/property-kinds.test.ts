import { expect, test } from 'vitest';
import { kindOf, toItems, toTags } from './property-kinds.ts';

test('a property is edited by the type that the vault gives it', () => {
  expect(kindOf('done', null, 'checkbox')).toBe('checkbox');
  expect(kindOf('due', '', 'date')).toBe('date');
  expect(kindOf('aliases', ['a'], 'aliases')).toBe('list');
  expect(kindOf('tags', 'a, b', undefined)).toBe('tags');
});

test('a value that does not fit its type is edited as what it is', () => {
  expect(kindOf('done', 'soon', 'checkbox')).toBe('text');
  expect(kindOf('due', 'some day', 'date')).toBe('text');
  expect(kindOf('rating', '5', 'number')).toBe('text');
  expect(kindOf('who', [{ a: 1 }], 'multitext')).toBe('other');
});

test('without a type the value decides', () => {
  expect(kindOf('a', 5, undefined)).toBe('number');
  expect(kindOf('a', false, undefined)).toBe('checkbox');
  expect(kindOf('a', '2026-01-31', undefined)).toBe('date');
  expect(kindOf('a', '2026-01-31T10:00', undefined)).toBe('datetime');
  expect(kindOf('a', { b: 1 }, undefined)).toBe('other');
  expect(kindOf('a', null, undefined)).toBe('text');
});

test('tags are read from lists and from text', () => {
  expect(toTags(['#a', 'b'])).toEqual(['a', 'b']);
  expect(toTags('a, #b  c')).toEqual(['a', 'b', 'c']);
  expect(toTags(null)).toEqual([]);
});

test('an empty item of a list is not shown', () =>
  expect(toItems(['a', null, '', 0])).toEqual(['a', '0']));
