import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { BundleHome, fixture } from '../support/bundle.ts';
import { executable } from '../support/child.ts';
import { until } from '../support/until.ts';
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

test('58 59 67 what a server on files alone answers', async () => {
  const server = await open().start();
  // Opening a note needs the app.
  const { message } = await server.fails(
    'open_note',
    { name: 'Root' },
    -32001,
    'OBSIDIAN_NOT_RUNNING',
  );
  expect(message).toContain('--host');
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
  // With an id, exit is a method like any other.
  expect((await server.request('exit')).error?.code).toBe(-32601);
  expect((await server.request('ping')).result).toEqual({});
});

test('60 read-only mode', async () => {
  const server = await open().start({ env: { OBSIDIAN_READ_ONLY: 'true' } });
  const names = (await server.tools()).map(({ name }) => name);
  expect(names).toEqual(['obsidian_read_note', 'obsidian_open_note', 'obsidian_file_info']);
  for (const tool of ['create', 'append', 'prepend', 'delete', 'move', 'rename']) {
    const args = { name: 'Root', content: '', to: 'x' };
    const { message } = await server.fails(`${tool}_note`, args, -32005, 'READ_ONLY');
    expect(message).toContain('You can read and search.');
  }
  const kept = readFileSync(join(home.base, 'state/vaultd/denials.jsonl'), 'utf8');
  expect(kept.match(/"operation":"obsidian_\w+_note"/g)).toHaveLength(6);
});

test('61 a file without permission, and -32603 Internal error for a bug', async () => {
  open();
  // Root may read everything, so for root the system is made to refuse.
  const refusal = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { openSync } = fs;
    const isRoot = process.getuid?.() === 0;
    fs.openSync = (path, ...rest) => {
      if (String(path).endsWith('Fm.md')) throw new TypeError('a bug');
      if (isRoot && String(path).endsWith('Root.md')) throw Object.assign(new Error('no'), { code: 'EACCES' });
      return openSync(path, ...rest);
    };
    syncBuiltinESMExports();
  `;
  const server = await home.start({ env: preload(refusal) });
  chmodSync(join(home.root, 'Root.md'), 0);
  await server.fails('read_note', { path: 'Root.md' }, -32005, 'PERMISSION_DENIED');
  const { message } = await server.fails('read_note', { path: 'Fm.md' }, -32603, 'INTERNAL');
  expect(message).not.toContain('a bug');
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

test('every vault is listed, also one that is missing, as long as one is there to ask', async () => {
  open();
  const gone = join(home.base, 'Gone');
  const args = ['--stories=navigation', '--vault', gone];
  const server = await home.start({ args });
  expect(await server.ok('list_vaults')).toMatchObject({
    vaults: [
      { name: 'vault', available: true },
      { name: 'Gone', available: false },
    ],
  });
  await server.fails('list_vaults', { vault: 'Gone' }, -32002, 'VAULT_NOT_FOUND');
  const alone = await home.start({ command: [executable, 'mcp', '--toolset=bundle'], args });
  await alone.fails('list_vaults', {}, -32002, 'VAULT_NOT_FOUND');
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
    command: [executable, 'mcp'],
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
    command: [executable, 'mcp'],
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
  // Long enough for the other note to be read on a busy machine.
  const server = await home.start({ env: { ...env, OBSIDIAN_TIMEOUT_SECONDS: '3' } });
  await server.fails('read_note', { path: 'Slow.md' }, -32006, 'TIMEOUT');
  expect(await server.ok('read_note', { path: 'Root.md' })).toMatchObject({ content: 'root\n' });
});

test('68 every line of stdout is protocol, whatever comes in', async () => {
  const server = await open().start();
  const noise = ['{', '[]', '42', '"x"', '\u0000', 'null', '{"jsonrpc":"2.0"}', '\ud800'];
  for (const line of noise) server.write(`${line}\n`);
  await server.call('read_note', { name: 'Nobody' });
  await server.call('create_note', { name: 'a:b' });
  await server.call('read_note', { name: 'img.png' });
  server.send({ jsonrpc: '2.0', method: 'exit' });
  expect(await server.exited()).toBe(0);
  for (const line of server.lines) {
    const message = JSON.parse(line);
    expect(message.jsonrpc).toBe('2.0');
    expect('result' in message !== 'error' in message).toBe(true);
  }
});

test('69 what a dependency prints goes to stderr', async () => {
  open();
  const env = preload(`
    process.on('SIGUSR2', () => { console.log('chatter'); console.info('chatter'); console.debug('chatter'); });
  `);
  const server = await home.start({ env });
  server.kill('SIGUSR2');
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
