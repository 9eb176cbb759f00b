import { Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { BundleHome, BundleProcess, fixture } from '../support/bundle.ts';
import { executable } from '../support/child.ts';
import type { Files } from '../support/vault-folder.ts';

let home: BundleHome;
const open = (files: Files = fixture): BundleHome => {
  home = new BundleHome(files);
  return home;
};
afterEach(() => home.close());

const append = (id: number, name: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'obsidian_append_note', arguments: { name, content: `line ${id}` } },
});

test('64 exit with calls running', async () => {
  const server = await open({ 'a.md': '' }).start();
  const lines = Array.from({ length: 20 }, (_, at) => JSON.stringify(append(at + 1, 'a')));
  server.write(`${lines.join('\n')}\n{"jsonrpc":"2.0","method":"exit"}\n`);
  server.write('{"jsonrpc":"2.0","id":99,"method":"ping"}\n');
  expect(await server.exited()).toBe(0);
  expect(server.lines).toHaveLength(21);
  expect(home.text('a.md').split('\n')).toHaveLength(20);
});

test('65 the end of stdin with twenty calls running', async () => {
  const server = await open({ 'a.md': '' }).start({ revision: false });
  const handshake = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}';
  const lines = Array.from({ length: 20 }, (_, at) => JSON.stringify(append(at + 1, 'a')));
  server.process.stdin?.end(`${[handshake, ...lines].join('\n')}\n`);
  expect(await server.exited()).toBe(0);
  const ids = server.lines.map((line) => JSON.parse(line).id).sort((a, b) => a - b);
  expect(ids).toEqual(Array.from({ length: 21 }, (_, at) => at));
  expect(home.text('a.md').split('\n')).toHaveLength(20);
});

test('66 the end of stdin while idle', async () => {
  const server = await open().start();
  await server.ok('read_note', { name: 'Root' });
  server.process.stdin?.end();
  expect(await server.exited()).toBe(0);
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s lets running calls end', async (signal) => {
  const server = await open({ 'a.md': '' }).start();
  const answers = Array.from({ length: 20 }, (_, at) => {
    const answer = server.next(({ id }) => id === at + 1);
    server.send(append(at + 1, 'a'));
    return answer;
  });
  await answers[0];
  server.process.kill(signal);
  expect(await server.exited()).toBe(0);
  expect(home.text('a.md').split('\n').filter(Boolean).length).toBe(server.lines.length - 1);
});

test('a client that closes its end of stdout loses no change', async () => {
  const server = await open({ 'a.md': '' }).start();
  await server.ok('read_note', { name: 'a' });
  server.process.stdout?.destroy();
  for (let id = 1; id <= 20; id++) server.send(append(id, 'a'));
  expect(await server.exited()).toBe(0);
  const lines = home.text('a.md').split('\n').filter(Boolean);
  expect(lines.every((line) => /^line \d+$/.test(line))).toBe(true);
});

test('the process ends when its parent is gone, though stdin stays open', async () => {
  open();
  const command = `"${process.execPath}" "${executable}" mcp --toolset=bundle "${home.root}" <&3 & wait`;
  const server = new BundleProcess(home, 'sh', ['-c', command], {
    env: home.env,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const stdin = server.process.stdio[3];
  const answer = server.next();
  if (stdin instanceof Socket) stdin.write('{"jsonrpc":"2.0","id":1,"method":"initialize"}\n');
  await answer;
  server.kill('SIGKILL');
  // The pipes are closed by whoever holds them last.
  await server.exited();
});
