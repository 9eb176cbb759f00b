import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entryUrl } from '../src/kit/entry-url.ts';
import type { Child } from '../test/support/child.ts';
import { FramedClient } from './framed-client.ts';
import { generateNotes, writeVault } from './generate-vault.ts';
import { LeanClient } from './lean-client.ts';
import { compete, median, type Row, secondsOf } from './measure.ts';
import { onOneCore } from './one-core.ts';
import { processorTime } from './processor.ts';
import { scaled } from './scale.ts';
import { startServer } from './start-server.ts';

const noteCount = scaled(10_000);
const entryCount = scaled(100_000);
const bigBytes = 8_000_000;
/** Read once each, so that nothing of them is kept in memory. */
const freshFiles = scaled(17, 3);

interface Bench {
  readonly root: string;
  /** Paths of some notes. */
  readonly notes: readonly string[];
  /** Folders of a hundred entries. */
  readonly folders: readonly string[];
  /** A fresh connection to the daemon, or to the plain server beside it. */
  ours(): Promise<FramedClient>;
  /** The same for large answers. */
  lean(): Promise<LeanClient>;
  theirs(): Promise<FramedClient>;
  /** Of this process and of the two servers. */
  readonly pids: readonly (number | undefined)[];
  /** What the two processes have used so far. */
  readonly processor: { ours(): number; theirs(): number };
}

/** The remote protocol beside the plainest servers with the same framing. */
export async function benchRemote(): Promise<Row[]> {
  const dir = mkdtempSync(join(tmpdir(), 'vr-bench-'));
  const root = join(dir, 'v');
  const notes = layOut(root);
  const daemon = await startDaemon(dir, root);
  const plain = fork(fileURLToPath(entryUrl('bench-framed')), [join(dir, 'p'), root]);
  await once(plain, 'message');
  const token = readFileSync(join(dir, 'token'), 'utf8');
  const bench: Bench = {
    root,
    notes,
    folders: Array.from({ length: scaled(500) }, (_, n) => `many/${n}`),
    async ours() {
      const client = await FramedClient.connect(join(dir, 's'));
      await client.ask('auth', { token });
      return client;
    },
    async lean() {
      const client = await LeanClient.connect(join(dir, 's'));
      await client.ask('auth', { token });
      return client;
    },
    theirs: () => FramedClient.connect(join(dir, 'p')),
    pids: [process.pid, daemon.pid, plain.pid],
    processor: { ours: () => processorTime(daemon.pid), theirs: () => processorTime(plain.pid) },
  };
  try {
    await settle(bench, daemon.pid);
    return [
      ...(await benchSmall(bench)),
      ...(await benchLarge(bench)),
      ...(await benchDelays(bench)),
      await benchWatch(bench),
    ];
  } finally {
    plain.kill();
    await daemon.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Ten thousand notes, a folder that makes it a hundred thousand entries, and a large file. */
function layOut(root: string): string[] {
  const notes = [...generateNotes(noteCount)];
  writeVault(root, notes);
  for (let i = 0; i < entryCount - noteCount; i++) {
    if (i % 100 === 0) mkdirSync(join(root, `many/${i / 100}`), { recursive: true });
    writeFileSync(join(root, `many/${Math.floor(i / 100)}/${i}.txt`), '');
  }
  const big = Buffer.alloc(bigBytes, 7);
  for (const name of ['big', ...Array(freshFiles).keys()])
    writeFileSync(join(root, `${name}.bin`), big);
  return notes.slice(0, 1000).map(({ path }) => path);
}

async function startDaemon(dir: string, root: string): Promise<Child> {
  const args = [`--vault-root=${root}`, `--socket=${dir}/s`, `--token-file=${dir}/token`];
  const env = { HOME: dir, VAULTD_STATE_DIR: join(dir, 'state') };
  return startServer(['remote', ...args], env, join(dir, 'token'));
}

/** Waits until the daemon has read the vault and is at rest: before that it shares the machine with itself. */
async function settle({ ours }: Bench, pid: number | undefined): Promise<void> {
  const client = await ours();
  await client.ask('vault.search', { query: 'word' });
  client.close();
  for (let calm = 0, last = processorTime(pid); calm < 4; ) {
    await new Promise((r) => setTimeout(r, scaled(500)));
    const now = processorTime(pid);
    // Where the system does not say what a process uses, that it answers must do.
    calm = now - last > 0.02 ? 0 : calm + 1;
    last = now;
  }
}

/** The daemon and the plain server get the same number of requests before anything is measured. */
const warmUps = scaled(30_000);

async function benchSmall(bench: Bench): Promise<Row[]> {
  const pick = (list: readonly string[]) => (n: number) => ({ path: list[n % list.length] });
  const note = pick(bench.notes);
  const folder = pick(bench.folders);
  const [ours, theirs] = [await bench.ours(), await bench.theirs()];
  const [many, some] = [scaled(50_000), scaled(10_000)];
  const { processor } = bench;
  const rate = async (
    client: FramedClient,
    inFlight: number,
    count: number,
    method: string,
    params: (n: number) => unknown,
  ) => count / (await client.pump(count, inFlight, method, params));
  const micros = async (client: FramedClient, method: string) =>
    1e6 / (await rate(client, 1, scaled(1000, 100), method, note));
  await rate(ours, 1, warmUps, 'fs.stat', note);
  await rate(theirs, 1, warmUps, 'echo', note);
  const rows = [
    await onOneCore(bench.pids, () =>
      compete({
        what: 'remote: fs.stat round trip, one in flight',
        unit: 'µs',
        processor,
        beside: 'bare framed echo',
        reach: { atMost: 1.4 },
        // Short turns and many of them, so that a busy moment of the machine hits both alike.
        runs: 41,
        ours: () => micros(ours, 'fs.stat'),
        theirs: () => micros(theirs, 'echo'),
      }),
    ),
    await compete({
      what: 'remote: fs.stat, 256 in flight',
      unit: '/s',
      processor,
      beside: 'bare framed echo',
      reach: { atLeast: 0.35 },
      ours: () => rate(ours, 256, many, 'fs.stat', note),
      theirs: () => rate(theirs, 256, many, 'echo', note),
    }),
    await compete({
      what: 'remote: fs.list of 100 entries, 256 in flight',
      unit: '/s',
      processor,
      beside: 'plain readdir + lstat daemon',
      reach: { atLeast: 3 },
      ours: () => rate(ours, 256, some, 'fs.list', folder),
      theirs: () => rate(theirs, 256, some, 'list', folder),
    }),
    await compete({
      what: 'remote: fs.readText of 2 KB, 16 in flight',
      unit: '/s',
      processor,
      beside: 'plain readFileSync daemon',
      reach: { atLeast: 1.4 },
      runs: 15,
      ours: () => rate(ours, 16, some, 'fs.readText', note),
      theirs: () => rate(theirs, 16, some, 'read', note),
    }),
  ];
  for (const client of [ours, theirs]) client.close();
  return rows;
}

async function benchLarge({ root, ours, lean }: Bench): Promise<Row[]> {
  const [client, receiver] = [await ours(), await lean()];
  const walk = async () => {
    for (let offset = 0; offset < entryCount; offset += 50_000) {
      await client.ask('fs.walk', { path: '', recursive: true, offset });
    }
  };
  let fresh = 0;
  const rate = async (read: () => unknown) => bigBytes / 1e6 / (await secondsOf(read));
  const readPlainly = (name: string) => readFileSync(join(root, name)).toString('base64');
  try {
    return [
      await compete({
        what: `remote: fs.walk of ${entryCount.toLocaleString('en')} entries`,
        unit: 'ms',
        beside: 'readdir + lstat in process',
        reach: { atMost: 0.25 },
        ours: async () => 1000 * (await secondsOf(walk)),
        theirs: async () => 1000 * (await secondsOf(() => walkPlainly(root))),
      }),
      await compete({
        what: 'remote: fs.readBinary of 8 MB',
        unit: 'MB/s',
        beside: 'readFileSync + base64 in process',
        reach: { atLeast: 0.5 },
        ours: () => rate(() => receiver.ask('fs.readBinary', { path: 'big.bin' })),
        theirs: () => rate(() => readPlainly('big.bin')),
        runs: 15,
      }),
      await compete({
        what: 'remote: fs.readBinary of 8 MB, of a file for the first time',
        unit: 'MB/s',
        beside: 'readFileSync + base64 in process',
        reach: { atLeast: 0.5 },
        ours: () => rate(() => receiver.ask('fs.readBinary', { path: `${fresh++}.bin` })),
        theirs: () => rate(() => readPlainly('0.bin')),
        runs: Math.min(15, freshFiles - 1),
      }),
    ];
  } finally {
    for (const each of [client, receiver]) each.close();
  }
}

function walkPlainly(folder: string): number {
  let count = 0;
  for (const name of readdirSync(folder)) {
    const path = `${folder}/${name}`;
    count += lstatSync(path).isDirectory() ? 1 + walkPlainly(path) : 1;
  }
  return count;
}

/** How much longer a small question takes while a large one is under way. */
async function benchDelays(bench: Bench): Promise<Row[]> {
  const [busy, other] = [await bench.ours(), await bench.ours()];
  const small = { path: bench.notes[0] };
  const slowest = async (method: string, params: unknown) => {
    const quiet: number[] = [];
    for (let i = 0; i < 50; i++) quiet.push(await secondsOf(() => other.ask('fs.stat', small)));
    let isDone = false;
    const big = busy.ask(method, params).then(() => {
      isDone = true;
    });
    let worst = 0;
    while (!isDone) worst = Math.max(worst, await secondsOf(() => other.ask('fs.stat', small)));
    await big;
    return 1000 * (worst - median(quiet));
  };
  const slowestHere = async (method: string, params: unknown) =>
    1000 * (await busy.overtake(method, params, { method: 'fs.stat', params: small }));
  const row = (what: string, limitMs: number, run: () => Promise<number>) =>
    compete({
      what: `remote: delay of fs.stat ${what}`,
      unit: 'ms',
      beside: 'the limit',
      reach: { atMost: 1 },
      ours: run,
      theirs: () => limitMs,
    });
  const read = ['fs.readBinary', { path: 'big.bin' }] as const;
  const walk = ['fs.walk', { path: '', recursive: true }] as const;
  try {
    return [
      await row('elsewhere by a read of 8 MB', 20, () => slowest(...read)),
      await row('elsewhere by a walk of 50,000', 20, () => slowest(...walk)),
      await row('on the same connection by a read of 8 MB', 50, () => slowestHere(...read)),
      await row('on the same connection by a walk of 50,000', 50, () => slowestHere(...walk)),
    ];
  } finally {
    busy.close();
    other.close();
  }
}

/** From a write by this program to the event that another one sends back. */
async function benchWatch(bench: Bench): Promise<Row> {
  const [ours, theirs] = [await bench.ours(), await bench.theirs()];
  await ours.ask('fs.watch', { path: '', recursive: true });
  await theirs.ask('watch', {});
  const file = join(bench.root, 'watched.md');
  let count = 0;
  const time = async (client: FramedClient) => {
    const times: number[] = [];
    for (let i = 0; i < scaled(20, 3); i++) {
      // A moment of rest, so that no event of the write before is taken for one of this write.
      await new Promise((r) => setTimeout(r, 150));
      const heard = new Promise<void>((resolve) => client.onFrame(resolve));
      const save = () => {
        writeFileSync(file, `version ${++count}`);
        return heard;
      };
      // From its beginning: whoever tells every event tells of a write before it has ended.
      times.push(await secondsOf(save));
    }
    return 1000 * median(times);
  };
  try {
    return await compete({
      what: 'remote: file written to event received',
      unit: 'ms',
      beside: 'a daemon that sends every native event',
      reach: { atMost: 3 },
      runs: 3,
      ours: () => time(ours),
      theirs: () => time(theirs),
    });
  } finally {
    ours.close();
    theirs.close();
  }
}
