import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type LockOptions, toIdeName, toLock } from '../../src/protocols/ide/lock-file.ts';
import { Child } from '../support/child.ts';
import { IdeClient } from '../support/ide-client.ts';
import { IdeHome } from '../support/ide-daemon.ts';
import { until } from '../support/until.ts';

/** One daemon for the tests that neither end it nor look at its start. */
const home = new IdeHome({ 'a.md': 'x\n' });
let child: Child;
beforeAll(async () => {
  child = await home.serveIde();
});
afterAll(() => home.remove());

test('1 2 the lock file is private, complete and named after the port that listens', async () => {
  const [name = ''] = home.lockNames;
  expect(home.locks).toEqual([
    {
      pid: child.pid,
      workspaceFolders: [home.vault],
      ideName: 'notes',
      transport: 'ws',
      runningInWindows: false,
      authToken: expect.stringMatching(/^[\w-]{43}$/),
      port: Number.parseInt(name, 10),
      app: 'vaultd',
    },
  ]);
  expect(statSync(home.lockDir).mode & 0o777).toBe(0o700);
  expect(statSync(join(home.lockDir, name)).mode & 0o777).toBe(0o600);
  const client = await IdeClient.open(home.addressOf(child));
  client.close();
});

test('3 9 the folder of the client can be named by its own variable, and SIGTERM removes the file', async () => {
  const home = IdeHome.open();
  const usual = home.lockDir;
  home.lockDir = join(home.base, 'other/ide');
  const child = await home.serveIde({ CLAUDE_CONFIG_DIR: join(home.base, 'other') });
  expect(existsSync(usual)).toBe(false);
  expect(home.lockNames).toHaveLength(1);
  expect(await child.stop()).toBe(0);
  expect(home.lockNames).toEqual([]);
});

test('4 5 6 7 two vaults have two ports, files and tokens; no slash at the end; a link in both spellings', async () => {
  const home = IdeHome.open();
  const [second, link] = [join(home.base, 'second'), join(home.base, 'link')];
  mkdirSync(second);
  symlinkSync(second, link);
  await home.serveIde({}, [`${home.vault}/`, link]);
  expect(new Set(home.locks.map(({ port }) => port)).size).toBe(2);
  expect(new Set(home.locks.map(({ authToken }) => authToken)).size).toBe(2);
  const folders = home.locks.map(({ ideName, workspaceFolders }) => [ideName, workspaceFolders]);
  expect(Object.fromEntries(folders)).toEqual({ notes: [home.vault], link: [link, second] });
});

/** Reads until the end file says that there were enough rewrites, 1,000 times at least. */
const reader = `
  const { existsSync, readFileSync } = require('node:fs');
  const [file, end] = process.argv.slice(1);
  for (let reads = 0; reads < 1000 || !existsSync(end); reads++) JSON.parse(readFileSync(file, 'utf8'));
`;

test('8 a program that reads 1,000 times during 30 rewrites reads a whole file each time', async () => {
  const control = await home.control();
  const file = join(home.lockDir, home.lockNames[0] ?? '');
  const end = join(home.base, 'end');
  const reading = new Child(process.execPath, ['-e', reader, file, end]);
  for (let rewritten = 0; rewritten < 30; rewritten++) {
    const hasPid = rewritten % 2 === 1;
    home.configure(`[ide]\nlock_pid = ${hasPid}\n`);
    expect(await control.call('Reload')).toMatchObject({ result: { reloaded: true } });
    expect('pid' in JSON.parse(readFileSync(file, 'utf8'))).toBe(hasPid);
  }
  writeFileSync(end, '');
  expect(await reading.exited(), reading.lastWords()).toBe(0);
});

const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid;
const lockOf = (change: Partial<LockOptions> = {}) =>
  toLock({
    name: 'notes',
    folders: ['/v'],
    token: 'x'.repeat(43),
    port: 4711,
    pid: true,
    ...change,
  });

/** Puts files where a daemon will find them when it starts. */
function plant(home: IdeHome, files: Readonly<Record<string, object | string>>): void {
  mkdirSync(home.lockDir, { recursive: true });
  for (const [name, file] of Object.entries(files)) {
    const text = typeof file === 'string' ? file : JSON.stringify(file);
    writeFileSync(join(home.lockDir, name), text);
  }
}

test('10 11 12 of the files it finds only one of ours whose process is gone is swept', async () => {
  const home = IdeHome.open();
  plant(home, {
    '4711.lock': { ...lockOf(), pid: deadPid() },
    '4712.lock': { ...lockOf({ name: 'other' }), pid: deadPid() },
    '4713.lock': { ...lockOf(), pid: deadPid(), app: 'another' },
    '4714.lock': '["a list"]',
    '4715.lock': { ...lockOf(), pid: process.pid },
  });
  const child = await home.serveIde();
  const own = `${home.addressOf(child).port}.lock`;
  expect(home.lockNames.filter((name) => name !== own)).toEqual([
    '4712.lock',
    '4713.lock',
    '4714.lock',
    '4715.lock',
  ]);
});

test('13 a file that another program has put in its place is not removed at the end', async () => {
  const home = IdeHome.open();
  const child = await home.serveIde();
  const { port } = home.addressOf(child);
  const theirs = { ...lockOf({ port, token: 'y'.repeat(43) }), pid: process.pid };
  plant(home, { [`${port}.lock`]: theirs });
  expect(await child.stop()).toBe(0);
  expect(home.locks).toEqual([theirs]);
});

test('14 a reload changes folders and what is shared, and disturbs no client', async () => {
  const before = home.locks;
  const client = await home.enter(home.addressOf(child));
  const control = await home.control();
  const further = join(home.base, 'further');
  home.configure(`[ide]\nshare = "off"\nexclude = ["private/"]\nlock_dirs = ["${further}"]\n`);
  expect(await control.call('Reload')).toMatchObject({
    result: { changed: ['ide'], restart_needed: [] },
  });
  expect(await control.call('GetSharing')).toMatchObject({
    result: { mode: 'off', exclude: ['private/'] },
  });
  expect(readdirSync(further)).toEqual(home.lockNames);
  // Which vaults there are counts at the next start; until then this one stays where it is.
  const link = join(home.base, 'link');
  symlinkSync(home.vault, link);
  home.configure(`[[vaults]]\npath = "${link}"\n`);
  expect(await control.call('Reload')).toMatchObject({ result: { reloaded: true } });
  expect(readdirSync(further)).toEqual([]);
  expect(home.locks).toEqual(before);
  expect(await client.request('ping')).toMatchObject({ result: {} });
  expect(client.closeCode).toBeUndefined();
});

test('15 a restart comes back to the same port with the same token, and a waiting client too', async () => {
  const home = IdeHome.open();
  const first = await home.serveIde();
  const before = home.locks;
  const address = home.addressOf(first);
  const client = await home.enter(address);
  await first.stop('SIGKILL');
  expect(await client.closed()).toBe(1006);
  await expect(IdeClient.enter(address)).rejects.toThrow();
  rmSync(join(home.runtime, 'vaultd.sock'), { force: true });
  const second = await home.serveIde();
  expect(home.locks).toEqual(before.map((lock) => ({ ...lock, pid: second.pid })));
  const again = await home.enter(address);
  expect(again.messages[0]).toMatchObject({ id: 0 });
  expect(await again.request('ping')).toMatchObject({ result: {} });
});

test('16 when the port is taken, there is a new one with a new token', async () => {
  const home = IdeHome.open();
  await (await home.serveIde()).stop();
  const state = readdirSync(join(home.base, 'state'))
    .map((id) => join(home.base, 'state', id, 'ide.json'))
    .find((file) => existsSync(file));
  expect(statSync(state ?? '').mode & 0o777).toBe(0o600);
  const { port, token } = JSON.parse(readFileSync(state ?? '', 'utf8'));
  plant(home, { [`${port}.lock`]: { ...lockOf({ port, token }), pid: deadPid() } });
  const squatter = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void squatter.close());
  await until(() => squatter.listening, 'the squatter');
  await home.serveIde();
  const [lock, ...others] = home.locks;
  expect(others).toEqual([]);
  expect(lock?.port).not.toBe(port);
  expect(lock?.authToken).not.toBe(token);
});

test('17 a folder that is none keeps only this protocol closed', async () => {
  const home = IdeHome.open();
  const config = join(home.base, 'spoiled');
  writeFileSync(config, 'a file');
  await home.serve({ CLAUDE_CONFIG_DIR: config });
  const control = await home.control();
  const { result } = (await control.call('GetStatus')) as {
    result: { protocols: { protocol: string; lines: string[] }[] };
  };
  const [ide] = result.protocols.filter(({ protocol }) => protocol === 'ide');
  expect(ide?.lines[0]).toMatch(/^closed: No lock file can be put into .*spoiled\/ide/);
  expect(await control.call('ReadNote', { path: 'a.md' })).toMatchObject({
    result: { content: 'x\n' },
  });
});

test('18 what a crash left half-written is swept, and never looked like a lock', async () => {
  const home = IdeHome.open();
  // No name that the daemon makes on its way to the lock file is one that clients read.
  const made = new Set<string>();
  mkdirSync(home.lockDir, { recursive: true });
  const watcher = watch(home.lockDir, (_, name) => made.add(name ?? ''));
  onTestFinished(() => watcher.close());
  const first = await home.serveIde();
  const { port } = home.addressOf(first);
  await until(() => made.has(`${port}.lock`), 'the watcher');
  const temporary = [...made].filter((name) => name.includes('.tmp.'));
  expect(temporary.length).toBeGreaterThan(0);
  expect([...made].filter((name) => name.endsWith('.lock'))).toEqual([`${port}.lock`]);
  await first.stop('SIGKILL');
  // As if it had been killed before the rename; the others belong to running processes and to other programs.
  const [left = ''] = temporary;
  const alive = left.replace(String(first.pid), String(process.pid));
  plant(home, { [left]: '{', [alive]: '{', '4711.lock.tmp.1.other': '{', 'note.txt': '' });
  await home.serveIde();
  const kept = ['4711.lock.tmp.1.other', `${port}.lock`, alive, 'note.txt'].sort();
  expect(home.lockNames).toEqual(kept);
});

test('a label is one that every client can show', () => {
  expect(toIdeName('Mein Vault (2026) + más')).toBe('Mein Vault (2026) + más');
  expect(toIdeName('a/b\u0000<c>"')).toBe('abc');
  expect(toIdeName('///')).toBe('vaultd');
  expect(toIdeName('x'.repeat(100))).toHaveLength(64);
});

test('without a pid only the open port counts', () =>
  expect(lockOf({ pid: false })).not.toHaveProperty('pid'));
