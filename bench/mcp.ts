import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { generateNotes, planted, writeVault } from './generate-vault.ts';
import { compete, type Row } from './measure.ts';

const executable = fileURLToPath(new URL('../bin/vaultd', import.meta.url));
const noteCount = 10_000;
const callsPerRun = 200;

/** A process with nothing in it that answers the first line as a server would. */
const emptyServer = `process.stdin.once('data', (line) => {
  const { id } = JSON.parse(line);
  const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'x', version: '1' } };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
});`;

/** A process that looks at every file of a folder and then answers. */
const statServer = `import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
process.stdin.once('data', () => {
  let bytes = 0;
  for (const name of readdirSync(process.argv[2], { recursive: true })) bytes += statSync(join(process.argv[2], name)).size;
  process.stdout.write(bytes + '\\n');
});`;

/** MCP on standard input and output: how long a start takes, and what calls cost beside a ping. */
export async function benchMcp(): Promise<Row[]> {
  const base = mkdtempSync(join(tmpdir(), 'vaultd-bench-mcp-'));
  const vault = join(base, 'vault');
  writeVault(vault, generateNotes(noteCount));
  const scripts = { empty: join(base, 'empty.mjs'), stats: join(base, 'stats.mjs') };
  writeFileSync(scripts.empty, emptyServer);
  writeFileSync(scripts.stats, statServer);
  const open = (args: readonly string[]) => new LineClient(args, base);
  const serve = () => open([executable, 'mcp', vault, '--attach', 'never']);
  try {
    // The first start builds the index and leaves a snapshot.
    await firstSearch(serve());
    const rows = [
      await compete({
        what: 'MCP: start to initialize',
        unit: 's',
        beside: 'an empty Node process',
        reach: { atMost: 1.5 },
        ours: () => firstAnswer(serve()),
        theirs: () => firstAnswer(open([scripts.empty])),
      }),
      await compete({
        what: `MCP: start to first search, ${noteCount} notes`,
        unit: 's',
        beside: 'reading all stats in Node',
        reach: { atMost: 1.5 },
        ours: () => firstSearch(serve()),
        theirs: () => firstAnswer(open([scripts.stats, vault])),
      }),
    ];
    return [...rows, ...(await steadyState(serve()))];
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

async function steadyState(client: LineClient): Promise<Row[]> {
  await client.initialize();
  const search = (query: string) => client.tool('search_notes', { mode: 'text', query });
  const first = await search(planted.rare);
  const path = /"filename":"([^"]+)"/.exec(first)?.[1] ?? '';
  const target = { type: 'path', path };
  const calls: readonly [what: string, atMost: number, call: () => Promise<string>][] = [
    ['read', 1.5, () => client.tool('get_note', { format: 'content', target })],
    ['rare word', 2, () => search(planted.rare)],
    ['no match', 2, () => search(planted.missing)],
    ['common word', 10, () => search(planted.common)],
    ['links of a note', 2, () => client.tool('get_links', { target })],
    ['tags', 2, () => client.tool('list_tags', {})],
  ];
  const rows: Row[] = [];
  for (const [what, atMost, call] of calls) {
    rows.push(
      await compete({
        what: `MCP: ${what}`,
        unit: 's/call',
        beside: 'ping of the same server',
        reach: { atMost },
        ours: () => perCall(call),
        theirs: () => perCall(() => client.request('ping')),
      }),
    );
  }
  await client.close();
  return rows;
}

async function perCall(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (let i = 0; i < callsPerRun; i++) await call();
  return (performance.now() - start) / 1000 / callsPerRun;
}

async function firstAnswer(client: LineClient): Promise<number> {
  await client.initialize();
  const seconds = client.age;
  await client.close();
  return seconds;
}

async function firstSearch(client: LineClient): Promise<number> {
  await client.initialize();
  await client.tool('search_notes', { mode: 'text', query: planted.rare });
  const seconds = client.age;
  await client.close();
  return seconds;
}

/** The least client there can be: one request at a time, answers as text. */
class LineClient {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #start = performance.now();
  #waiting: ((line: string) => void) | undefined;
  #id = 0;

  constructor(args: readonly string[], base: string) {
    const env = {
      PATH: process.env.PATH,
      HOME: base,
      XDG_STATE_HOME: join(base, 'state'),
      XDG_CONFIG_HOME: join(base, 'config'),
      VAULTD_RUNTIME_DIR: join(base, 'run'),
    };
    this.#child = spawn(process.execPath, [...args], { env });
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      // Notices of the server are nobody's answer.
      if (!line.includes('"method":')) this.#waiting?.(line);
    });
  }

  /** Seconds since the process was started. */
  get age(): number {
    return (performance.now() - this.#start) / 1000;
  }

  request(method: string, params: object = {}): Promise<string> {
    this.#id += 1;
    const answer = new Promise<string>((resolve) => {
      this.#waiting = resolve;
    });
    this.#send({ jsonrpc: '2.0', id: this.#id, method, params });
    return answer;
  }

  async initialize(): Promise<void> {
    const clientInfo = { name: 'bench', version: '1' };
    await this.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo,
    });
    this.#send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  tool(name: string, args: object): Promise<string> {
    return this.request('tools/call', { name: `obsidian_${name}`, arguments: args });
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#child.once('exit', () => resolve());
      this.#child.stdin.end();
      // The processes we compare with have nothing to tell them that we are done.
      setTimeout(() => this.#child.kill(), 3000).unref();
    });
  }

  #send(message: object): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }
}
