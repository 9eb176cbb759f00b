import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { handshakeRevisions } from '../../src/protocols/mcp/front.ts';
import { McpHome, type McpOptions, P } from '../support/mcp.ts';

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

/** Compares with a file that is written when it is missing, or when UPDATE_GOLDEN is set. */
const matchesGolden = (name: string, value: unknown) => {
  const file = fileURLToPath(new URL(name, import.meta.url));
  const text = `${JSON.stringify(value, null, 2)}\n`;
  if (!existsSync(file) || process.env.UPDATE_GOLDEN) writeFileSync(file, text);
  expect(text === readFileSync(file, 'utf8'), `${name} differs; see it with UPDATE_GOLDEN=1`).toBe(
    true,
  );
};

test('tools, schemas and annotations are as recorded', async () => {
  matchesGolden('tools.golden.json', await listed({ env: { OBSIDIAN_ENABLE_COMMANDS: 'yes' } }));
});

test('in strict compatibility there are the fourteen and nothing of our own', async () => {
  const env = { OBSIDIAN_ENABLE_COMMANDS: 'true', VAULTD_MCP_STRICT: 'true' };
  const tools = await listed({ env });
  matchesGolden('tools-strict.golden.json', tools);
  expect(tools.length).toBe(14);
  const text = JSON.stringify(tools);
  for (const own of ['expectedHash', 'undoId', 'trashedTo', 'dataview'])
    expect(text).not.toContain(own);
  await withServer({ env }, async (mcp) => {
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

test('the early answer to initialize is the one the server itself gives', async () => {
  await withServer({}, async (mcp) => {
    const early = mcp.client.getServerVersion();
    const facts = [mcp.client.getServerCapabilities(), mcp.client.getInstructions()];
    // A configuration file makes the front wait for the server's own answer.
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
