import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { executable, runToEnd } from '../support/child.ts';
import { VaultFolder } from '../support/vault-folder.ts';

const folder = new VaultFolder({ 'a.md': 'zebrafish' });
afterAll(() => folder.removeFolder());

const request = (id: number, method: string, params: object = {}) => ({ id, method, params });
const search = (id: number) => {
  const query = { mode: 'text', query: 'zebrafish' };
  return request(id, 'tools/call', { name: 'obsidian_search_notes', arguments: query });
};
const initialize = request(1, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'lines', version: '1' },
});
const initialized = { method: 'notifications/initialized' };

/** Sends everything at once and ends; gives the ids that were answered, and with what. */
async function answersTo(
  messages: readonly object[],
  env: Record<string, string> = {},
  vault: VaultFolder = folder,
) {
  const input = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const { stdout, exitCode } = await runToEnd(process.execPath, [executable, 'mcp', vault.root], {
    stdin: input.join(''),
    env: { ...vault.env, ...env },
  });
  expect(exitCode).toBe(0);
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line)).filter(({ id }) => id !== undefined);
}

for (const [what, after] of [
  ['nothing', []],
  ['one call of a tool', [search(2)]],
  ['a list of the tools', [request(2, 'ping'), request(3, 'tools/list')]],
  ['all kinds', [search(2), request(3, 'ping'), search(4), request(5, 'resources/list')]],
] as const) {
  test(`${what} after the handshake is answered once, also when the client has gone`, async () => {
    const answers = await answersTo([initialize, initialized, ...after]);
    const ids = [initialize, ...after].map(({ id }) => id);
    expect(answers.map(({ id }) => id).sort()).toEqual(ids);
    for (const { error } of answers) expect(error).toBeUndefined();
    for (const { id, result } of answers) {
      if (!after.some((each) => each.id === id && each.method === 'tools/call')) continue;
      expect(result.structuredContent.result.hits).toMatchObject([{ filename: 'a.md' }]);
    }
  });
}

test('a call before the handshake is answered too', async () => {
  const answers = await answersTo([search(7), initialize, initialized]);
  expect(answers.map(({ id }) => id).sort()).toEqual([1, 7]);
});

test('the handshake waits for the configuration where there is one', async () => {
  const config = folder.base;
  folder.write({ '../vaultd/config.toml': '' });
  const answers = await answersTo([initialize, initialized, search(2)], {
    XDG_CONFIG_HOME: config,
  });
  expect(answers.map(({ id }) => id).sort()).toEqual([1, 2]);
});

/** More than the search keeps loose in memory, so that texts come from a segment of the snapshot. */
const manyNotes = Object.fromEntries(
  Array.from({ length: 600 }, (_, i) => [
    `f${i % 30}/Note ${i}.md`,
    `---\naliases: [Other ${i}]\n---\n# Heading ${i}\n\nTo [[Note ${i + 1}]], zebrafish${i}q.\n`,
  ]),
);

test('the first search of a large vault knows all that changed while no server ran', async () => {
  const large = new VaultFolder(manyNotes);
  const found = async (query: string, env?: Record<string, string>) => {
    const call = { name: 'obsidian_search_notes', arguments: { mode: 'text', query } };
    const messages = [initialize, initialized, request(2, 'tools/call', call)];
    const answer = (await answersTo(messages, env, large)).find(({ id }) => id === 2);
    const { hits } = answer.result.structuredContent.result;
    return hits.map(({ filename }: { filename: string }) => filename);
  };
  try {
    expect(await found('zebrafish77q')).toEqual(['f17/Note 77.md']);
    writeFileSync(join(large.root, 'f17/Note 77.md'), 'walrus');
    writeFileSync(join(large.root, 'f1/New.md'), 'walrus');
    rmSync(join(large.root, 'f18/Note 78.md'));
    renameSync(join(large.root, 'f19'), join(large.root, 'g19'));
    expect(await found('walrus')).toEqual(['f1/New.md', 'f17/Note 77.md']);
    expect(await found('zebrafish77q')).toEqual([]);
    expect(await found('zebrafish78q')).toEqual([]);
    expect(await found('zebrafish79q')).toEqual(['g19/Note 79.md']);
    expect(await found('walrus', { OBSIDIAN_READ_PATHS: 'f1/' })).toEqual(['f1/New.md']);
  } finally {
    large.removeFolder();
  }
});
