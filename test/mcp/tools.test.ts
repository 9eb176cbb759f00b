import { writeFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { handshakeRevisions } from '../../src/protocols/mcp/contract.ts';
import { allTools } from '../../src/protocols/mcp/vault/tools.ts';
import { matchesGolden } from '../support/golden.ts';
import { McpHome, type McpOptions, P } from '../support/mcp.ts';
import { until } from '../support/until.ts';

const withServer = async <Result>(options: McpOptions, use: (mcp: McpHome) => Promise<Result>) => {
  const mcp = await McpHome.open(options);
  try {
    return await use(mcp);
  } finally {
    await mcp.close();
  }
};

const listed = (options: McpOptions) =>
  withServer(options, async ({ client }) => (await client.listTools()).tools);

const matchesList = (name: string, value: unknown) =>
  matchesGolden(new URL(name, import.meta.url), `${JSON.stringify(value, null, 2)}\n`);

test('tools, schemas and annotations are as recorded', async () => {
  matchesList('tools.golden.json', await listed({ env: { OBSIDIAN_ENABLE_COMMANDS: 'yes' } }));
});

test('in strict compatibility there are the fourteen and nothing of our own', async () => {
  const env = { OBSIDIAN_ENABLE_COMMANDS: 'true', VAULTD_MCP_STRICT: 'true' };
  await withServer({ env }, async (mcp) => {
    const { tools } = await mcp.client.listTools();
    matchesList('tools-strict.golden.json', tools);
    expect(tools.length).toBe(14);
    const text = JSON.stringify(tools);
    const others = allTools.flatMap(({ name, group }) => (group.startsWith('extra') ? [name] : []));
    for (const own of ['expectedHash', 'undoId', 'trashedTo', '"words', ...others])
      expect(text).not.toContain(own);
    expect(text).toContain('dataview');
    const result = await mcp.ok('append_to_note', { target: P('README.md'), content: 'x' });
    expect(Object.keys(result).sort()).toEqual([
      'created',
      'currentSizeInBytes',
      'path',
      'previousSizeInBytes',
      'sectionTargeted',
    ]);
    const stale = { target: P('README.md'), content: 'x', expectedHash: 'h' };
    await mcp.fails('append_to_note', stale, 'invalid_arguments', -32602);
  });
});

test('initialize is answered the same with and without a configuration to wait for', async () => {
  await withServer({}, async (mcp) => {
    const early = mcp.client.getServerVersion();
    const facts = [mcp.client.getServerCapabilities(), mcp.client.getInstructions()];
    // A configuration file may narrow what a client may do, so the answer waits for it.
    const { mkdirSync } = await import('node:fs');
    mkdirSync(`${mcp.base}/config/vaultd`, { recursive: true });
    writeFileSync(`${mcp.base}/config/vaultd/config.toml`, '');
    const late = new Client({ name: 'late', version: '1' });
    await late.connect(mcp.transport({}));
    expect(late.getServerVersion()).toEqual(early);
    expect([late.getServerCapabilities(), late.getInstructions()]).toEqual(facts);
    await late.close();
  });
});

test('both protocol eras are served', async () => {
  await withServer(
    { client: { versionNegotiation: { mode: { pin: '2026-07-28' } } } },
    async (mcp) => {
      expect((await mcp.client.listTools()).tools.length).toBeGreaterThan(12);
      expect(
        (await mcp.result('get_note', { format: 'content', target: P('README.md') })).content,
      ).toBe('abc');
    },
  );
  await withServer({ client: { versionNegotiation: { mode: 'legacy' } } }, async (mcp) => {
    expect(handshakeRevisions).toContain(mcp.client.getNegotiatedProtocolVersion());
    await mcp.ok('list_notes');
  });
});

test('a client of the newer era hears of what it listens to, and of nothing else', async () => {
  const heard: string[] = [];
  const options: McpOptions = {
    client: { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    prepare(client) {
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
        heard.push(params.uri);
      });
      client.setNotificationHandler('notifications/resources/list_changed', () => {
        heard.push('list');
      });
    },
  };
  await withServer(options, async (mcp) => {
    const [plan, readme] = ['obsidian://vault/Projects/Plan.md', 'obsidian://vault/README.md'];
    await mcp.client.listen({ resourceSubscriptions: [readme] });
    const listening = await mcp.client.listen({
      resourceSubscriptions: [plan],
      resourcesListChanged: true,
    });
    mcp.write({ 'sec.md': 'not listened to', 'Projects/Plan.md': 'changed' });
    await until(() => heard.includes(plan), 'the first notice');
    mcp.write({ 'new.md': 'new' });
    await until(() => heard.includes('list'), 'the notice of a new note');
    await listening.close();
    // One write may be noticed twice.
    expect(new Set(heard.splice(0))).toEqual(new Set([plan, 'list']));
    mcp.write({ 'Projects/Plan.md': 'changed again', 'README.md': 'changed' });
    await until(() => heard.includes(readme), 'the last notice');
    expect(new Set(heard)).toEqual(new Set([readme]));
  });
});
