import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../test/support/folder.ts';
import { readConfig } from './config.ts';
import { configShape } from './config-shape.ts';
import { loadConfig } from './load-config.ts';

function complaint(text: string): string {
  const file = join(freshFolder(), 'config.toml');
  writeFileSync(file, text);
  try {
    readConfig({ VAULTD_CONFIG: file });
  } catch (thrown) {
    return String(thrown).split(' is wrong: ')[1] ?? String(thrown);
  }
  return 'nothing';
}

test.each([
  ['durabilty = "fsync"\n', 'line 1: there is no key "durabilty". Did you mean "durability"?'],
  [
    '[[vaults]]\npath = "/a"\n\n[[vaults]]\npath = "/b"\nread_onyl = true\n',
    'line 6: there is no key "read_onyl" in vaults[1]. Did you mean "read_only"?',
  ],
  [
    '# c\n[history]\nmax_age_days = "ten"\n',
    'line 3: history.max_age_days: expected number, received string.',
  ],
  [
    '[clients.cursor]\nwriet_paths = []\n',
    'line 2: there is no key "wriet_paths" in clients.cursor. Did you mean "write_paths"?',
  ],
  ['[web]\nprot = 1\n', 'line 2: there is no key "prot" in web. Did you mean "port"?'],
  ['durability = "often"\n', 'line 1: durability: expected one of "fsync"|"rename".'],
  ['[[vaults]]\nname = "x"\n', 'line 1: vaults[0].path: expected string, received undefined.'],
  ['a = \n', 'line 1, column'],
  ['{\n "log": {"levle": "x"}\n}', 'line 2: there is no key "levle" in log. Did you mean "level"?'],
])('%j: %s', (text, said) => expect(complaint(text)).toContain(said));

test('without a file the defaults of the schema count', async () => {
  const env = { VAULTD_CONFIG: join(freshFolder(), 'missing.toml') };
  expect(await loadConfig(env)).toEqual(configShape.parse({}));
});

test('a file is checked by the schema also where it is loaded', async () => {
  const file = join(freshFolder(), 'config.toml');
  writeFileSync(file, 'durability = "rename"\n');
  expect(await loadConfig({ VAULTD_CONFIG: file })).toEqual(readConfig({ VAULTD_CONFIG: file }));
  writeFileSync(file, 'durability = "often"\n');
  await expect(loadConfig({ VAULTD_CONFIG: file })).rejects.toThrow('durability');
});
