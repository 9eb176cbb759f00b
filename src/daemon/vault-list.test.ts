import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../test/support/folder.ts';
import { addVault, listVaults, removeVault } from './vault-list.ts';

function open(text?: string) {
  const home = freshFolder();
  for (const name of ['a', 'b', 'c']) mkdirSync(join(home, name));
  const file = join(home, 'config.toml');
  if (text !== undefined) writeFileSync(file, text.replaceAll('HOME', home));
  const env = { HOME: home, VAULTD_CONFIG: file };
  return { home, env, read: () => readFileSync(file, 'utf8').replaceAll(home, 'HOME') };
}

test('the first vault makes the file', () => {
  const { env, read } = open();
  expect(addVault(env, '~/a', undefined)).toMatchObject({ name: 'a' });
  expect(read()).toBe('[[vaults]]\npath = "HOME/a"\n');
});

test('what is in the file stays as it is written', () => {
  const { env, read } = open(
    '# mine\ndurability = "rename" # fast\n\n[[vaults]]\npath = "~/a"\n\n[log]\nlevel = "info"\n',
  );
  addVault(env, '~/b', 'Work');
  expect(read()).toBe(
    '# mine\ndurability = "rename" # fast\n\n[[vaults]]\npath = "~/a"\n\n[log]\nlevel = "info"\n\n[[vaults]]\npath = "HOME/b"\nname = "Work"\n',
  );
  removeVault(env, 'a');
  expect(read()).toBe(
    '# mine\ndurability = "rename" # fast\n\n\n[log]\nlevel = "info"\n\n[[vaults]]\npath = "HOME/b"\nname = "Work"\n',
  );
  expect(listVaults(env).map(({ name }) => name)).toEqual(['Work']);
});

test('a vault goes with the tables in it, and not with the comment after it', () => {
  const { env, read } = open(
    '[[vaults]]\npath = "~/a"\n[vaults.ide]\nshare = "off"\n\n# b is for work\n[[vaults]]\npath = "~/b"\n',
  );
  removeVault(env, '~/a');
  expect(read()).toBe('# b is for work\n[[vaults]]\npath = "~/b"\n');
});

test('a JSON file stays JSON', () => {
  const { env, read } = open('{"vaults": [{"path": "~/a"}]}');
  addVault(env, '~/b', undefined);
  removeVault(env, 'a');
  expect(JSON.parse(read())).toEqual({ vaults: [{ path: 'HOME/b' }] });
});

test('a vault that is there already is not added again', () => {
  const { env, home } = open('[[vaults]]\npath = "~/a"\n');
  expect(addVault(env, join(home, 'a'), undefined)).toBeUndefined();
});

test.each([
  ['a folder that is missing', '~/gone', 'There is no folder "~/gone".'],
  ['a name that is taken', '~/b', 'is already called b.'],
])('%s is refused', (_what, folder, message) => {
  const { env } = open('[[vaults]]\npath = "~/a"\nname = "b"\n');
  expect(() => addVault(env, folder, undefined)).toThrow(message);
});

test('a list in another form is left to its owner', () => {
  const text = 'vaults = [{ path = "~/a" }]\n';
  const { env, read } = open(text);
  expect(() => addVault(env, '~/b', undefined)).toThrow('is not written as tables');
  expect(() => removeVault(env, 'a')).toThrow('is not written as tables');
  expect(read()).toBe(text);
});

test('a vault that is not in the file cannot be removed', () => {
  const { env } = open('[[vaults]]\npath = "~/a"\n');
  expect(() => removeVault(env, 'gone')).toThrow('The configuration has no vault "gone".');
});
