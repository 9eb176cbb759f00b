import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entryUrl } from '../src/kit/entry-url.ts';
import { Child, executable, runToEnd } from '../test/support/child.ts';
import { generateNotes, planted, writeVault } from './generate-vault.ts';
import { compete, judged, median, type Row, secondsOf } from './measure.ts';
import { processorTime } from './processor.ts';
import { scaled } from './scale.ts';

const noteCount = scaled(10_000);
const requestCount = scaled(8000);
const inFlight = 16;

/** Reading a note over HTTP beside a bare server that sends the same bytes, and searching. */
export async function benchRest(): Promise<Row[]> {
  const dir = mkdtempSync(join(tmpdir(), 'vrest-bench-'));
  const root = join(dir, 'v');
  writeVault(root, generateNotes(noteCount));
  const note = join(root, 'bench.md');
  writeFileSync(note, 'A line of text in a note.\n'.repeat(80));
  const daemon = await startRest(dir, root);
  const plain = fork(fileURLToPath(entryUrl('bench-plain-http')), [note]);
  const [plainPort] = await once(plain, 'message');
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const rate = (port: number, path: string, key: string) => async () => {
    const seconds = await secondsOf(() => getMany({ agent, port, path, key }));
    return requestCount / seconds;
  };
  try {
    return [
      await compete({
        what: `GET of a note, ${inFlight} in flight`,
        unit: '/s',
        beside: 'a bare Node server that sends the same bytes',
        reach: { atLeast: 0.6 },
        processor: {
          ours: () => processorTime(daemon.child.pid),
          theirs: () => processorTime(plain.pid),
        },
        ours: rate(daemon.port, '/vault/bench.md', daemon.key),
        theirs: rate(Number(plainPort), '/', ''),
      }),
      await searchRow(daemon),
    ];
  } finally {
    agent.destroy();
    plain.kill();
    await daemon.child.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** A word of most notes. What the daemon works for it, since wall time misleads on a busy machine. */
async function searchRow({ child, port, key }: Daemon): Promise<Row> {
  const url = `http://127.0.0.1:${port}/search/simple/?query=${planted.common}`;
  const headers = { authorization: `Bearer ${key}` };
  const seconds: number[] = [];
  for (let run = 0; run < 5; run++) {
    const before = processorTime(child.pid);
    const response = await fetch(url, { method: 'POST', headers });
    if (!response.ok) throw new Error(`status ${response.status}`);
    await response.arrayBuffer();
    seconds.push(processorTime(child.pid) - before);
  }
  return judged({
    what: `POST /search/simple/ for a common word, ${noteCount} notes`,
    unit: 's',
    ours: median(seconds),
    beside: 'the limit',
    theirs: 1,
    reach: { atMost: 1 },
    runs: seconds.length,
  });
}

interface Target {
  readonly agent: Agent;
  readonly port: number;
  readonly path: string;
  readonly key: string;
}

async function getMany(target: Target): Promise<void> {
  let left = requestCount;
  const work = async () => {
    while (left-- > 0) await getOnce(target);
  };
  await Promise.all(Array.from({ length: inFlight }, work));
}

function getOnce({ agent, port, path, key }: Target): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
      response.resume().on('end', resolve);
    }).on('error', reject);
  });
}

type Daemon = Awaited<ReturnType<typeof startRest>>;

async function startRest(dir: string, root: string) {
  const env = {
    ...process.env,
    HOME: dir,
    VAULTD_RUNTIME_DIR: join(dir, 'run'),
    VAULTD_STATE_DIR: join(dir, 'state'),
    VAULTD_CONFIG: join(dir, 'config.toml'),
  };
  writeFileSync(env.VAULTD_CONFIG, '[rest]\nhttp_port = 0\nhttps_port = 0\n');
  const child = new Child(process.execPath, [executable, 'serve', '--rest', root], { env });
  await child.until(() => child.stdout.includes('Press Ctrl+C'), 'vaultd to serve');
  const add = [executable, 'rest', 'key', 'add', 'bench', '--vault', root];
  const { stdout } = await runToEnd(process.execPath, add, { env, cwd: dir, stdin: '' });
  const [, key = ''] = /OBSIDIAN_API_KEY=(\w+)/.exec(stdout) ?? [];
  const [, port = ''] = /http:\/\/127\.0\.0\.1:(\d+) /.exec(child.stdout) ?? [];
  return { child, key, port: Number(port) };
}
