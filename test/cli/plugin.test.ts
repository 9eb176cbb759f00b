import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { builtUrl } from '../../src/kit/entry-url.ts';
import { VaultHome } from '../support/vault-daemon.ts';
import { notes } from './both-ways.ts';

const folder = '.obsidian/plugins/vaultd-companion';
const built = (name: string) => readFileSync(builtUrl(`plugin/${name}`), 'utf8');
const { version } = JSON.parse(built('manifest.json'));

let home: VaultHome;
const homes: VaultHome[] = [];
beforeEach(() => {
  home = new VaultHome(notes);
  homes.push(home);
});
afterAll(async () => {
  for (const each of homes) await each.remove();
});

/** Runs the command; with an answer, on a terminal on which it is typed. */
async function install(words: readonly string[], answer?: string) {
  const typed = answer !== undefined && { stdin: answer, isTerminal: true };
  const { exitCode, stdout, stderr } = await home.run(['plugin', 'install', ...words], {
    ...typed,
  });
  return { exitCode, stdout, said: (stdout + stderr).replaceAll(home.base, '~') };
}

const installed = () =>
  Object.keys(home.tree())
    .filter((path) => path.startsWith(folder))
    .map((path) => path.slice(folder.length + 1))
    .sort();

test('it asks first, and a yes copies the three files of the plugin', async () => {
  const asked = await install(['notes'], 'y\n');
  expect(asked).toMatchObject({ exitCode: 0 });
  expect(asked.said).toContain(
    `Install Vaultd Companion ${version} in notes (~/notes/${folder})? [y/N] `,
  );
  expect(asked.said).toContain('Enable it in Obsidian');
  expect(installed()).toEqual(['main.js', 'manifest.json', 'styles.css']);
  for (const name of installed()) expect(home.tree()[`${folder}/${name}`]).toBe(built(name));
});

test('any other answer, or none, changes nothing', async () => {
  for (const answer of ['n\n', '\n', '']) {
    const { exitCode, said } = await install(['notes'], answer);
    expect(exitCode).toBe(1);
    expect(said).toContain('Nothing was changed.');
  }
  expect(home.tree()).toEqual(notes);
});

test('without a terminal it needs --yes', async () => {
  expect((await install(['notes'])).exitCode).toBe(2);
  expect(home.tree()).toEqual(notes);
  expect((await install(['notes', '--yes'])).exitCode).toBe(0);
  expect(installed()).toHaveLength(3);
});

test('a folder that is no vault is refused', async () => {
  mkdirSync(join(home.base, 'plain'));
  const { exitCode, said } = await install(['plain', '--yes']);
  expect(exitCode).toBe(1);
  expect(said).toContain('~/plain is not an Obsidian vault');
  expect((await install(['nowhere', '--yes'])).said).toContain('There is no folder "nowhere"');
});

test('an older version is replaced; its settings and other plugins stay', async () => {
  const kept = {
    [`${folder}/data.json`]: '{"socket":"/run/mine.sock"}',
    '.obsidian/plugins/other/main.js': 'other',
    '.obsidian/community-plugins.json': '["other"]',
  };
  home.write({ ...kept, [`${folder}/main.js`]: 'old', [`${folder}/manifest.json`]: '{}' });
  const { said } = await install(['notes'], 'yes\n');
  expect(said).toContain(`Update Vaultd Companion ${version} in notes`);
  expect(said).toContain('Reload the plugin in Obsidian');
  expect(home.tree()).toMatchObject({ ...notes, ...kept });
  expect(home.tree()[`${folder}/main.js`]).toBe(built('main.js'));
  expect(installed()).toEqual(['data.json', 'main.js', 'manifest.json', 'styles.css']);
});

test('with --json it prints what was installed and where', async () => {
  const { stdout } = await install(['notes', '--yes', '--json']);
  expect(JSON.parse(stdout)).toEqual({
    id: 'vaultd-companion',
    version,
    path: join(home.vault, folder),
  });
});
