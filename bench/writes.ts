import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ownerGrants } from '../src/contract/callers.ts';
import { parseVaultPath } from '../src/contract/paths.ts';
import { openEngine } from '../src/engine/engine.ts';
import { compete, type Row, secondsOf } from './measure.ts';
import { scaled } from './scale.ts';

const inFlight = 16;
/** Enough for some seconds: files are brought to disk within one second of their answer, and that counts. */
const writesPerRun = scaled(8000, 160);
const settledMs = 2000;
const text = 'A line of a note that somebody wrote. '.repeat(54);

/** What 16 threads do at best: a temporary file, fsync, rename; no journal, no checks. */
const threadSource = `
const { parentPort, workerData } = require('node:worker_threads');
const { closeSync, fsyncSync, openSync, renameSync, writeSync } = require('node:fs');
parentPort.on('message', ({ from, to, text }) => {
  for (let n = from; n < to; n++) {
    const file = workerData + '/' + n + '.md';
    const descriptor = openSync(file + '.tmp', 'w');
    writeSync(descriptor, text + n);
    fsyncSync(descriptor);
    closeSync(descriptor);
    renameSync(file + '.tmp', file);
  }
  parentPort.postMessage('done');
});`;

/** Durable writes with history, beside bare threads without it. */
export async function benchWrites(): Promise<Row[]> {
  const base = mkdtempSync(join(tmpdir(), 'vaultd-bench-writes-'));
  const [root, plain] = [join(base, 'vault'), join(base, 'plain')];
  mkdirSync(root);
  mkdirSync(plain);
  const engine = await openEngine({ root, stateDir: join(base, 'state') });
  const policy = { hidden: true };
  const { vault } = engine.as({ protocol: 'local', client: 'bench', grants: ownerGrants, policy });
  const threads = Array.from(
    { length: inFlight },
    () => new Worker(threadSource, { eval: true, workerData: plain }),
  );
  let round = 0;
  const ours = async () => {
    round++;
    const queue = Array.from({ length: writesPerRun }, (_, n) => n);
    const seconds = await secondsOf(() =>
      Promise.all(
        Array.from({ length: inFlight }, async () => {
          for (let n = queue.pop(); n !== undefined; n = queue.pop()) {
            await vault.write(parseVaultPath(`${n}.md`), Buffer.from(`${text}${n} ${round}`));
          }
        }),
      ),
    );
    return writesPerRun / seconds;
  };
  const theirs = async () => {
    // Nothing of ours is left to be brought to disk while they write.
    await pause(settledMs);
    const share = writesPerRun / inFlight;
    const seconds = await secondsOf(() =>
      Promise.all(
        threads.map(
          (thread, n) =>
            new Promise((resolve) => {
              thread.once('message', resolve);
              thread.postMessage({ from: n * share, to: (n + 1) * share, text });
            }),
        ),
      ),
    );
    return writesPerRun / seconds;
  };
  try {
    const row = await compete({
      what: `durable writes of 2 KB with history, ${inFlight} in flight`,
      unit: '1/s',
      beside: `${inFlight} threads doing tmp + fsync + rename`,
      reach: { atLeast: 1 },
      ours,
      theirs,
    });
    return [row];
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
    await engine.close();
    rmSync(base, { recursive: true, force: true });
  }
}
