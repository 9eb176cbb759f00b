import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agent, openAgent } from '../support/agent.ts';
import type { Child } from '../support/child.ts';
import { toData } from '../support/mcp.ts';
import { VaultHome } from '../support/vault-daemon.ts';

const home = new VaultHome({ 'a.md': 'one\ntwo\nthree\n', 'Journal/b.md': 'b\n' });
home.configure(`[[vaults]]\npath = ${JSON.stringify(home.vault)}\napprove = ["Journal"]\n`);
let daemon: Child;
let agent: Agent;

beforeAll(async () => {
  daemon = await home.serve({}, []);
  agent = await openAgent(home, 'helper');
});
afterAll(async () => {
  await agent.close();
  await home.remove();
});

const vaultd = async (...words: string[]): Promise<unknown> => {
  const { stdout, stderr, exitCode } = await home.run([...words, '--json']);
  expect(exitCode, stderr).toBe(0);
  return JSON.parse(stdout);
};
const write = async (path: string, content: string) =>
  toData(
    await agent.call('obsidian_write_note', {
      target: { type: 'path', path },
      content,
      overwrite: true,
    }),
  );

/** The id under which a change of the agent waits. */
async function waits(path: string, content: string): Promise<string> {
  const { isError, structuredContent } = await write(path, content);
  expect(isError).toBe(true);
  const { data } = toData(toData(structuredContent).error);
  expect(toData(data).reason).toBe('waits_for_approval');
  return String(toData(data).approval);
}
const outcome = async (id: string, args = {}) => {
  const { structuredContent } = toData(await agent.call('obsidian_approvals', { id, ...args }));
  return toData(structuredContent).approvals;
};

test('a change in a folder of the configuration waits, is accepted in a shell, and the agent waits for it', async () => {
  await write('a.md', 'one\n2\nthree\n');
  const id = await waits('Journal/b.md', 'b\nmore\n');
  expect(home.tree()).toMatchObject({ 'a.md': 'one\n2\nthree\n', 'Journal/b.md': 'b\n' });
  expect(await vaultd('approvals')).toMatchObject([{ id, client: 'helper', state: 'waiting' }]);
  const decision = outcome(id, { waitSeconds: 50 });
  await vaultd('approve', id);
  expect(home.tree()['Journal/b.md']).toBe('b\nmore\n');
  expect(await decision).toMatchObject([{ id, state: 'accepted' }]);
});

test('a client is set to ask first while it is connected, and after a restart it still does', async () => {
  await vaultd('clients', 'helper', '--approve', '/');
  const id = await waits('a.md', '1\n2\n3\n');
  const { hunks } = toData(await vaultd('approvals', id));
  const [first] = Array.isArray(hunks) ? hunks : [];
  await vaultd('reject', id, '--hunks', String(toData(first).id));
  await agent.close();
  await daemon.stop('SIGTERM');
  daemon = await home.serve({}, []);
  agent = await openAgent(home, 'helper');
  await vaultd('approve', id);
  expect(home.tree()['a.md']).toBe('one\n2\n3\n');
  expect(await outcome(id)).toMatchObject([{ state: 'partly-accepted' }]);
  const other = await waits('new.md', 'new\n');
  await vaultd('reject', other, '--reason', 'Not now.');
  expect(await outcome(other)).toMatchObject([{ state: 'rejected', reason: 'Not now.' }]);
  expect(home.tree()['new.md']).toBeUndefined();
});

test('what was refused is in the activity, attempts to leave the vault too, and what waited is not', async () => {
  await write('../outside.md', 'x');
  const { entries } = toData(await vaultd('call', 'ListActivity', '{"kinds":["denied"]}'));
  expect(entries).toMatchObject([{ client: 'helper', path: '../outside.md' }]);
});

test('what was set for a client is listed, and can be reset', async () => {
  expect(await vaultd('clients')).toMatchObject({
    permissions: [{ client: 'helper', approve: ['/'] }],
  });
  expect(await vaultd('clients', 'helper', '--reset', '--write', 'Inbox')).toEqual({
    client: 'helper',
    read_only: false,
    write: ['inbox'],
  });
  const { structuredContent } = await write('a.md', 'x');
  expect(JSON.stringify(structuredContent)).toContain("Allowed prefixes: ['inbox']");
  await vaultd('clients', 'helper', '--reset');
  expect((await write('a.md', 'free\n')).isError).toBeUndefined();
});
