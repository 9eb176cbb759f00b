import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DaemonHome } from '../support/child-daemon.ts';
import { until } from '../support/until.ts';

let home: DaemonHome;
beforeEach(() => {
  home = new DaemonHome();
});
afterEach(() => home.remove());

const modeOf = (path: string) => lstatSync(path).mode & 0o777;

test('61 folder and socket are closed to everybody else', async () => {
  const { pid } = await home.start();
  expect([modeOf(home.dir), modeOf(home.file('sock'))]).toEqual([0o700, 0o700]);
  expect(lstatSync(home.file('sock')).isSocket()).toBe(true);
  expect(lstatSync(home.file('sock')).uid).toBe(process.getuid?.());
  expect([modeOf(home.file('pid')), modeOf(home.file('json'))]).toEqual([0o600, 0o600]);
  expect(readFileSync(home.file('pid'), 'utf8')).toBe(`${pid}\n`);
  const info = JSON.parse(readFileSync(home.file('json'), 'utf8'));
  expect(info).toMatchObject({ pid, version: '1.0.0', protocol: 1, socket: home.file('sock') });
  expect(Object.keys(info)).toEqual(expect.arrayContaining(['start', 'started_at', 'epoch']));
});

test('62 an open folder of ours is closed', async () => {
  mkdirSync(home.dir);
  chmodSync(home.dir, 0o777);
  await home.start();
  expect(modeOf(home.dir)).toBe(0o700);
});

test('63 a folder behind a symbolic link is not used', async () => {
  const target = join(home.base, 'elsewhere');
  mkdirSync(target);
  symlinkSync(target, home.dir);
  const child = home.spawn();
  expect(await child.exited()).toBe(5);
  expect(child.stderr).toContain('symbolic link');
  expect(readdirSync(target)).toEqual([]);
});

test('63 a folder of somebody else is not used', async () => {
  // Only root can give a folder away; others find somebody else's root folder.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    mkdirSync(home.dir);
    chownSync(home.dir, 12345, 12345);
  }
  const dir = isRoot ? home.dir : '/usr';
  const before = readdirSync(dir);
  const child = home.spawn({ WIRED_RUNTIME_DIR: dir });
  expect(await child.exited()).toBe(5);
  expect(child.stderr).toContain('belongs to another user');
  expect(readdirSync(dir)).toEqual(before);
});

test('64 a long socket path gives way to a short one', async () => {
  const dir = join(home.base, 'x'.repeat(100));
  await home.start({ WIRED_RUNTIME_DIR: dir, TMPDIR: home.base });
  const short = join(home.base, `wired-${process.geteuid?.()}`);
  expect(readdirSync(short)).toEqual(['s']);
  expect(readdirSync(dir).sort()).toEqual(['wired.json', 'wired.lock', 'wired.pid']);
});

test('64 without a short path the start is refused, and no cut-off file appears', async () => {
  const long = join(home.base, 'x'.repeat(100));
  const child = home.spawn({ WIRED_RUNTIME_DIR: long, TMPDIR: long });
  expect(await child.exited()).toBe(5);
  expect(child.stderr).toContain('WIRED_RUNTIME_DIR');
  expect(readdirSync(home.base)).toEqual([]);
});

test('71 on SIGTERM running work is answered, everybody is told, nothing is left', async () => {
  const child = await home.start();
  const client = await home.connect();
  client.write('{"id":1,"method":"Slow","params":{"ms":1000}}\n');
  await until(() => home.diary().includes('begin'), 'the handler to begin');
  child.process.kill('SIGTERM');
  expect(await client.json()).toMatchObject({
    type: 'ShuttingDown',
    data: { reason: 'signal', deadline_ms: 5000 },
  });
  expect(existsSync(home.file('sock'))).toBe(false);
  expect(await client.line()).toBe('{"id":1,"result":"slept"}');
  await client.ended();
  client.close();
  expect(await child.exited()).toBe(0);
  expect(readdirSync(home.dir)).toEqual([]);
  expect(home.diary()).toEqual(['begin', 'stopped']);
});

test('72 a handler that hangs is given up', async () => {
  const child = await home.start({ WIRED_LIMITS: '{"shutdownGraceMs":200}' });
  const client = await home.connect();
  client.write('{"id":1,"method":"Hang"}\n');
  await client.call('Ping');
  child.process.kill('SIGTERM');
  expect(await client.json()).toMatchObject({ type: 'ShuttingDown' });
  expect(await client.json()).toMatchObject({ id: 1, error: { code: -32008 } });
  client.close();
  expect(await child.exited()).toBe(0);
});

test('73 while it stops only Ping and GetStatus are answered', async () => {
  const child = await home.start();
  const client = await home.connect();
  client.write('{"id":1,"method":"Hang"}\n');
  await client.call('Ping');
  child.process.kill('SIGTERM');
  expect(await client.json()).toMatchObject({ type: 'ShuttingDown' });
  expect(await client.call('Slow', { ms: 0 })).toMatchObject({ error: { code: -32008 } });
  expect(await client.call('Ping')).toMatchObject({ result: { pong: true } });
  expect(await client.call('GetStatus')).toMatchObject({ result: { running: true } });
  client.close();
});

test('74 a second SIGTERM ends it at once', async () => {
  const child = await home.start();
  const client = await home.connect();
  client.write('{"id":1,"method":"Hang"}\n');
  await client.call('Ping');
  child.process.kill('SIGTERM');
  expect(await client.json()).toMatchObject({ type: 'ShuttingDown' });
  child.process.kill('SIGTERM');
  expect(await child.exited()).toBe(128 + 15);
  client.close();
});

test('75 SIGHUP reads good settings and survives broken ones', async () => {
  const child = await home.start();
  const client = await home.connect();
  await client.call('Subscribe', { topics: ['config'] });
  writeFileSync(home.settings, '{}');
  child.process.kill('SIGHUP');
  expect(await client.json()).toMatchObject({
    type: 'ConfigReloaded',
    data: { ok: true, changed: ['ms'] },
  });
  writeFileSync(home.settings, '{broken');
  child.process.kill('SIGHUP');
  expect(await client.json()).toMatchObject({ type: 'ConfigReloaded', data: { ok: false } });
  expect(await client.call('ReloadConfig')).toMatchObject({
    error: { code: -32000, data: { reason: 'config' } },
  });
  client.close();
});

test('76 three SIGHUPs during a slow reload cause one more', async () => {
  writeFileSync(home.settings, '{"ms":1000}');
  const child = await home.start();
  const client = await home.connect();
  await client.call('Subscribe', { topics: ['config'] });
  child.process.kill('SIGHUP');
  await until(() => home.diary().length === 1, 'the reload to begin');
  await client.call('Ping');
  // It has been read; the next one need not be slow.
  writeFileSync(home.settings, '{}');
  for (let i = 0; i < 3; i++) {
    child.process.kill('SIGHUP');
    await client.call('Ping');
  }
  expect(await client.json()).toMatchObject({ type: 'ConfigReloaded' });
  expect(await client.json()).toMatchObject({ type: 'ConfigReloaded' });
  await client.call('Ping');
  expect(home.diary()).toEqual(['reload', 'reload']);
  client.close();
});

test('77 the method Shutdown does the same as the signal', async () => {
  const child = await home.start();
  const client = await home.connect();
  client.write('{"id":1,"method":"Slow","params":{"ms":200}}\n');
  client.write('{"id":2,"method":"Shutdown","params":{"reason":"upgrade","grace_ms":3000}}\n');
  expect(await client.line()).toBe('{"id":2,"result":{"accepted":true}}');
  expect(await client.json()).toMatchObject({
    type: 'ShuttingDown',
    data: { reason: 'upgrade', deadline_ms: 3000 },
  });
  expect(await client.line()).toBe('{"id":1,"result":"slept"}');
  client.close();
  expect(await child.exited()).toBe(0);
  expect(readdirSync(home.dir)).toEqual([]);
});
