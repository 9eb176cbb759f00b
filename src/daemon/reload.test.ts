import { expect, test } from 'vitest';
import { compareVaults } from './reload.ts';

const open = ['/a', '/b'].map((path) => ({ config: { path } }));
const check = (
  wanted: readonly { path: string; name?: string }[],
  added: string[],
  removed: string[],
) => {
  const found = compareVaults(open, wanted);
  expect(found.added.map(({ path }) => path)).toEqual(added);
  expect(found.removed.map(({ config }) => config.path)).toEqual(removed);
};

test('one more', () => check([{ path: '/a' }, { path: '/b' }, { path: '/c/' }], ['/c/'], []));
test('one less', () => check([{ path: '/a' }], [], ['/b']));
test('another name makes another vault', () =>
  check([{ path: '/a' }, { path: '/b', name: 'B' }], ['/b'], ['/b']));
test('the default vault stays until the next start', () => {
  check([{ path: '/b' }, { path: '/c' }], ['/c'], []);
  check([{ path: '/a', name: 'A' }, { path: '/b' }], [], []);
  check([], [], ['/b']);
});
