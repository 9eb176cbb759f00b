import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../support/until.ts';
import { VaultHome } from '../support/vault-daemon.ts';
import { notes } from './both-ways.ts';

let home: VaultHome;
afterEach(() => home.remove());

describe('the daemon', () => {
  beforeEach(() => {
    home = new VaultHome(notes);
  });
  afterEach(() => home.run(['daemon', 'stop']));

  test('starts, says so, is found running, and stops', async () => {
    expect((await home.run(['daemon', 'status'])).exitCode).toBe(3);
    const started = await home.run(['daemon', 'start', home.vault]);
    expect(started.stdout).toMatch(/^Started \(pid \d+\)\.\n$/);
    expect((await home.run(['daemon', 'start'])).stdout).toContain('Already running');
    const status = await home.run(['daemon', 'status', '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({ running: true, vaults: ['notes'] });
    expect((await home.run(['daemon', 'status'])).stdout).toContain('4 notes');
    expect((await home.run(['daemon', 'reload'])).stdout).toBe('Nothing has changed.\n');
    expect((await home.run(['daemon', 'stop'])).stdout).toBe('Stopped.\n');
    expect((await home.run(['daemon', 'stop'])).stdout).toBe('The daemon is not running.\n');
    expect(readdirSync(home.runtime)).toEqual(['vaultd.log']);
  });

  test('that cannot start says why', async () => {
    home.configure('durability = 5\n');
    const { exitCode, stderr } = await home.run(['daemon', 'start', home.vault]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('durability');
    expect(existsSync(home.socket)).toBe(false);
  });
});

test('vaults of one name are told apart by their folders', async () => {
  home = new VaultHome();
  for (const folder of ['a/notes/Sub', 'b/notes/Sub']) {
    mkdirSync(join(home.base, folder), { recursive: true });
    writeFileSync(join(home.base, folder, 'here.md'), `in ${folder}\n`);
  }
  await home.serve({}, [join(home.base, 'a/notes'), join(home.base, 'b/notes')]);
  const read = async (cwd: string, ...args: string[]) =>
    home.run(['read', ...args], { cwd: join(home.base, cwd) });
  expect(await read('a/notes', 'here')).toMatchObject({ stdout: 'in a/notes/Sub\n' });
  expect(await read('b/notes', 'here')).toMatchObject({ stdout: 'in b/notes/Sub\n' });
  expect(await read('b/notes/Sub', './here.md')).toMatchObject({ stdout: 'in b/notes/Sub\n' });
  expect(await read('b', 'here', '--vault', 'notes')).toMatchObject({ stdout: 'in b/notes/Sub\n' });
  expect(await read('', 'here', '--vault', 'notes')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('2 vaults are called "notes".'),
  });
  expect(await read('', 'here')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('The daemon serves 2 vaults:'),
  });
});

test('log --follow and events show changes as they come, until they are stopped', async () => {
  home = new VaultHome(notes);
  await home.serve();
  const log = home.start(['log', '--follow']);
  const events = home.start(['events', '--topic', 'notes']);
  const client = await home.connect();
  await until(async () => {
    const { result } = await client.call('ListClients');
    return (
      (result as { subscriptions: number }[]).filter((one) => one.subscriptions > 0).length === 2
    );
  }, 'both to listen');
  await client.call('WriteNote', { path: 'Inbox.md', content: 'new' });
  await until(() => log.stdout.includes('write Inbox.md'), 'the log');
  await until(() => events.stdout.includes('"path":"Inbox.md"'), 'the event');
  for (const child of [log, events]) expect(await child.stop('SIGINT')).toBe(0);
  client.close();
});
