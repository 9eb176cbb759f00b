import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entryUrl } from '../src/kit/entry-url.ts';
import { Child, executable, runToEnd } from '../test/support/child.ts';
import { generateNotes, planted, writeVault } from './generate-vault.ts';
import { getMany, type HttpTarget } from './lean-http-client.ts';
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
  const target = { port: daemon.port, path: '/vault/bench.md', key: daemon.key };
  const head = JSON.stringify(await readHead(target));
  const plain = fork(fileURLToPath(entryUrl('bench-plain-http')), [note, head]);
  const [plainPort] = await once(plain, 'message');
  const rate = (asked: HttpTarget) => async () =>
    requestCount / (await secondsOf(() => getMany(asked, requestCount, inFlight)));
  try {
    return [
      await compete({
        what: `GET of a note, ${inFlight} in flight`,
        unit: '/s',
        beside: 'a bare Node server that sends the same bytes',
        reach: { atLeast: 0.6 },
        runs: 11,
        processor: {
          ours: () => processorTime(daemon.child.pid),
          theirs: () => processorTime(plain.pid),
        },
        ours: rate(target),
        theirs: rate({ ...target, port: Number(plainPort) }),
      }),
      await searchRow(daemon),
    ];
  } finally {
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

/** The headers of our response, but for those that Node adds to every one. */
async function readHead({ port, path, key }: HttpTarget): Promise<string[]> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  await response.arrayBuffer();
  const byNode = ['connection', 'date', 'keep-alive'];
  return [...response.headers].filter(([name]) => !byNode.includes(name)).flat();
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
