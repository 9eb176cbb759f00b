import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { BundleHome, BundleProcess, fixture } from '../support/bundle.ts';
import { until } from '../support/raw-client.ts';
import type { Files } from '../support/vault-folder.ts';

let home: BundleHome;
const open = (files: Files = fixture): BundleHome => {
  home = new BundleHome(files);
  return home;
};
afterEach(() => home.close());

/** Runs in the process before anything else, as a bad dependency would. */
const preload = (code: string): Record<string, string> => {
  const file = join(home.base, 'preload.mjs');
  writeFileSync(file, code);
  return { NODE_OPTIONS: `--import=${file}` };
};

const append = (id: number, name: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'obsidian_append_note', arguments: { name, content: `line ${id}` } },
});

test('58 open where only the files are used', async () => {
  const server = await open().start();
  const { message } = await server.fails('open_note', { name: 'Root' }, -32001, 'APP_ONLY');
  expect(message).toContain('--host');
});

test('59 file_info', async () => {
  const server = await open().start();
  const stat = statSync(join(home.root, 'Projects/Alpha.md'));
  expect(await server.ok('file_info', { name: 'Alpha' })).toEqual({
    path: 'Projects/Alpha.md',
    name: 'Alpha',
    extension: 'md',
    size: stat.size,
    created: new Date(Math.floor(stat.birthtimeMs)).toISOString(),
    createdMs: Math.floor(stat.birthtimeMs),
    modified: new Date(Math.floor(stat.mtimeMs)).toISOString(),
    modifiedMs: Math.floor(stat.mtimeMs),
  });
});

test('60 read-only mode', async () => {
  const server = await open().start({ env: { OBSIDIAN_READ_ONLY: 'true' } });
  const names = (await server.tools()).map(({ name }) => name);
  expect(names).toEqual(['obsidian_read_note', 'obsidian_open_note', 'obsidian_file_info']);
  for (const tool of ['create', 'append', 'prepend', 'delete', 'move', 'rename']) {
    await server.fails(`${tool}_note`, { name: 'Root', content: '', to: 'x' }, -32005, 'READ_ONLY');
  }
});

test('61 a file without permission', async () => {
  open();
  // Root may read everything, so for root the system is made to refuse.
  const refusal = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { openSync } = fs;
    fs.openSync = (path, ...rest) => {
      if (String(path).endsWith('Root.md')) throw Object.assign(new Error('no'), { code: 'EACCES' });
      return openSync(path, ...rest);
    };
    syncBuiltinESMExports();
  `;
  const server = await home.start({ env: process.getuid?.() === 0 ? preload(refusal) : {} });
  chmodSync(join(home.root, 'Root.md'), 0);
  await server.fails('read_note', { path: 'Root.md' }, -32005, 'PERMISSION_DENIED');
});

test('62 two vaults', async () => {
  open();
  const other = join(home.base, 'Other');
  mkdirSync(other);
  writeFileSync(join(other, 'Only.md'), 'x');
  const server = await home.start({ args: ['--vault', other, '--vault', `Third=${other}`] });
  await server.fails('read_note', { name: 'Root' }, -32002, 'VAULT_REQUIRED');
  await server.fails('read_note', { name: 'Root', vault: 'Nope' }, -32002, 'VAULT_NOT_FOUND');
  expect(await server.ok('read_note', { name: 'Root', vault: 'vault' })).toMatchObject({
    path: 'Root.md',
  });
  expect(await server.ok('read_note', { name: 'Only', vault: 'Third' })).toMatchObject({
    content: 'x',
  });
});

test('vaults that the app knows are found on demand, and named by its ids', async () => {
  open();
  const list = {
    '1234567890abcdef': { path: home.root, ts: 2 },
    fedcba: { path: '/nowhere', ts: 1 },
  };
  const text = JSON.stringify({ vaults: list });
  for (const folder of ['config/obsidian', 'Library/Application Support/obsidian', 'Obsidian']) {
    mkdirSync(join(home.base, folder), { recursive: true });
    writeFileSync(join(home.base, folder, 'obsidian.json'), text);
  }
  const server = await home.start({
    command: [new URL('../../bin/vaultd', import.meta.url).pathname, 'mcp'],
    args: ['--toolset=bundle', '--discover-vaults'],
    env: { APPDATA: home.base },
  });
  await server.fails('read_note', { name: 'Root' }, -32002, 'VAULT_REQUIRED');
  expect(await server.ok('read_note', { name: 'Root', vault: '1234567890abcdef' })).toMatchObject({
    path: 'Root.md',
  });
  await server.fails('read_note', { name: 'Root', vault: 'nowhere' }, -32002, 'VAULT_NOT_FOUND');
});

test('a vault that is missing is told to the user, and found when it comes back', async () => {
  open();
  const gone = join(home.base, 'Elsewhere');
  const server = await home.start({
    command: [new URL('../../bin/vaultd', import.meta.url).pathname, 'mcp'],
    args: ['--toolset', 'bundle', '--vault', gone],
  });
  expect(await server.tools()).toHaveLength(9);
  const { message } = await server.fails('read_note', { name: 'A' }, -32002, 'VAULT_NOT_FOUND');
  expect(message).toContain('Choose the folder of your notes');
  mkdirSync(gone);
  writeFileSync(join(gone, 'A.md'), 'back');
  expect(await server.ok('read_note', { name: 'A' })).toMatchObject({ content: 'back' });
});

test('63 a read that stalls is given up, and the server goes on', async () => {
  open();
  const env = preload(`
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { read, openSync } = fs;
    const stalled = new Set();
    fs.openSync = (path, ...rest) => {
      const descriptor = openSync(path, ...rest);
      if (String(path).endsWith('Slow.md')) stalled.add(descriptor);
      return descriptor;
    };
    fs.read = (descriptor, ...rest) => stalled.has(descriptor) || read(descriptor, ...rest);
    syncBuiltinESMExports();
  `);
  home.write({ 'Slow.md': Buffer.alloc(3 * 1024 * 1024, 'x') });
  const server = await home.start({ env: { ...env, OBSIDIAN_TIMEOUT_SECONDS: '1' } });
  const started = Date.now();
  await server.fails('read_note', { path: 'Slow.md' }, -32006, 'TIMEOUT');
  expect(Date.now() - started).toBeGreaterThan(900);
  expect(await server.ok('read_note', { path: 'Root.md' })).toMatchObject({ content: 'root\n' });
});

test('64 exit with calls running', async () => {
  const server = await open({ 'a.md': '' }).start();
  const lines = Array.from({ length: 20 }, (_, at) => JSON.stringify(append(at + 1, 'a')));
  server.write(`${lines.join('\n')}\n{"jsonrpc":"2.0","method":"exit"}\n`);
  server.write('{"jsonrpc":"2.0","id":99,"method":"ping"}\n');
  expect(await server.exited).toBe(0);
  expect(server.lines).toHaveLength(21);
  expect(home.text('a.md').split('\n')).toHaveLength(20);
});

test('65 the end of stdin with twenty calls running', async () => {
  const server = await open({ 'a.md': '' }).start({ revision: false });
  const handshake = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}';
  const lines = Array.from({ length: 20 }, (_, at) => JSON.stringify(append(at + 1, 'a')));
  server.child.stdin?.end(`${[handshake, ...lines].join('\n')}\n`);
  expect(await server.exited).toBe(0);
  const ids = server.lines.map((line) => JSON.parse(line).id).sort((a, b) => a - b);
  expect(ids).toEqual(Array.from({ length: 21 }, (_, at) => at));
  expect(home.text('a.md').split('\n')).toHaveLength(20);
});

test('66 the end of stdin while idle', async () => {
  const server = await open().start();
  await server.ok('read_note', { name: 'Root' });
  const started = Date.now();
  server.child.stdin?.end();
  expect(await server.exited).toBe(0);
  // The contract says 500 ms; a busy machine may take longer.
  expect(Date.now() - started).toBeLessThan(5000);
});

test('67 exit with an id is a method like any other', async () => {
  const server = await open().start();
  expect((await server.request('exit')).error?.code).toBe(-32601);
  expect((await server.request('ping')).result).toEqual({});
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s lets running calls end', async (signal) => {
  const server = await open({ 'a.md': '' }).start();
  const answers = Array.from({ length: 20 }, (_, at) => {
    const answer = server.next(({ id }) => id === at + 1);
    server.send(append(at + 1, 'a'));
    return answer;
  });
  await answers[0];
  server.child.kill(signal);
  expect(await server.exited).toBe(0);
  expect(home.text('a.md').split('\n').filter(Boolean).length).toBe(server.lines.length - 1);
});

test('a client that closes its end of stdout loses no change', async () => {
  const server = await open({ 'a.md': '' }).start();
  await server.ok('read_note', { name: 'a' });
  server.child.stdout?.destroy();
  for (let id = 1; id <= 20; id++) server.send(append(id, 'a'));
  expect(await server.exited).toBe(0);
  const lines = home.text('a.md').split('\n').filter(Boolean);
  expect(lines.every((line) => /^line \d+$/.test(line))).toBe(true);
});

test('the process ends when its parent is gone, though stdin stays open', async () => {
  open();
  const executable = new URL('../../bin/vaultd', import.meta.url).pathname;
  const command = `"${process.execPath}" "${executable}" mcp --toolset=bundle "${home.root}" <&3 & wait`;
  const shell = spawn('sh', ['-c', command], {
    env: home.env,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const server = new BundleProcess(home, shell);
  const [, , , stdin] = shell.stdio;
  const answer = server.next();
  if (stdin instanceof Socket) stdin.write('{"jsonrpc":"2.0","id":1,"method":"initialize"}\n');
  await answer;
  shell.kill('SIGKILL');
  // The pipes are closed by whoever holds them last.
  await server.exited;
}, 30_000);

test('68 every line of stdout is protocol, whatever comes in', async () => {
  const server = await open().start();
  const noise = ['{', '[]', '42', '"x"', '\u0000', 'null', '{"jsonrpc":"2.0"}', '\ud800'];
  for (const line of noise) server.write(`${line}\n`);
  await server.call('read_note', { name: 'Nobody' });
  await server.call('create_note', { name: 'a:b' });
  await server.call('read_note', { name: 'img.png' });
  server.send({ jsonrpc: '2.0', method: 'exit' });
  expect(await server.exited).toBe(0);
  for (const line of server.lines) {
    const message = JSON.parse(line);
    expect(message.jsonrpc).toBe('2.0');
    expect('result' in message !== 'error' in message).toBe(true);
  }
});

test('69 what a dependency prints goes to stderr', async () => {
  open();
  const env = preload(`
    setTimeout(() => { console.log('chatter'); console.info('chatter'); console.debug('chatter'); }, 300);
  `);
  const server = await home.start({ env });
  await until(() => server.stderr.includes('chatter\nchatter\nchatter'), 'the chatter');
  expect(server.lines.join('\n')).not.toContain('chatter');
});

test('70 the log of a create has no text of the note', async () => {
  const server = await open().start();
  await server.ok('create_note', { name: 'Secret', content: 'my innermost thoughts' });
  await server.fails('read_note', { name: 'Nobody' }, -32003, 'FILE_NOT_FOUND');
  await until(() => server.log.length === 2, 'two lines of the log');
  const [made, missed] = server.log;
  expect(made).toMatchObject({ tool: 'obsidian_create_note', outcome: 'ok', level: 'info' });
  expect(made).toMatchObject({
    at: expect.any(String),
    ms: expect.any(Number),
    request: expect.any(String),
  });
  expect(missed).toMatchObject({ outcome: 'failed', errorCode: 'FILE_NOT_FOUND' });
  expect(server.stderr).not.toContain('innermost');
});
