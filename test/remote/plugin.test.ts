import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RemoteError, remoteCodes } from '../../src/protocols/remote/client/index.ts';
import { fixture, openRemote, type RawRemote } from '../support/remote.ts';
import { RemoteHome } from '../support/remote-process.ts';
import { harvest } from '../support/vault.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** What the plugin does after it has a connection. */
async function save(raw: RawRemote, path: string, text: string): Promise<void> {
  const written = await raw.ask('fs.writeBinary', { path, contentBase64: base64(text) });
  const { mtime } = written as { mtime: number };
  expect(await raw.ask('fs.stat', { path })).toMatchObject({ mtime, size: text.length });
}

test('C1 a probe and then a session', async () => {
  const protocol = await openRemote();
  const probe = await protocol.raw();
  expect(await probe.ask('server.info', {})).toMatchObject({ protocolVersion: 1 });
  probe.socket.destroy();
  const client = await protocol.client();
  expect(client.info.vaultRoot).toBe(protocol.root);
  expect((await client.call('fs.walk', { path: '', recursive: true })).entries).toHaveLength(8);
});

test('C2 and C3 saving a new note, at the top or in a new folder', async () => {
  const raw = await (await openRemote()).raw();
  await save(raw, 'top.md', 'x');
  expect(await raw.ask('fs.mkdir', { path: 'new/folder', recursive: true })).toEqual({});
  await save(raw, 'new/folder/n.md', 'y');
});

test('C4 of two who read the same, the second to write learns of the first', async () => {
  const protocol = await openRemote();
  const [a, b] = [await protocol.client(), await protocol.client()];
  const { mtime } = await a.call('fs.readBinary', { path: 'note.md' });
  const path = 'note.md';
  await b.call('fs.writeBinary', { path, contentBase64: base64('b'), expectedMtime: mtime });
  const late = a.call('fs.writeBinary', { path, contentBase64: base64('a'), expectedMtime: mtime });
  await expect(late).rejects.toThrow(RemoteError);
  await expect(late).rejects.toMatchObject({ code: remoteCodes.preconditionFailed });
  expect((await a.call('fs.readText', { path })).content).toBe('b');
  await a.call('fs.writeBinary', { path, contentBase64: base64('a') });
  expect((await b.call('fs.readText', { path })).content).toBe('a');
});

test('C5 and C6 renames come after a mkdir of where they go, the root included', async () => {
  const { raw, root } = await openRemote();
  const client = await raw();
  const move = async (oldPath: string, newPath: string, folder: string) => {
    expect(await client.ask('fs.mkdir', { path: folder, recursive: true })).toEqual({});
    const moved = await client.ask('fs.rename', { oldPath, newPath });
    expect(moved).toMatchObject({ mtime: expect.any(Number) });
  };
  await move('docs/a.md', 'a.md', '');
  await move('docs/sub/b.md', '.trash/docs/sub/b.md', '.trash/docs/sub');
  expect(harvest(root)).toMatchObject({ 'a.md': 'one', '.trash/docs/sub/b.md': 'two' });
});

test('C7 the settings of a device that has none are not found', async () => {
  const raw = await (await openRemote()).raw();
  expect(await raw.ask('fs.list', { path: '.obsidian/user/none' })).toBe('E -32010');
});

test('C8 a seek in a file that changed meanwhile is told so once', async () => {
  const raw = await (await openRemote({ files: { 'film.mp4': 'first version' } })).raw();
  const range = async (offset: number, expectedMtime: number) =>
    raw.ask('fs.readBinaryRange', { path: 'film.mp4', offset, length: 5, expectedMtime });
  const { mtime } = (await range(0, 0)) as { mtime: number };
  expect(await range(6, mtime)).toMatchObject({ contentBase64: base64('versi') });
  await raw.ask('fs.write', { path: 'film.mp4', content: 'other version' });
  expect(await range(6, mtime)).toBe('E -32020');
  const fresh = (await range(0, 0)) as { mtime: number };
  expect(await range(0, fresh.mtime)).toMatchObject({ contentBase64: base64('other') });
});

test('C9 a thousand health probes leave nothing behind', async () => {
  const raw = await (await openRemote()).raw();
  for (let i = 0; i < 1000; i++) await raw.ask('server.info', {});
  expect(raw.replies).toEqual([]);
});

test('C10 a client finds its way back to a daemon that was started again', async () => {
  const home = new RemoteHome(fixture);
  const first = await home.start();
  const { connect } = await import('../../src/protocols/remote/client/index.ts');
  const client = await connect({
    socket: home.socket,
    tokenFile: home.tokenFile,
    reconnect: { firstMs: 50, longestMs: 50, triesMax: 200 },
  });
  const watch = await client.watch();
  const events = watch[Symbol.asyncIterator]();
  first.kill('SIGTERM');
  await first.exited();
  await home.start();
  expect((await events.next()).value).toEqual({ event: 'reset', path: '' });
  await client.call('fs.write', { path: 'again.md', content: 'x' });
  expect((await events.next()).value).toEqual({ event: 'created', path: 'again.md' });
  client.close();
  expect((await events.next()).done).toBe(true);
});

test('C11 a vault that is moved away fails calls and nothing else, and works again when it is back', async () => {
  const { raw, root } = await openRemote();
  const client = await raw();
  renameSync(root, `${root}-away`);
  for (const method of ['fs.list', 'fs.walk', 'fs.readText', 'fs.write']) {
    const outcome = await client.ask(method, { path: method === 'fs.write' ? 'n.md' : '' });
    expect([method, outcome]).toEqual([method, expect.stringMatching(/^E -/)]);
  }
  renameSync(`${root}-away`, root);
  expect(await client.ask('fs.stat', { path: 'note.md' })).toMatchObject({ size: 12 });
  expect(harvest(join(root))).not.toHaveProperty('n.md');
});
