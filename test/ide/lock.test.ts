import { execFile, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import {
  removeLock,
  sweepLocks,
  toIdeName,
  toLock,
  writeLock,
} from '../../src/doors/ide/lock-file.ts';
import { IdeClient } from '../support/ide-client.ts';
import { until } from '../support/raw-client.ts';
import { freshFolder } from '../support/vault.ts';
import { VaultHome } from '../support/vault-daemon.ts';

interface LockFile {
  readonly pid: number;
  readonly workspaceFolders: readonly string[];
  readonly ideName: string;
  readonly transport: string;
  readonly runningInWindows: boolean;
  readonly authToken: string;
  readonly port: number;
  readonly app: string;
}

const homes: VaultHome[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.remove();
});

function makeHome(): VaultHome {
  const home = new VaultHome({ 'a.md': 'x\n' });
  homes.push(home);
  return home;
}

const lockDir = (home: VaultHome) => join(home.base, '.claude/ide');
const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder).sort() : []);
const readLocks = (folder: string): LockFile[] =>
  namesIn(folder)
    .filter((name) => name.endsWith('.lock'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));

/** Serves, and waits for the lock files. */
async function serve(home: VaultHome, vaults?: string[], folder = lockDir(home), env = {}) {
  const child = await home.serve(env, vaults);
  const count = vaults?.length ?? 1;
  await until(() => readLocks(folder).length >= count, 'the lock files');
  return child;
}

async function stop(
  child: Awaited<ReturnType<VaultHome['serve']>>,
  signal: NodeJS.Signals = 'SIGTERM',
) {
  child.kill(signal);
  await until(() => child.exitCode !== null || child.signalCode !== null, 'the end');
  return child.exitCode;
}

test('1 2 the lock file is private, complete and named after the port that listens', async () => {
  const home = makeHome();
  const child = await serve(home);
  const folder = lockDir(home);
  const [name = ''] = namesIn(folder);
  const [lock] = readLocks(folder);
  expect(lock).toEqual({
    pid: child.pid,
    workspaceFolders: [home.vault],
    ideName: 'notes',
    transport: 'ws',
    runningInWindows: false,
    authToken: expect.stringMatching(/^[\w-]{43}$/),
    port: Number.parseInt(name, 10),
    app: 'vaultd',
  });
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  const client = await IdeClient.open({ port: lock?.port ?? 0, token: lock?.authToken ?? '' });
  client.close();
});

test('3 the folder of the client can be named by its own variable', async () => {
  const home = makeHome();
  const config = join(home.base, 'other');
  await serve(home, undefined, join(config, 'ide'), { CLAUDE_CONFIG_DIR: config });
  expect(namesIn(lockDir(home))).toEqual([]);
});

test('4 6 a slash at the end of the vault does not come along', async () => {
  const home = makeHome();
  await serve(home, [`${home.vault}/`]);
  expect(readLocks(lockDir(home))[0]?.workspaceFolders).toEqual([home.vault]);
});

test('5 a linked vault is named in both spellings', async () => {
  const home = makeHome();
  const link = join(home.base, 'link');
  symlinkSync(home.vault, link);
  await serve(home, [link]);
  expect(readLocks(lockDir(home))[0]?.workspaceFolders).toEqual([link, home.vault]);
});

test('7 two vaults have two ports, two files, two tokens', async () => {
  const home = makeHome();
  const second = join(home.base, 'second');
  mkdirSync(second);
  await serve(home, [home.vault, second]);
  const locks = readLocks(lockDir(home));
  expect(new Set(locks.map(({ port }) => port)).size).toBe(2);
  expect(new Set(locks.map(({ authToken }) => authToken)).size).toBe(2);
  expect(locks.map(({ ideName }) => ideName).sort()).toEqual(['notes', 'second']);
});

const lockOf = (change: Partial<Parameters<typeof toLock>[0]> = {}) =>
  toLock({
    name: 'notes',
    folders: ['/v'],
    token: 'x'.repeat(43),
    port: 4711,
    pid: true,
    ...change,
  });

test('8 whoever reads while it is rewritten reads a whole file', async () => {
  const folder = freshFolder();
  const end = join(folder, 'end');
  writeLock(folder, lockOf());
  const reader = `
    const { existsSync, readFileSync } = require('node:fs');
    const [file, end] = process.argv.slice(1);
    for (let reads = 0; reads < 10000 || !existsSync(end); reads++) JSON.parse(readFileSync(file, 'utf8'));
  `;
  const reading = promisify(execFile)(process.execPath, [
    '-e',
    reader,
    join(folder, '4711.lock'),
    end,
  ]);
  for (let rewritten = 0; rewritten < 200; rewritten++) {
    writeLock(folder, lockOf({ folders: [`/v${'x'.repeat((rewritten % 50) * 100)}`] }));
    await nextTurn();
  }
  writeFileSync(end, '');
  await reading;
});

test('9 SIGTERM removes the file, and the exit is a good one', async () => {
  const home = makeHome();
  const child = await serve(home);
  expect(await stop(child)).toBe(0);
  expect(namesIn(lockDir(home))).toEqual([]);
});

const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid;
const plantLock = (folder: string, name: string, lock: object) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), JSON.stringify(lock));
};
const sweeps = (lock: object, isKept: boolean) => {
  const folder = freshFolder();
  plantLock(folder, '4711.lock', lock);
  sweepLocks(folder, new Set(['notes']));
  expect(namesIn(folder)).toEqual(isKept ? ['4711.lock'] : []);
};

test('10 a file of ours whose process is gone is swept', () =>
  sweeps({ ...lockOf(), pid: deadPid() }, false));
test('11 a file of another vault or program is not touched', () => {
  sweeps({ ...lockOf({ name: 'other' }), pid: deadPid() }, true);
  sweeps({ ...lockOf(), pid: deadPid(), app: 'another' }, true);
});
test('12 a file of ours whose process lives is not touched', () =>
  sweeps({ ...lockOf(), pid: process.ppid }, true));

test('13 a file that somebody else has put in its place stays', () => {
  const folder = freshFolder();
  plantLock(folder, '4711.lock', { ...lockOf({ token: 'y'.repeat(43) }) });
  expect(removeLock(folder, 4711, 'x'.repeat(43))).toBe(false);
  expect(namesIn(folder)).toEqual(['4711.lock']);
  expect(removeLock(folder, 4711, 'y'.repeat(43))).toBe(true);
});

test('14 a reload changes what is shared, and disturbs nobody', async () => {
  const home = makeHome();
  await serve(home);
  const [before] = readLocks(lockDir(home));
  const client = await IdeClient.enter({
    port: before?.port ?? 0,
    token: before?.authToken ?? '',
  });
  home.configure('[ide]\nshare = "off"\nexclude = ["private/"]\n');
  const control = await home.connect();
  expect(await control.call('Reload')).toMatchObject({
    result: { changed: ['ide'], restart_needed: [] },
  });
  expect(await control.call('GetSharing')).toMatchObject({
    result: { mode: 'off', exclude: ['private/'] },
  });
  control.close();
  expect(readLocks(lockDir(home))).toEqual([before]);
  expect(await client.request('ping')).toMatchObject({ result: {} });
  expect(client.closeCode).toBeUndefined();
  client.close();
});

test('15 a restart comes back to the same port with the same token, also after a kill', async () => {
  const home = makeHome();
  const first = await serve(home);
  const [before] = readLocks(lockDir(home));
  const address = { port: before?.port ?? 0, token: before?.authToken ?? '' };
  const client = await IdeClient.enter(address);
  await stop(first, 'SIGKILL');
  expect(await client.closed()).toBe(1006);
  rmSync(join(home.runtime, 'vaultd.sock'), { force: true });
  const second = await home.serve();
  await until(() => readLocks(lockDir(home))[0]?.pid === second.pid, 'the new lock file');
  expect(readLocks(lockDir(home))).toEqual([{ ...before, pid: second.pid }]);
  // As the client does by itself: the same address, from the beginning.
  const again = await IdeClient.enter(address);
  expect(await again.request('ping')).toMatchObject({ result: {} });
  again.close();
});

test('16 when the port is taken, there is a new one with a new token', async () => {
  const home = makeHome();
  await stop(await serve(home));
  const state = readdirSync(join(home.base, 'state'))
    .map((id) => join(home.base, 'state', id, 'ide.json'))
    .find((file) => existsSync(file));
  expect(statSync(state ?? '').mode & 0o777).toBe(0o600);
  const { port, token } = JSON.parse(readFileSync(state ?? '', 'utf8'));
  plantLock(lockDir(home), `${port}.lock`, { ...lockOf({ port, token }), pid: deadPid() });
  const squatter = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void squatter.close());
  await until(() => squatter.listening, 'the squatter');
  await home.serve();
  await until(() => readLocks(lockDir(home)).some((lock) => lock.port !== port), 'a new lock');
  const [lock, ...others] = readLocks(lockDir(home));
  expect(others).toEqual([]);
  expect(lock?.port).not.toBe(port);
  expect(lock?.authToken).not.toBe(token);
});

test('17 a folder that is none keeps only this door closed', () =>
  closedDoor((config) => writeFileSync(config, 'a file')));

async function closedDoor(spoil: (config: string) => void): Promise<void> {
  const home = makeHome();
  const config = join(home.base, 'spoiled');
  spoil(config);
  await home.serve({ CLAUDE_CONFIG_DIR: config });
  const control = await home.connect();
  const { result } = (await control.call('GetStatus')) as {
    result: { doors: { door: string; lines: string[] }[] };
  };
  const [ide] = result.doors.filter(({ door }) => door === 'ide');
  expect(ide?.lines[0]).toMatch(/^closed: No lock file can be put into .*spoiled\/ide/);
  expect(await control.call('ReadNote', { path: 'a.md' })).toMatchObject({
    result: { content: 'x\n' },
  });
  control.close();
}

test('18 what a crash left half-written is swept, and never looked like a lock', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vaultd-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const left = `4711.lock.tmp.${deadPid()}.vaultd-0123456789ab`;
  const alive = `4711.lock.tmp.${process.ppid}.vaultd-0123456789ab`;
  for (const name of [left, alive, '4711.lock.tmp.1.other', 'note.txt']) {
    writeFileSync(join(folder, name), '{');
  }
  sweepLocks(folder, new Set(['notes']));
  expect(namesIn(folder)).toEqual(['4711.lock.tmp.1.other', alive, 'note.txt'].sort());
});

test('a label is one that every client can show', () => {
  expect(toIdeName('Mein Vault (2026) + más')).toBe('Mein Vault (2026) + más');
  expect(toIdeName('a/b\u0000<c>"')).toBe('abc');
  expect(toIdeName('///')).toBe('vaultd');
  expect(toIdeName('x'.repeat(100))).toHaveLength(64);
});

test('without a pid only the open port counts', () =>
  expect(lockOf({ pid: false })).not.toHaveProperty('pid'));
