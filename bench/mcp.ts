import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planted } from './generate-vault.ts';
import { LineClient, perCall } from './line-client.ts';
import { type McpVault, noteCount, searchText, withMcpVault } from './mcp-vault.ts';
import { compete, judged, type Row } from './measure.ts';
import { onOneCore } from './one-core.ts';
import { scaled } from './scale.ts';

const callsPerRun = scaled(100, 10);
/** A server that has worked for a while. */
const warmUps = scaled(3000, 10);

/** A process with nothing in it that answers the first line as a server would. */
export const emptyServer = `process.stdin.once('data', (line) => {
  const { id } = JSON.parse(line);
  const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'x', version: '1' } };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
});`;

/** A process that looks at every file of a folder and then answers. */
const statServer = `import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
process.stdin.once('data', (line) => {
  const { id } = JSON.parse(line);
  let bytes = 0;
  for (const name of readdirSync(process.argv[2], { recursive: true })) bytes += statSync(join(process.argv[2], name)).size;
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: { bytes } }) + '\\n');
});`;

/** MCP on standard input and output: how long a start takes, and what calls cost beside a ping. */
export function benchMcp(): Promise<Row[]> {
  return withMcpVault(async (vault) => [...(await starts(vault)), ...(await steadyState(vault))]);
}

async function starts({ base, root, serve }: McpVault): Promise<Row[]> {
  const scripts = { empty: join(base, 'empty.mjs'), stats: join(base, 'stats.mjs') };
  writeFileSync(scripts.empty, emptyServer);
  writeFileSync(scripts.stats, statServer);
  const open = (...args: string[]) => new LineClient([process.execPath, ...args], base);
  return [
    await compete({
      what: 'MCP: start to initialize',
      unit: 's',
      beside: 'an empty Node process',
      reach: { atMost: 1.5 },
      ours: () => untilAnswer(serve()),
      theirs: () => untilAnswer(open(scripts.empty)),
    }),
    await compete({
      what: `MCP: start to first search, ${noteCount} notes`,
      unit: 's',
      beside: 'reading all stats in Node',
      reach: { atMost: 1.5 },
      ours: () => untilAnswer(serve(), (client) => searchText(client, planted.rare)),
      theirs: () => untilAnswer(open(scripts.stats, root)),
    }),
  ];
}

/** Seconds from the start of a process to its first answers. */
async function untilAnswer(
  client: LineClient,
  ask: (client: LineClient) => Promise<unknown> = async () => {},
): Promise<number> {
  await client.initialize();
  await ask(client);
  const seconds = client.age;
  await client.close();
  return seconds;
}

async function steadyState(vault: McpVault): Promise<Row[]> {
  const client = vault.serve();
  await client.initialize();
  const target = { type: 'path', path: vault.path };
  const search = (query: string) => () => searchText(client, query);
  const calls: readonly [what: string, atMost: number, call: () => Promise<string>][] = [
    ['read', 1.5, () => client.call('obsidian_get_note', { format: 'content', target })],
    ['rare word', 2, search(planted.rare)],
    ['phrase', 2, search(planted.rarePhrase)],
    ['no match', 2, search(planted.missing)],
    ['common word', 10, search(planted.common)],
    ['links of a note', 2, () => client.call('obsidian_get_links', { target })],
    ['tags', 2, () => client.call('obsidian_list_tags', {})],
  ];
  const clock = () => client.processorTime;
  await perCall(warmUps, () => client.request('ping'));
  for (const [, , call] of calls) await perCall(warmUps, call);
  const rows: Row[] = [];
  for (const [what, atMost, call] of calls) {
    const contest = () =>
      compete({
        what: `MCP: ${what}`,
        unit: 's/call',
        beside: 'ping of the same server',
        runs: 41,
        reach: { atMost },
        processor: { ours: clock, theirs: clock },
        ours: () => perCall(callsPerRun, call),
        theirs: () => perCall(callsPerRun, () => client.request('ping')),
      });
    rows.push(await onOneCore([process.pid, client.pid], contest));
  }
  for (const [what, text] of [
    ['accents', planted.accented],
    ['CJK', planted.unspaced],
  ] as const) {
    const found = Number(/"totalCount":(\d+)/.exec(await searchText(client, text))?.[1]);
    rows.push(
      judged({
        what: `MCP: notes found by ${what}`,
        unit: 'notes',
        ours: found,
        beside: 'the notes that have it',
        theirs: vault.count(text),
        reach: { atLeast: 1 },
      }),
    );
  }
  await client.close();
  return rows;
}
