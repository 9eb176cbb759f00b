import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../../test/support/folder.ts';
import { keyNamed, secretOf } from '../../../test/support/rest.ts';
import { restLimits } from '../../contract/rest-limits.ts';
import { KeyCheck } from './key-check.ts';
import { RestKeys } from './keys.ts';

/** What one connection may do with a key, while keys change. */
function openCheck() {
  const clock = { ms: Date.parse('2026-01-01'), now: () => clock.ms };
  const keys = new RestKeys({
    file: join(freshFolder(), 'keys.json'),
    configured: [keyNamed('k', { expires: '2026-02-01T00:00:00Z' })],
    clock,
    onRead: () => undefined,
  });
  const check = new KeyCheck(keys, clock, restLimits);
  const connection = {};
  const find = (name: string) => check.find(`Bearer ${secretOf(name)}`, connection)?.name;
  return { clock, keys, find };
}

test('a right key on a connection does not let a wrong one in', () => {
  const { find } = openCheck();
  expect(['k', 'k', 'wrong', 'k'].map(find)).toEqual(['k', 'k', undefined, 'k']);
});

test('a key that is removed is wrong on a connection that has used it', () => {
  const { keys, find } = openCheck();
  expect(find('k')).toBe('k');
  keys.configure([]);
  expect(find('k')).toBe(undefined);
});

test('a key that expires is wrong on a connection that has used it', () => {
  const { clock, find } = openCheck();
  expect(find('k')).toBe('k');
  clock.ms = Date.parse('2026-02-02');
  expect(find('k')).toBe(undefined);
});
