import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entryUrl } from '../src/kit/entry-url.ts';
import { compete, median, type Row, secondsOf } from './measure.ts';

/** The local wire beside a bare echo of lines, and the command line beside an empty process. */
export async function benchLocal(): Promise<Row[]> {
  const dir = mkdtempSync(join(tmpdir(), 'vaultd-bench-local-'));
  try {
    return [...(await benchWire(dir)), await benchStart(dir)];
  } finally {
    rmSync(dir, { recursive: true });
  }
}

async function benchWire(dir: string): Promise<Row[]> {
  const [ours, theirs] = [join(dir, 'w'), join(dir, 'e')];
  const servers = [await serve('bench-wire', ours), await serve('bench-echo', theirs)];
  const beside = 'bare Node echo of JSON lines';
  try {
    return [
      await compete({
        what: 'local wire: round trip, one in flight',
        unit: 'µs',
        beside,
        reach: { atMost: 1.3 },
        ours: () => roundTrip(ours),
        theirs: () => roundTrip(theirs),
      }),
      await compete({
        what: 'local wire: requests per second, 256 in flight',
        unit: '/s',
        beside,
        reach: { atLeast: 0.4 },
        ours: () => rate(ours),
        theirs: () => rate(theirs),
      }),
    ];
  } finally {
    for (const server of servers) server.kill();
  }
}

/** `vaultd read` through a daemon, from the start of the process to its end. */
async function benchStart(dir: string): Promise<Row> {
  const vault = join(dir, 'notes');
  mkdirSync(vault);
  writeFileSync(join(vault, 'a.md'), 'A note.\n');
  const empty = join(dir, 'empty.mjs');
  writeFileSync(empty, '');
  const env = {
    ...process.env,
    VAULTD_RUNTIME_DIR: join(dir, 'run'),
    VAULTD_STATE_DIR: join(dir, 's'),
  };
  const cli = fileURLToPath(entryUrl('cli'));
  const daemon = spawn(process.execPath, [cli, 'daemon', 'run', vault], { env, stdio: 'ignore' });
  while (!existsSync(join(dir, 'run/vaultd.sock'))) await new Promise((r) => setTimeout(r, 20));
  const time = async (args: readonly string[]) => {
    const times: number[] = [];
    for (let i = 0; i < 10; i++) {
      times.push(await secondsOf(() => spawnSync(process.execPath, args, { env })));
    }
    return median(times) * 1000;
  };
  try {
    return await compete({
      what: 'command line: vaultd read with a daemon, start to end',
      unit: 'ms',
      beside: 'empty Node process',
      reach: { atMost: 1.5 },
      runs: 3,
      ours: () => time([cli, 'read', 'a.md']),
      theirs: () => time([empty]),
    });
  } finally {
    daemon.kill();
    await once(daemon, 'exit');
  }
}

async function serve(entry: string, path: string): Promise<ChildProcess> {
  const child = fork(fileURLToPath(entryUrl(entry)), [path]);
  await once(child, 'message');
  return child;
}

async function roundTrip(path: string): Promise<number> {
  const count = 4000;
  return ((await pump(path, 1, count)) / count) * 1e6;
}

async function rate(path: string): Promise<number> {
  const count = 60_000;
  return count / (await pump(path, 256, count));
}

/** Seconds for so many requests with so many in flight. The client is the same for both. */
async function pump(path: string, inFlight: number, count: number): Promise<number> {
  const socket = createConnection(path);
  await once(socket, 'connect');
  const seconds = await secondsOf(() => exchange(socket, inFlight, count));
  socket.destroy();
  return seconds;
}

function exchange(socket: Socket, inFlight: number, count: number): Promise<void> {
  return new Promise((resolve) => {
    let sent = 0;
    let answered = 0;
    const send = (number: number) => {
      let text = '';
      for (let i = 0; i < number && sent < count; i++) text += `{"id":${++sent},"method":"Ping"}\n`;
      if (text !== '') socket.write(text);
    };
    socket.on('data', (chunk: Buffer) => {
      let lines = 0;
      for (const byte of chunk) if (byte === 10) lines++;
      answered += lines;
      if (answered === count) resolve();
      else send(lines);
    });
    send(inFlight);
  });
}
