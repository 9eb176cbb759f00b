import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Log, silentLog } from '../../src/kit/log.ts';
import { fixture, openRemote } from '../support/remote.ts';
import { RemoteHome } from '../support/remote-process.ts';
import { until } from '../support/until.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('S1 requests sent at once are all answered, and see what was asked before them', async () => {
  const raw = await (await openRemote()).raw();
  raw.send({
    id: 1,
    method: 'fs.writeBinary',
    params: { path: 'x.bin', contentBase64: 'A'.repeat(4_000_000) },
  });
  raw.send({ id: 2, method: 'fs.append', params: { path: 'x.bin', content: 'tail' } });
  raw.send({ id: 3, method: 'fs.stat', params: { path: 'x.bin' } });
  raw.send({ id: 4, method: 'fs.rename', params: { oldPath: 'x.bin', newPath: 'y/z.bin' } });
  raw.send({
    id: 5,
    method: 'fs.readBinaryRange',
    params: { path: 'y/z.bin', offset: 3_000_000, length: 9 },
  });
  expect((await raw.reply(3)).result).toMatchObject({ size: 3_000_004 });
  const tail = Buffer.from('tail').toString('base64');
  expect((await raw.reply(5)).result).toMatchObject({ contentBase64: tail });
  for (const id of [1, 2, 4]) expect((await raw.reply(id)).error).toBeUndefined();
});

test('S1 changes of one connection happen in the order they came', async () => {
  const raw = await (await openRemote()).raw();
  for (let id = 1; id <= 60; id++) {
    raw.send({ id, method: 'fs.append', params: { path: 'log.md', content: `${id},` } });
  }
  raw.send({ id: 61, method: 'fs.readText', params: { path: 'log.md' } });
  const content = Array.from({ length: 60 }, (_, at) => `${at + 1},`).join('');
  expect((await raw.reply(61)).result).toMatchObject({ content });
});

test('S2 a slow call on one connection keeps no other waiting', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const protocol = await openRemote({
    wrap: (vault) => ({
      ...vault,
      as(caller) {
        const view = vault.as(caller);
        const { readPart } = view.vault;
        const readLater: typeof readPart = async (...args) => {
          await held;
          return readPart(...args);
        };
        return { ...view, vault: Object.assign(view.vault, { readPart: readLater }) };
      },
    }),
  });
  const [slow, quick] = [await protocol.raw(), await protocol.raw()];
  slow.send({ id: 1, method: 'fs.readBinaryRange', params: { path: 'note.md', length: 3 } });
  expect(await quick.ask('fs.exists', { path: 'note.md' })).toEqual({ exists: true });
  // Its own connection goes on, too.
  expect(await slow.ask('fs.exists', { path: 'note.md' })).toEqual({ exists: true });
  release();
  expect((await slow.reply(1)).result).toMatchObject({ size: 12 });
});

test('S3 S10 socket, token and folders are closed to others, the token is bare, and SIGHUP and a closed stdin end nothing', async () => {
  const home = new RemoteHome(fixture);
  const daemon = await home.start();
  expect(modeOf(home.socket)).toBe(0o600);
  expect(modeOf(home.tokenFile)).toBe(0o600);
  expect(modeOf(join(home.home, '.obsidian-remote'))).toBe(0o700);
  expect(home.token).toMatch(/^[0-9a-f]{64}$/);
  daemon.kill('SIGHUP');
  expect(await (await home.ways().raw()).isAlive()).toBe(true);
  expect(daemon.exitCode).toBeUndefined();
});

test('S3 a folder that was there keeps its mode', async () => {
  const home = new RemoteHome(fixture);
  mkdirSync(join(home.home, '.obsidian-remote'));
  chmodSync(join(home.home, '.obsidian-remote'), 0o750);
  await home.start();
  expect(modeOf(join(home.home, '.obsidian-remote'))).toBe(0o750);
});

function tryRead(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

test('S4 when the token appears, a connection succeeds at once', async () => {
  const home = new RemoteHome(fixture);
  mkdirSync(join(home.home, '.obsidian-remote'));
  writeFileSync(home.tokenFile, 'old');
  const daemon = home.spawn();
  await until(() => {
    if (daemon.exitCode !== undefined) throw new Error(daemon.stderr);
    // The daemon removes the old file before it writes the new one.
    const token = tryRead(home.tokenFile);
    return token !== undefined && token !== 'old' && token !== '';
  }, 'the token');
  expect(await (await home.ways().raw()).ask('fs.exists', { path: 'note.md' })).toEqual({
    exists: true,
  });
});

test('S5 a second daemon refuses while the first answers, and harms nothing', async () => {
  const home = new RemoteHome(fixture);
  const first = await home.start();
  const { token } = home;
  const second = home.spawn();
  expect(await second.exited()).toBe(1);
  expect(second.stderr).toContain('another daemon answers');
  expect(home.token).toBe(token);
  expect(await (await home.ways().raw()).isAlive()).toBe(true);
  first.kill('SIGTERM');
  expect(await first.exited()).toBe(0);
  await home.start();
  expect(home.token).not.toBe(token);
});

test('S6 a socket left by a killed daemon is taken over', async () => {
  const home = new RemoteHome(fixture);
  const first = await home.start();
  first.kill('SIGKILL');
  await first.exited();
  expect(existsSync(home.socket)).toBe(true);
  rmSync(home.tokenFile);
  await home.start();
  expect(await (await home.ways().raw()).isAlive()).toBe(true);
});

test('S7 what is no socket is not removed', async () => {
  const home = new RemoteHome(fixture);
  mkdirSync(join(home.home, '.obsidian-remote'));
  writeFileSync(home.socket, 'precious');
  const daemon = home.spawn();
  expect(await daemon.exited()).toBe(1);
  expect(readFileSync(home.socket, 'utf8')).toBe('precious');
  expect(existsSync(home.tokenFile)).toBe(false);
});

test('S8 SIGTERM answers what is under way and leaves nothing behind', async () => {
  const home = new RemoteHome(fixture);
  const daemon = await home.start();
  const [busy, idle] = [await home.ways().raw(), await home.ways().raw()];
  for (let id = 1; id <= 50; id++) {
    busy.send({ id, method: 'fs.write', params: { path: `new/${id}.md`, content: `${id}` } });
  }
  await busy.reply(1);
  daemon.kill('SIGTERM');
  expect(await daemon.exited()).toBe(0);
  await until(() => busy.isEnded && idle.isEnded, 'the end of the connections');
  const answered = new Set(busy.replies.map(({ id }) => id));
  expect(answered.size).toBe(49);
  for (let id = 1; id <= 50; id++) {
    expect(readFileSync(join(home.vault, `new/${id}.md`), 'utf8')).toBe(`${id}`);
  }
  expect([existsSync(home.socket), existsSync(home.tokenFile)]).toEqual([false, false]);
});

test('S8 a client that does not read its replies delays the end by the grace and no longer', async () => {
  const files = { 'big.bin': Buffer.alloc(8_000_000) };
  const protocol = await openRemote({ files, limits: { stopMs: 50 } });
  const raw = await protocol.raw();
  raw.socket.pause();
  for (let id = 1; id <= 8; id++) {
    raw.send({ id, method: 'fs.readBinary', params: { path: 'big.bin' } });
  }
  await (await protocol.raw()).isAlive();
  await protocol.protocol.close();
  expect(existsSync(protocol.socket)).toBe(false);
});

test('S9 a successor keeps its socket and its token', async () => {
  const home = new RemoteHome(fixture);
  const daemon = await home.start();
  rmSync(home.socket);
  const successor = createServer().listen(home.socket);
  writeFileSync(home.tokenFile, 'theirs');
  await until(() => existsSync(home.socket), 'the successor');
  daemon.kill('SIGTERM');
  expect(await daemon.exited()).toBe(0);
  expect([existsSync(home.socket), home.token]).toEqual([true, 'theirs']);
  successor.close();
});

test('a daemon whose socket was taken away stops when the last client has left', async () => {
  let isAbandoned = false;
  const logged: string[] = [];
  const write = (message: string) => logged.push(message);
  const log: Log = { ...silentLog, warn: write, as: () => log };
  const protocol = await openRemote({
    log,
    limits: { socketCheckMs: 10 },
    onAbandoned: () => {
      isAbandoned = true;
    },
  });
  const raw = await protocol.raw();
  renameSync(protocol.socket, `${protocol.socket}.gone`);
  await until(() => logged.includes('the socket was removed or replaced'), 'a look at the socket');
  expect([await raw.isAlive(), isAbandoned]).toEqual([true, false]);
  raw.socket.destroy();
  await until(() => isAbandoned, 'the end');
});

test('the shell example of the protocol’s documentation works as printed', async () => {
  const home = new RemoteHome(fixture);
  await home.start();
  const script = `
TOKEN=$(cat ~/.obsidian-remote/token)
frame() {
  local body="$1"
  printf 'Content-Length: %d\\r\\n\\r\\n%s' "\${#body}" "$body"
}
{
  frame '{"jsonrpc":"2.0","id":1,"method":"auth","params":{"token":"'"$TOKEN"'"}}'
  frame '{"jsonrpc":"2.0","id":2,"method":"fs.list","params":{"path":""}}'
} | nc -U ~/.obsidian-remote/server.sock
`;
  // Not every machine has nc; ours does the same thing with the same arguments.
  const bin = join(home.home, 'bin');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'nc'),
    `#!${process.execPath}\nconst s = require('net').connect({ path: process.argv[3], allowHalfOpen: true });\nprocess.stdin.pipe(s).pipe(process.stdout);\n`,
    { mode: 0o755 },
  );
  const env = { HOME: home.home, PATH: `${bin}:${process.env.PATH}` };
  const printed = execFileSync('bash', ['-c', script], { env, encoding: 'utf8' });
  expect(printed).toContain('{"jsonrpc":"2.0","id":1,"result":{"ok":true}}');
  expect(printed).toContain('{"name":"note.md","type":"file"');
});
