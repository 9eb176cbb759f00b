import { execFile, spawnSync } from 'node:child_process';
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
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { type LockOptions, toIdeName, toLock } from '../../src/doors/ide/lock-file.ts';
import { IdeClient } from '../support/ide-client.ts';
import { IdeHome, stop } from '../support/ide-daemon.ts';
import { until } from '../support/raw-client.ts';

test('1 2 the lock file is private, complete and named after the port that listens', async () => {
  const home = IdeHome.open();
  const child = await home.serveIde();
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

test('3 the folder of the client can be named by its own variable', async () => {
  const home = IdeHome.open();
  const usual = home.lockDir;
  home.lockDir = join(home.base, 'other/ide');
  await home.serveIde({ CLAUDE_CONFIG_DIR: join(home.base, 'other') });
  expect(existsSync(usual)).toBe(false);
});

test('4 6 a slash at the end of the vault does not come along', async () => {
  const home = IdeHome.open();
  await home.serveIde({}, [`${home.vault}/`]);
  expect(home.locks[0]?.workspaceFolders).toEqual([home.vault]);
});

test('5 a linked vault is named in both spellings', async () => {
  const home = IdeHome.open();
  const link = join(home.base, 'link');
  symlinkSync(home.vault, link);
  await home.serveIde({}, [link]);
  expect(home.locks[0]?.workspaceFolders).toEqual([link, home.vault]);
});

test('7 two vaults have two ports, two files, two tokens', async () => {
  const home = IdeHome.open();
  const second = join(home.base, 'second');
  mkdirSync(second);
  await home.serveIde({}, [home.vault, second]);
  expect(new Set(home.locks.map(({ port }) => port)).size).toBe(2);
  expect(new Set(home.locks.map(({ authToken }) => authToken)).size).toBe(2);
  expect(home.locks.map(({ ideName }) => ideName).sort()).toEqual(['notes', 'second']);
});

/** Reads until it is told that there were enough rewrites, 10,000 times at least. */
const reader = `
  const { existsSync, readFileSync } = require('node:fs');
  const [file, end] = process.argv.slice(1);
  for (let reads = 0; reads < 10000 || !existsSync(end); reads++) JSON.parse(readFileSync(file, 'utf8'));
`;

test('8 whoever reads 10,000 times during 100 rewrites reads a whole file each time', async () => {
  const home = IdeHome.open();
  await home.serveIde();
  const control = await home.control();
  const file = join(home.lockDir, home.lockNames[0] ?? '');
  const end = join(home.base, 'end');
  const reading = promisify(execFile)(process.execPath, ['-e', reader, file, end]);
  const seen = new Set<string>();
  for (let rewritten = 0; rewritten < 100; rewritten++) {
    home.configure(`[ide]\nlock_pid = ${rewritten % 2 === 0}\n`);
    expect(await control.call('Reload')).toMatchObject({ result: { reloaded: true } });
    seen.add(String(statSync(file, { bigint: true }).mtimeNs));
  }
  writeFileSync(end, '');
  await reading;
  expect(seen.size).toBe(100);
});

test('9 SIGTERM removes the file, and the exit is a good one', async () => {
  const home = IdeHome.open();
  const child = await home.serveIde();
  expect(await stop(child)).toBe(0);
  expect(home.lockNames).toEqual([]);
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

/** What is left of planted files when a daemon has started. */
async function keeps(files: Readonly<Record<string, object | string>>, kept: string[]) {
  const home = IdeHome.open();
  plant(home, files);
  const child = await home.serveIde();
  const own = `${home.addressOf(child).port}.lock`;
  expect(home.lockNames.filter((name) => name !== own)).toEqual(kept.sort());
}

test('10 a file of ours whose process is gone is swept', () =>
  keeps({ '4711.lock': { ...lockOf(), pid: deadPid() } }, []));

test('11 a file of another vault or program is not touched', () =>
  keeps(
    {
      '4711.lock': { ...lockOf({ name: 'other' }), pid: deadPid() },
      '4712.lock': { ...lockOf(), pid: deadPid(), app: 'another' },
      '4713.lock': '["a list"]',
    },
    ['4711.lock', '4712.lock', '4713.lock'],
  ));

test('12 a file of ours whose process lives is not touched', () =>
  keeps({ '4711.lock': { ...lockOf(), pid: process.pid } }, ['4711.lock']));

test('13 a file that somebody else has put in its place is not removed at the end', async () => {
  const home = IdeHome.open();
  const child = await home.serveIde();
  const { port } = home.addressOf(child);
  const theirs = { ...lockOf({ port, token: 'y'.repeat(43) }), pid: process.pid };
  plant(home, { [`${port}.lock`]: theirs });
  expect(await stop(child)).toBe(0);
  expect(home.locks).toEqual([theirs]);
});

test('14 a reload changes folders and what is shared, and disturbs nobody', async () => {
  const home = IdeHome.open();
  const child = await home.serveIde();
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

/** As the real client does: at once, then after 1, 2, 4 and 8 seconds, then never again. */
async function comeBack(address: Parameters<typeof IdeClient.enter>[0]): Promise<IdeClient> {
  for (const seconds of [0, 1, 2, 4, 8]) {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const client = await IdeClient.enter(address).catch(() => undefined);
    if (client !== undefined) return client;
  }
  throw new Error('gave up');
}

test('15 a restart comes back to the same port with the same token, and a waiting client too', async () => {
  const home = IdeHome.open();
  const first = await home.serveIde();
  const before = home.locks;
  const address = home.addressOf(first);
  const client = await home.enter(address);
  await stop(first, 'SIGKILL');
  expect(await client.closed()).toBe(1006);
  const back = comeBack(address);
  rmSync(join(home.runtime, 'vaultd.sock'), { force: true });
  const second = await home.serveIde();
  expect(home.locks).toEqual(before.map((lock) => ({ ...lock, pid: second.pid })));
  const again = await back;
  onTestFinished(() => again.socket.terminate());
  expect(again.messages[0]).toMatchObject({ id: 0 });
  expect(await again.request('ping')).toMatchObject({ result: {} });
});

test('16 when the port is taken, there is a new one with a new token', async () => {
  const home = IdeHome.open();
  await stop(await home.serveIde());
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

test('17 a folder that is none keeps only this door closed', async () => {
  const home = IdeHome.open();
  const config = join(home.base, 'spoiled');
  writeFileSync(config, 'a file');
  await home.serve({ CLAUDE_CONFIG_DIR: config });
  const control = await home.control();
  const { result } = (await control.call('GetStatus')) as {
    result: { doors: { door: string; lines: string[] }[] };
  };
  const [ide] = result.doors.filter(({ door }) => door === 'ide');
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
  await stop(first, 'SIGKILL');
  // As if it had been killed before the rename; the others belong to the living and to strangers.
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
