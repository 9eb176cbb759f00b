import { expect, test } from 'vitest';
import { fc } from '../../test/support/property.ts';
import { VaultError } from './errors.ts';
import { comparePaths, isWithin, parentOf, parseVaultPath } from './paths.ts';

const check = (raw: string, path: string) => expect(parseVaultPath(raw)).toBe(path);
const refuses = (raw: string, code: string) =>
  expect(() => parseVaultPath(raw)).toThrow(expect.objectContaining({ code }));

test('the root has many spellings', () => {
  for (const raw of ['', '/', '.', './', 'a/..', 'a/b/../..']) check(raw, '');
});

test('a path is cleaned', () => {
  check('./a', 'a');
  check('a/', 'a');
  check('a//b', 'a/b');
  check('a/../b', 'b');
  check('docs/sub/../a.md', 'docs/a.md');
  check(' a ', ' a ');
  check('~', '~');
  check('...', '...');
  check('a\ud800', 'a\ufffd');
});

test('a path that leaves the vault is refused', () => {
  for (const raw of [
    '//',
    '/a',
    '/etc/passwd',
    '..',
    '../x',
    'a/../../x',
    'a\\b',
    'a\0b',
    'a/b/../../../c',
  ])
    refuses(raw, 'path-outside-vault');
});

test('a name of more than 255 bytes is refused', () => {
  check('x'.repeat(255), 'x'.repeat(255));
  refuses('x'.repeat(256), 'name-too-long');
  refuses(`a/${'é'.repeat(128)}/b`, 'name-too-long');
});

const messy = fc
  .array(
    fc.oneof(fc.constantFrom('.', '..', '', 'a', 'b', ' ', 'é'), fc.string({ maxLength: 6 })),
    {
      maxLength: 8,
    },
  )
  .map((parts) => parts.join('/'));

test('whatever is accepted is clean, inside, and stays the same when parsed again', () => {
  fc.assert(
    fc.property(messy, (raw) => {
      let path: string;
      try {
        path = parseVaultPath(raw);
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(VaultError);
        return;
      }
      expect(path.startsWith('/') || path.endsWith('/')).toBe(false);
      for (const name of path === '' ? [] : path.split('/'))
        expect(['', '.', '..']).not.toContain(name);
      expect(parseVaultPath(path)).toBe(path);
      expect(isWithin(path, parentOf(parseVaultPath(path)))).toBe(true);
    }),
    { numRuns: 5000 },
  );
});

test('names are ordered by their UTF-8 bytes', () => {
  const name = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('/', ''));
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(Math.sign(comparePaths(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
    { numRuns: 2000 },
  );
});

test('letters of the basic plane stay apart on both sides of the surrogates', () =>
  expect(comparePaths('\uc000', '\ue000')).toBeLessThan(0));

test('a folder comes directly before its contents', () =>
  expect(['dir.md', 'dir/x', 'dir-a', 'dir', 'dir/a/b', 'dir/a'].sort(comparePaths)).toEqual([
    'dir',
    'dir/a',
    'dir/a/b',
    'dir/x',
    'dir-a',
    'dir.md',
  ]));
