import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { remoteLimits } from '../src/contract/limits.ts';
import { connect, type RemoteClient } from '../src/protocols/remote/client/index.ts';
import { executable } from '../test/support/child.ts';
import { type FaultReport, inFreshFolders } from './support.ts';

const callsInFlight = 50;
const notes = 2000;
const stopMsMax = 2000;

interface StopOptions {
  readonly rounds: number;
  readonly isTimed: boolean;
}

/** A daemon is told to stop with many calls under way: they are answered, and it is gone in time. */
export async function remoteStop({ rounds, isTimed }: StopOptions): Promise<FaultReport> {
  const losses = { unanswered: 0, late: 0, 'files left': 0, 'bad exits': 0 };
  const counts = { answered: 0, 'slowest ms': 0 };
  for (let round = 0; round < rounds; round++) {
    await inFreshFolders(async ({ root, stateDir }) => {
      for (let n = 0; n < notes; n++) writeFileSync(join(root, `${n}.md`), `note ${n}`);
      writeFileSync(join(root, 'big.bin'), Buffer.alloc(1_000_000, 7));
      const daemon = await startDaemon(root, stateDir);
      const client = await connect({ socket: daemon.socket, token: daemon.token });
      const calls = manyCalls(client);
      await Promise.race(calls);
      const start = performance.now();
      daemon.process.kill('SIGTERM');
      const ended = once(daemon.process, 'exit');
      const outcomes = await Promise.allSettled(calls);
      const [code] = await ended;
      const tookMs = performance.now() - start;
      const answered = outcomes.filter(({ status }) => status === 'fulfilled').length;
      counts.answered += answered;
      counts['slowest ms'] = Math.max(counts['slowest ms'], Math.round(tookMs));
      // On a busy machine the time to stop can be over first; only a timed run minds that.
      if (isTimed || tookMs < remoteLimits.stopMs) losses.unanswered += outcomes.length - answered;
      if (isTimed && tookMs > stopMsMax) losses.late++;
      if (code !== 0) losses['bad exits']++;
      if (existsSync(daemon.socket) || existsSync(daemon.tokenFile)) losses['files left']++;
      client.close();
    });
  }
  return { name: 'SIGTERM with 50 calls under way', rounds, losses, counts };
}

function manyCalls(client: RemoteClient): Promise<unknown>[] {
  const calls: Promise<unknown>[] = [];
  for (let n = 0; calls.length < callsInFlight; n++) {
    calls.push(
      client.call('fs.write', { path: `new/${n}.md`, content: `${n}` }),
      client.call('fs.append', { path: 'log.md', content: `${n}` }),
      client.call('fs.readText', { path: `${n}.md` }),
      client.call('fs.list', { path: '' }),
      client.call('fs.readBinary', { path: 'big.bin' }),
    );
  }
  return calls;
}

async function startDaemon(root: string, stateDir: string) {
  const [socket, tokenFile] = [`${stateDir}-s`, `${stateDir}-token`];
  const args = [`--vault-root=${root}`, `--socket=${socket}`, `--token-file=${tokenFile}`];
  const daemon = spawn(process.execPath, [executable, 'remote', ...args], {
    env: { ...process.env, HOME: stateDir, VAULTD_STATE_DIR: stateDir },
    stdio: 'ignore',
  });
  while (!existsSync(tokenFile)) await sleep(10);
  return { process: daemon, socket, tokenFile, token: readFileSync(tokenFile, 'utf8') };
}
