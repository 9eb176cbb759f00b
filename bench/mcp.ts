import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planted } from './generate-vault.ts';
import { LineClient, perCall } from './line-client.ts';
import { type McpVault, onMcpVaults, searchText } from './mcp-vault.ts';
import { compete, judged, type Row } from './measure.ts';
import { onOneCore } from './one-core.ts';
import { scaled } from './scale.ts';

const runs = 41;
const callsPerRun = scaled(100, 10);
/** Few words are frequent, and each is asked for once. */
const commonPerRun = 8;
/** A server that has worked for a while. */
const warmUps = scaled(3000, 10);

/** A process with nothing in it that answers the first line as a server would. */
export const emptyServer = `process.stdin.once('data', (line) => {
  const { id } = JSON.parse(line);
  const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'x', version: '1' } };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
});`;

/** MCP on standard input and output: how long a start takes, and what calls cost beside a ping. */
export function benchMcp(): Promise<Row[]> {
  return onMcpVaults(async (vault) => [...(await starts(vault)), ...(await steadyState(vault))]);
}

async function starts({ name, base, serve }: McpVault): Promise<Row[]> {
  const script = join(base, 'empty.mjs');
  writeFileSync(script, emptyServer);
  return [
    await compete({
      what: `MCP: start to initialize, ${name}`,
      unit: 's',
      beside: 'an empty Node process',
      reach: { atMost: 1.5 },
      ours: () => untilAnswer(serve()),
      theirs: () => untilAnswer(new LineClient([process.execPath, script], base)),
    }),
  ];
}

/** Seconds from the start of a process to its first answer. */
async function untilAnswer(client: LineClient): Promise<number> {
  await client.initialize();
  const seconds = client.age;
  await client.close();
  return seconds;
}

async function steadyState(vault: McpVault): Promise<Row[]> {
  const { name, questions } = vault;
  const client = vault.serve();
  await client.initialize();
  const target = () => ({ type: 'path', path: questions.path() });
  const search = (query: () => string) => () => searchText(client, query());
  const calls: readonly [what: string, atMost: number, call: () => Promise<string>][] = [
    ['read', 1.5, () => client.call('obsidian_get_note', { format: 'content', target: target() })],
    ['rare word', 4, search(() => questions.rare())],
    ['phrase', 4, search(() => questions.phrase())],
    ['no match', 4, search(() => questions.missing())],
    ['links of a note', 4, () => client.call('obsidian_get_links', { target: target() })],
    ['tags', 4, () => client.call('obsidian_list_tags', {})],
    ['common word', 12, search(() => questions.common())],
  ];
  const clock = () => client.processorTime;
  await perCall(warmUps, () => client.request('ping'));
  for (const [, , call] of calls.slice(0, -1)) await perCall(warmUps, call);
  const rows: Row[] = [];
  for (const [what, atMost, call] of calls) {
    const count = what === 'common word' ? Math.min(commonPerRun, callsPerRun) : callsPerRun;
    const contest = () =>
      compete({
        what: `MCP: ${what}, ${name}`,
        unit: 's/call',
        beside: 'ping of the same server',
        runs,
        reach: { atMost },
        processor: { ours: clock, theirs: clock },
        ours: () => perCall(count, call),
        theirs: () => perCall(count, () => client.request('ping')),
      });
    rows.push(await onOneCore([process.pid, client.pid], contest));
  }
  for (const [what, text] of [
    ['accents', planted.accented],
    ['CJK', planted.unspaced],
  ] as const) {
    const expected = questions.count(text);
    if (expected === 0) continue;
    const found = Number(/"totalCount":(\d+)/.exec(await searchText(client, text))?.[1]);
    rows.push(
      judged({
        what: `MCP: notes found by ${what}, ${name}`,
        unit: 'notes',
        ours: found,
        beside: 'the notes that have it',
        theirs: expected,
        reach: { atLeast: 1 },
      }),
    );
  }
  await client.close();
  return rows;
}
