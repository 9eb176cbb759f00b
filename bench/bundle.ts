import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateNotes, planted, writeVault } from './generate-vault.ts';
import { LineClient } from './line-client.ts';
import { emptyServer } from './mcp.ts';
import { compete, median, type Row } from './measure.ts';
import { scaled } from './scale.ts';

const executable = fileURLToPath(new URL('../bin/vaultd', import.meta.url));
const noteCount = scaled(10_000);
const callsPerRun = scaled(50, 10);

/**
 * The tool bundle. Its limits are times (100 ms, 200 ms, 3 s, 5 s), which say nothing on an unknown
 * machine, so every row stands beside the start of an empty Node process on the same one.
 */
export async function benchBundle(): Promise<Row[]> {
  const base = mkdtempSync(join(tmpdir(), 'vaultd-bench-bundle-'));
  const vault = join(base, 'vault');
  writeVault(vault, generateNotes(noteCount));
  const empty = join(base, 'empty.mjs');
  writeFileSync(empty, emptyServer);
  const args = [process.execPath, executable, 'mcp', '--toolset=bundle', vault, '--stories=all'];
  const serve = () => new LineClient(args, base);
  const emptyStart = () =>
    startOf(new LineClient([process.execPath, empty], base), () => undefined);
  const beside = (what: string, atMost: number, ours: () => Promise<number>) =>
    compete({
      what: `bundle: ${what}`,
      unit: 's',
      beside: 'start of an empty Node process',
      reach: { atMost },
      ours,
      theirs: emptyStart,
    });
  try {
    // The first start builds the index and leaves a snapshot.
    await startOf(serve(), (client) => client.call('obsidian_search', { query: planted.rare }));
    const rows = [
      await beside('start to initialize', 1.5, () => startOf(serve(), () => undefined)),
      await beside('initialize, from its line', 1, () => lineOf(serve(), 'initialize')),
      // Right after the start, so that loading every tool counts: 200 ms where an empty start takes 40.
      await beside('tools/list, from its line', 5, () => lineOf(serve(), 'tools/list')),
    ];
    return [...rows, ...(await steadyState(serve(), beside))];
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

type Beside = (what: string, atMost: number, ours: () => Promise<number>) => Promise<Row>;

/** Single calls on a vault that is known: the slowest of twenty, at 10,000 notes. */
async function steadyState(client: LineClient, beside: Beside): Promise<Row[]> {
  await client.initialize();
  const found = await client.call('obsidian_search', { query: planted.rare });
  const path = /\\"files\\":\[\\"([^"\\]+)\\"/.exec(found)?.[1] ?? '';
  const name = path.replace(/^.*\//, '').replace(/\.md$/, '');
  let count = 0;
  let at = path;
  const calls: readonly [what: string, atMost: number, call: () => Promise<string>][] = [
    ['read by name', 0.5, () => client.call('obsidian_read_note', { name })],
    ['read by path', 0.5, () => client.call('obsidian_read_note', { path })],
    ['file info', 0.5, () => client.call('obsidian_file_info', { path })],
    [
      'a name that nobody has',
      1,
      () => client.call('obsidian_read_note', { name: 'Nobody has this' }),
    ],
    [
      'create',
      1,
      () => client.call('obsidian_create_note', { name: `New ${++count}`, content: 'x' }),
    ],
    ['append', 1, () => client.call('obsidian_append_note', { path, content: 'x' })],
    ['search, rare word', 0.5, () => client.call('obsidian_search', { query: planted.rare })],
    ['search, common word', 1, () => client.call('obsidian_search', { query: planted.common })],
    [
      'rename with links',
      2,
      async () => {
        const newName = `Renamed ${++count}`;
        const answer = await client.call('obsidian_rename_note', { path: at, newName });
        at = at.replace(/[^/]*$/, `${newName}.md`);
        return answer;
      },
    ],
  ];
  const rows: Row[] = [];
  for (const [what, atMost, call] of calls) {
    await call();
    rows.push(await beside(`${what}, 95th percentile`, atMost, () => slowOf(call)));
  }
  await client.close();
  return rows;
}

async function slowOf(call: () => Promise<string>): Promise<number> {
  const seconds: number[] = [];
  for (let i = 0; i < callsPerRun; i++) {
    const start = performance.now();
    const answer = await call();
    seconds.push((performance.now() - start) / 1000);
    if (answer.includes('"code":-32603')) throw new Error(answer);
  }
  return seconds.toSorted((a, b) => a - b)[Math.floor(callsPerRun * 0.95)] ?? median(seconds);
}

/** From the start of the process to the answer. */
async function startOf(
  client: LineClient,
  then: (client: LineClient) => Promise<unknown> | undefined,
): Promise<number> {
  await client.initialize();
  await then(client);
  const seconds = client.age;
  await client.close();
  return seconds;
}

/** From one line of a client that has just started to its answer. */
async function lineOf(client: LineClient, method: 'initialize' | 'tools/list'): Promise<number> {
  await client.request('ping');
  const started = client.age;
  if (method === 'initialize') await client.initialize();
  else {
    await client.initialize();
    await client.request('tools/list');
  }
  const seconds = client.age - started;
  await client.close();
  return seconds;
}
