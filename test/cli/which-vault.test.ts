import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VaultHome } from '../support/vault-daemon.ts';

const home = new VaultHome({ 'Inbox.md': 'milk\n' });
const at = (path: string) => join(home.base, path);
const folders = {
  'loose/Other.md': '', // notes that no vault knows
  'empty/.keep': '',
  'obsidian/.obsidian/app.json': '{}',
  'obsidian/Sub/Deep.md': '',
  'configured/Sub/Deep.md': '',
};

beforeAll(async () => {
  for (const [path, text] of Object.entries(folders)) {
    mkdirSync(join(at(path), '..'), { recursive: true });
    writeFileSync(at(path), text);
  }
  home.configure(`[[vaults]]\npath = "${at('configured')}"\n`);
  await home.serve();
});
afterAll(() => home.remove());

const run = (cwd: string, words: string[], env: NodeJS.ProcessEnv = {}) =>
  home.run(words, { cwd: at(cwd), env });

const append = ['append', '--create', 'New', 'x'];

test.each([
  ['the folder of a served vault', 'notes', {}, 'notes'],
  ['a folder inside a vault that is not served', 'obsidian/Sub', {}, 'obsidian'],
  ['a folder inside a configured vault', 'configured/Sub', {}, 'configured'],
  ['a folder without notes, with one vault served', 'empty', {}, 'notes'],
  ['the variable, from anywhere', 'loose', { OBSIDIAN_VAULT_PATH: at('obsidian') }, 'obsidian'],
])('%s: the change is made there, and says where', async (_what, cwd, env, vault) => {
  const { exitCode, stdout, stderr } = await run(cwd, append, env);
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(new RegExp(`^${vault}: Added to New.md. Undo: vaultd undo \\w+\n$`));
  expect(readFileSync(at(`${vault}/New.md`), 'utf8')).toContain('x\n');
});

test('a vault that the user names is named again only in the command that undoes the change', async () => {
  for (const words of [
    ['--vault', 'notes', ...append],
    [...append, '--vault', home.vault],
  ]) {
    expect((await run('loose', words)).stdout).toMatch(
      /^Added to New.md. Undo: vaultd --vault notes undo \w+\n$/,
    );
  }
});

test('in a folder of notes that is no vault, reading falls back and changing does not', async () => {
  expect((await run('loose', ['read', 'Inbox'])).stdout).toBe('milk\n');
  for (const words of [append, ['delete', 'Inbox'], ['props', 'Inbox', 'a', 'b'], ['undo']]) {
    const { exitCode, stderr } = await run('loose', words);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('Nothing was changed.');
    expect(stderr).toContain('vaultd --vault notes COMMAND');
    expect(stderr).toContain('vaultd vault add .');
  }
  expect(readFileSync(at('notes/Inbox.md'), 'utf8')).toBe('milk\n');
});
