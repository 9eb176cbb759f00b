import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DaemonChild, DaemonHome } from '../support/child-daemon.ts';
import { until } from '../support/until.ts';

let home: DaemonHome;
beforeEach(() => {
  home = new DaemonHome();
});
afterEach(() => home.remove());

test('65 after kill -9 the next one starts', async () => {
  const first = await home.start();
  first.process.kill('SIGKILL');
  await first.exited();
  expect(existsSync(home.file('sock'))).toBe(true);
  const second = await home.start();
  const client = await home.connect();
  expect(await client.call('GetStatus')).toMatchObject({ result: { pid: second.pid } });
  client.close();
});

test('66 the number of a living stranger in the pid file does not matter', async () => {
  mkdirSync(home.dir, { mode: 0o700 });
  writeFileSync(home.file('pid'), '1\n');
  const { pid } = await home.start();
  expect(readFileSync(home.file('pid'), 'utf8')).toBe(`${pid}\n`);
});

test.each(['0', '-1', 'abc', ''])('67 a pid file holding %j names nobody', async (text) => {
  mkdirSync(home.dir, { mode: 0o700 });
  writeFileSync(home.file('pid'), text);
  await home.start();
});

test('66 a lock whose number now belongs to another process is stale', async () => {
  mkdirSync(home.dir, { mode: 0o700 });
  const mark = { pid: process.pid, start: 'another time' };
  writeFileSync(home.file('lock'), JSON.stringify(mark));
  const { pid } = await home.start();
  expect(JSON.parse(readFileSync(home.file('lock'), 'utf8')).pid).toBe(pid);
});

test('a living holder that does not answer is never robbed', async () => {
  mkdirSync(home.dir, { mode: 0o700 });
  const mark = { pid: process.pid, start: '' };
  writeFileSync(home.file('lock'), JSON.stringify(mark));
  const child = home.spawn();
  expect(await child.exited()).toBe(4);
  expect(child.stderr).toContain(`not responding (pid ${process.pid})`);
  expect(JSON.parse(readFileSync(home.file('lock'), 'utf8'))).toEqual(mark);
});

/** Loads the daemon and stops right before it starts, until all have come as far. */
const gate = `
  import { existsSync, writeFileSync } from 'node:fs';
  import ${JSON.stringify(new URL('../../dist/wire.js', import.meta.url).href)};
  writeFileSync(process.env.WIRED_GATE + '.' + process.pid, '');
  while (!existsSync(process.env.WIRED_GATE));
`;

/** Daemons that start at the same instant, not one after the other as their processes come up. */
async function startAtOnce(count: number): Promise<DaemonChild[]> {
  const round = mkdtempSync(join(home.base, 'round-'));
  const [preload, go] = [join(round, 'gate.mjs'), join(round, 'go')];
  writeFileSync(preload, gate);
  const env = { NODE_OPTIONS: `--import=${preload}`, WIRED_GATE: go };
  const all = Array.from({ length: count }, () => home.spawn(env));
  const waiting = () => all.filter(({ pid }) => existsSync(`${go}.${pid}`));
  await until(() => waiting().length === count, 'all to be at the gate');
  writeFileSync(go, '');
  const decided = () => all.filter((child) => child.isReady || child.exitCode !== undefined);
  await until(() => decided().length === count, 'each to serve or to give up');
  return all;
}

/** One serves, and it is the one that is reached; all others have given up. */
async function expectOneWinner(all: readonly DaemonChild[]): Promise<void> {
  const [winner, ...others] = all.filter(({ isReady }) => isReady);
  expect(others).toHaveLength(0);
  const codes = all.filter((child) => child !== winner).map(({ exitCode }) => exitCode);
  expect(codes).toEqual(codes.map(() => 3));
  const client = await home.connect();
  expect(await client.call('GetStatus')).toMatchObject({ result: { pid: winner?.pid } });
  client.close();
  expect(winner?.exitCode).toBeUndefined();
  expect(readdirSync(home.dir).sort()).toEqual([
    'wired.json',
    'wired.lock',
    'wired.pid',
    'wired.sock',
  ]);
}

test('68 of two daemons started at the same instant exactly one serves, each time', async () => {
  for (let round = 0; round < 8; round++) {
    // Every other round begins with what a crash leaves behind.
    const signal = round % 2 === 0 ? 'SIGTERM' : 'SIGKILL';
    await Promise.all(home.children.splice(0).map((child) => child.stop(signal)));
    await expectOneWinner(await startAtOnce(2));
  }
});

test('68 among ten that start at the same instant exactly one serves', async () => {
  await expectOneWinner(await startAtOnce(10));
});

test('69 a second start leaves the first undisturbed', async () => {
  const first = await home.start();
  const client = await home.connect();
  const second = home.spawn();
  expect(await second.exited()).toBe(3);
  expect(second.stderr).toContain(`pid ${first.pid}`);
  expect(await client.call('Ping')).toMatchObject({ result: { pong: true } });
  client.close();
});

test('70 a regular file at the socket path is not touched', async () => {
  mkdirSync(home.dir, { mode: 0o700 });
  writeFileSync(home.file('sock'), 'mine');
  const child = home.spawn();
  expect(await child.exited()).toBe(5);
  expect(readFileSync(home.file('sock'), 'utf8')).toBe('mine');
  expect(readdirSync(home.dir)).toEqual(['wired.sock']);
});
