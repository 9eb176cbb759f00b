import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One measured line: ours beside what it is held against, in the same run. */
export interface Row {
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  readonly beside: string;
  readonly theirs: number;
  readonly ratio: number;
  readonly reach: string;
  readonly ok: boolean;
}

const rounds = 5;

/** The local wire beside a bare echo of lines, both in processes of their own. */
export async function benchLocal(): Promise<Row[]> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-local-'));
  const echo = await serve('echo-server.mjs', join(dir, 'e'));
  const wire = await serve('wire-server.mjs', join(dir, 'w'));
  try {
    const latency = await interleave(join(dir, 'w'), join(dir, 'e'), (path) =>
      measure(path, 1, 4000),
    );
    const rate = await interleave(join(dir, 'w'), join(dir, 'e'), (path) =>
      measure(path, 256, 60_000),
    );
    return [
      toRow('round trip, one in flight', 'µs', latency, 1.3, 'at most'),
      toRow('requests per second, 256 in flight', '1/s', rate, 0.4, 'at least'),
    ];
  } finally {
    echo.kill();
    wire.kill();
    rmSync(dir, { recursive: true });
  }
}

async function serve(script: string, path: string): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL(`./support/${script}`, import.meta.url)), [path]);
  await once(child, 'message');
  return child;
}

/** Alternates, so that a busy moment of the machine hits both. Takes the median. */
async function interleave(
  ours: string,
  theirs: string,
  run: (path: string) => Promise<number>,
): Promise<[number, number]> {
  const results: [number[], number[]] = [[], []];
  await run(ours);
  await run(theirs);
  for (let round = 0; round < rounds; round++) {
    results[0].push(await run(ours));
    results[1].push(await run(theirs));
  }
  return [median(results[0]), median(results[1])];
}

/** Microseconds per round trip, or requests per second when several are in flight. */
async function measure(path: string, inFlight: number, count: number): Promise<number> {
  const socket = createConnection(path);
  await once(socket, 'connect');
  const seconds = await pump(socket, inFlight, count);
  socket.destroy();
  return inFlight === 1 ? (seconds / count) * 1e6 : count / seconds;
}

function pump(socket: Socket, inFlight: number, count: number): Promise<number> {
  return new Promise((resolve) => {
    let sent = 0;
    let answered = 0;
    const started = performance.now();
    const send = (number: number) => {
      let text = '';
      for (let i = 0; i < number && sent < count; i++) text += `{"id":${++sent},"method":"Ping"}\n`;
      if (text !== '') socket.write(text);
    };
    socket.on('data', (chunk: Buffer) => {
      let lines = 0;
      for (const byte of chunk) if (byte === 10) lines++;
      answered += lines;
      if (answered === count) resolve((performance.now() - started) / 1000);
      else send(lines);
    });
    send(inFlight);
  });
}

function toRow(
  what: string,
  unit: string,
  [ours, theirs]: [number, number],
  limit: number,
  sense: 'at most' | 'at least',
): Row {
  const ratio = ours / theirs;
  return {
    what: `local wire: ${what}`,
    unit,
    ours,
    beside: 'bare echo of lines',
    theirs,
    ratio,
    reach: `${sense} ${limit} ×`,
    ok: sense === 'at most' ? ratio <= limit : ratio >= limit,
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
