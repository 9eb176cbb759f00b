import { expect, test } from 'vitest';
import { headerValues, headerWords, onlyHeader } from './headers.ts';

const request = {
  rawHeaders: ['Host', 'a', 'X-List', 'one, two', '__proto__', 'x', 'x-list', 'b'],
};

test('every value of a header is found, whatever the case of its name', () =>
  expect(headerValues(request, 'x-list')).toEqual(['one, two', 'b']));

test('a value is not taken for a name', () => expect(headerValues(request, 'a')).toEqual([]));

test('a header that comes twice has no only value', () => {
  expect(onlyHeader(request, 'host')).toBe('a');
  expect(onlyHeader(request, 'x-list')).toBeUndefined();
  expect(onlyHeader(request, 'none')).toBeUndefined();
});

test('a list may be spread over several headers', () =>
  expect(headerWords(request, 'x-list')).toEqual(['one', 'two', 'b']));

test('names of inherited members are names like any other', () => {
  expect(headerValues(request, '__proto__')).toEqual(['x']);
  expect(headerValues(request, 'constructor')).toEqual([]);
});
