import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entryUrl } from '../src/kit/entry-url.ts';
import type { Child } from '../test/support/child.ts';
import { executable } from '../test/support/child.ts';
import { compete, median, type Row, secondsOf } from './measure.ts';
import { processorTime } from './processor.ts';
import { scaled } from './scale.ts';
import { startServer } from './start-server.ts';

/** A daemon that serves one small vault, and what its clients have to know. */
interface Served {
  readonly dir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly daemon: Child;
  readonly socket: string;
}

/** The local wire of a whole daemon beside a bare echo of lines, and the command line beside an empty process. */
export async function benchLocal(): Promise<Row[]> {
  const dir = mkdtempSync(join(tmpdir(), 'vaultd-bench-local-'));
  const served = await startDaemon(dir);
  try {
    return [...(await benchWire(served)), await benchStart(served)];
  } finally {
    await served.daemon.stop();
    rmSync(dir, { recursive: true });
  }
}

async function startDaemon(dir: string): Promise<Served> {
  const vault = join(dir, 'notes');
  mkdirSync(vault);
  writeFileSync(join(vault, 'a.md'), 'A note.\n');
  const env = {
    ...process.env,
    VAULTD_RUNTIME_DIR: join(dir, 'run'),
    VAULTD_STATE_DIR: join(dir, 's'),
  };
  const socket = join(dir, 'run/vaultd.sock');
  const daemon = await startServer(['daemon', 'run', vault], env, socket);
  return { dir, env, daemon, socket };
}

async function benchWire({ dir, daemon, socket }: Served): Promise<Row[]> {
  const path = join(dir, 'e');
  const echo = fork(fileURLToPath(entryUrl('bench-echo')), [path]);
  await once(echo, 'message');
  const shared = {
    beside: 'bare Node echo of JSON lines',
    processor: { ours: () => processorTime(daemon.pid), theirs: () => processorTime(echo.pid) },
  };
  try {
    return [
      await compete({
        ...shared,
        what: 'local wire: round trip, one in flight',
        unit: 'µs',
        reach: { atMost: 1.3 },
        // Short turns and many of them, so that a busy moment of the machine hits both alike.
        runs: 21,
        ours: () => roundTrip(socket),
        theirs: () => roundTrip(path),
      }),
      await compete({
        ...shared,
        what: 'local wire: requests per second, 256 in flight',
        unit: '/s',
        reach: { atLeast: 0.4 },
        ours: () => rate(socket),
        theirs: () => rate(path),
      }),
    ];
  } finally {
    echo.kill();
  }
}

/** `vaultd read` through the daemon, from the start of the process to its end. */
function benchStart({ dir, env }: Served): Promise<Row> {
  const empty = join(dir, 'empty.mjs');
  writeFileSync(empty, '');
  const time = async (args: readonly string[]) => {
    const times: number[] = [];
    for (let i = 0; i < scaled(10, 3); i++) {
      times.push(await secondsOf(() => spawnSync(process.execPath, args, { env })));
    }
    return median(times) * 1000;
  };
  return compete({
    what: 'command line: vaultd read with a daemon, start to end',
    unit: 'ms',
    beside: 'empty Node process',
    reach: { atMost: 1.5 },
    runs: 3,
    ours: () => time([executable, 'read', 'a.md']),
    theirs: () => time([empty]),
  });
}

async function roundTrip(path: string): Promise<number> {
  const count = scaled(2000, 200);
  return ((await pump(path, 1, count)) / count) * 1e6;
}

async function rate(path: string): Promise<number> {
  const count = scaled(60_000, 5000);
  return count / (await pump(path, 256, count));
}

/** Seconds for `count` requests with `inFlight` of them at a time. The client is the same for both. */
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
