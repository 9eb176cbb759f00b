import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Child } from '../support/child.ts';
import { VaultFolder } from '../support/vault-folder.ts';

/** More than a search keeps outside of blocks, and only blocks are saved. */
const noteCount = 600;
const longAgo = 1_700_000_000;
const nameOf = (i: number) => `f${i % 30}/Note ${i}.md`;

/** Whole seconds, so that the times of a file can be put back exactly. */
function write(vault: VaultFolder, path: string, text: string): void {
  vault.write({ [path]: text });
  utimesSync(join(vault.root, path), longAgo, longAgo);
}

function makeVault(): VaultFolder {
  const vault = new VaultFolder();
  for (let i = 0; i < noteCount; i++) write(vault, nameOf(i), `# Heading ${i}\n\nzebrafish${i}q\n`);
  onTestFinished(() => vault.removeFolder());
  return vault;
}

function start(vault: VaultFolder): Child {
  const server = Child.vaultd(['mcp', vault.root, '--attach', 'never'], { env: vault.env });
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  return server;
}

const initialize = {
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'warm', version: '1' },
  },
};

/** The notes that a fresh process finds, asked for its tools first as every client does. */
async function found(server: Child, query: string): Promise<string[]> {
  const call = { name: 'obsidian_search_notes', arguments: { mode: 'text', query } };
  const messages = [
    initialize,
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
    { id: 3, method: 'tools/call', params: call },
  ];
  for (const message of messages) {
    server.process.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
  await server.until(() => /^\{.*"id":3\b.*\}\n/m.test(server.stdout), 'the answer to a search');
  const lines = server.stdout.trimEnd().split('\n');
  const answer = lines.map((line) => JSON.parse(line)).find(({ id }) => id === 3);
  const { hits } = answer.result.structuredContent.result;
  return hits.map(({ filename }: { filename: string }) => filename);
}

const isSaved = (vault: VaultFolder) =>
  readdirSync(vault.base, { recursive: true, encoding: 'utf8' }).some((name) =>
    name.endsWith('manifest'),
  );

const ends: readonly [how: string, end: (server: Child, vault: VaultFolder) => Promise<unknown>][] =
  [
    [
      'the end of its input',
      (server) => {
        server.process.stdin?.end();
        return server.exited();
      },
    ],
    ['SIGTERM', (server) => server.stop('SIGTERM')],
    [
      'kill -9 once it has been idle for a moment',
      async (server, vault) => {
        await server.until(() => isSaved(vault), 'a snapshot');
        await server.stop('SIGKILL');
      },
    ],
  ];

test.each(ends)('a process that was ended by %s leaves the next one warm', async (_, end) => {
  const vault = makeVault();
  const first = start(vault);
  expect(await found(first, 'zebrafish77q')).toEqual([nameOf(77)]);
  await end(first, vault);
  // Another text in a file that looks unchanged: only a process that reads all files would find it.
  write(vault, nameOf(78), '# Heading 78\n\nwalrusfish78\n');
  expect(vault.text(nameOf(78))).toHaveLength('# Heading 78\n\nzebrafish78q\n'.length);
  const next = start(vault);
  expect(await found(next, 'zebrafish78q')).toEqual([nameOf(78)]);
});
