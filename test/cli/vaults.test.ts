import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { VaultHome } from '../support/vault-daemon.ts';
import { notes } from './both-ways.ts';

let home: VaultHome;
beforeEach(() => {
  home = new VaultHome(notes);
  mkdirSync(join(home.base, 'work'));
  writeFileSync(join(home.base, 'work/Plan.md'), 'plan\n');
});
afterEach(() => home.remove());

const run = async (...words: string[]) => {
  const { exitCode, stdout, stderr } = await home.run(words);
  return { exitCode, said: (stdout + stderr).replaceAll(home.base, '~') };
};

test('without a daemon, vaults are kept for its next start, the first as the default one', async () => {
  expect(await run('vault', 'list')).toEqual({
    exitCode: 0,
    said: 'No vaults. Add one with: vaultd vault add FOLDER\n',
  });
  expect((await run('vault', 'add', 'notes')).said).toContain('Added notes (~/notes).');
  expect((await run('vault', 'add', 'work', '--name', 'job')).said).toContain(
    'Added job (~/work).',
  );
  expect((await run('vault', 'add', 'work')).said).toContain('already in the configuration');
  expect((await run('vault', 'list')).said).toBe(
    'notes  ~/notes  not served, default\njob    ~/work   not served\n',
  );
  await home.serve({}, []);
  expect((await run('vault', 'list')).said).toBe(
    'notes  ~/notes  served, default\njob    ~/work   served\n',
  );
});

test('a running daemon takes up what is added and removed at once', async () => {
  await home.serve();
  const refused = await run('serve', 'work');
  expect(refused.exitCode).toBe(3);
  expect(refused.said).toContain(
    'It serves notes.\nTo serve this folder as well: vaultd vault add work',
  );
  expect((await run('vault', 'add', 'work')).said).toContain('The daemon serves it now.');
  expect((await run('--vault', 'work', 'read', 'Plan')).said).toBe('plan\n');
  expect((await run('vault', 'remove', 'work')).said).toContain('Removed work (~/work)');
  expect((await run('vault', 'list')).said).toBe('notes  ~/notes  served, default\n');
});
