import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wireLimits } from '../src/contract/limits.ts';
import { entryUrl } from '../src/kit/entry-url.ts';
import { RawClient, until } from '../test/support/raw-client.ts';
import { type FaultReport, inFreshFolders } from './support.ts';

const mebibyte = 2 ** 20;

/** A home of its own for daemons that are started, killed and started again. */
class Home {
  readonly root: string;
  readonly runtime: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor(base: string, root: string) {
    this.root = root;
    this.runtime = join(base, 'run');
    mkdirSync(base, { recursive: true });
    const config = join(base, 'config.toml');
    writeFileSync(config, 'durability = "rename"\n[mcp]\nhttp = false\n');
    this.#env = {
      PATH: process.env.PATH,
      HOME: base,
      VAULTD_CONFIG: config,
      VAULTD_RUNTIME_DIR: this.runtime,
      VAULTD_STATE_DIR: join(base, 'state'),
    };
  }

  get socket(): string {
    return join(this.runtime, 'vaultd.sock');
  }

  spawn(): ChildProcess {
    const args = [fileURLToPath(entryUrl('cli')), 'daemon', 'run', this.root];
    return spawn(process.execPath, args, { env: this.#env, stdio: 'ignore' });
  }

  async connect(): Promise<RawClient> {
    let client: RawClient | undefined;
    await until(async () => {
      client = await RawClient.connect(this.socket).catch(() => undefined);
      return client !== undefined;
    }, 'vaultd to serve');
    if (client === undefined) throw new Error('nobody serves');
    return client;
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null;

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  await until(() => hasEnded(child), 'vaultd to end');
}

/** Two daemons at the same instant, again and again; every other winner is killed without mercy. */
export async function startRaces({ rounds }: { rounds: number }): Promise<FaultReport> {
  return inFreshFolders(async ({ root, stateDir }) => {
    const home = new Home(stateDir, root);
    const losses = { unserved: 0, both: 0, litter: 0 };
    const counts = { served: 0, refused: 0, killed: 0 };
    for (let round = 0; round < rounds; round++) {
      const pair = [home.spawn(), home.spawn()];
      await until(() => pair.some(hasEnded), 'one to give way');
      const winner = pair.find((child) => !hasEnded(child));
      const loser = pair.find(hasEnded);
      if (loser?.exitCode === 3) counts.refused++;
      if (winner === undefined) {
        losses.unserved++;
        continue;
      }
      const client = await home.connect();
      const { result } = (await client.call('GetStatus')) as { result: { pid: number } };
      if (result.pid === winner.pid && loser?.exitCode === 3) counts.served++;
      else losses.both++;
      client.close();
      const isKill = round % 2 === 1;
      await end(winner, isKill ? 'SIGKILL' : 'SIGTERM');
      if (isKill) counts.killed++;
      else if (existsSync(home.socket)) losses.litter++;
    }
    return { name: 'two daemons started at once', rounds, losses, counts };
  });
}

interface Numbered {
  readonly data: { readonly seq: string };
}

/** One client never reads, another reads everything, a third one writes notes. */
export async function deafReader({ events }: { events: number }): Promise<FaultReport> {
  return inFreshFolders(async ({ root, stateDir }) => {
    const home = new Home(stateDir, root);
    const daemon = home.spawn();
    const [deaf, good, writer] = [await home.connect(), await home.connect(), await home.connect()];
    for (const client of [deaf, good]) await client.call('Subscribe', { topics: ['notes'] });
    deaf.socket.pause();
    const losses = { missing: 0, disorder: 0, megabytes: 0, untold: 0 };
    let heard = 0;
    let last = -1;
    let rssMost = 0;
    const content = 'x'.repeat(100);
    while (heard < events) {
      const batch = Math.min(500, events - heard);
      const requests = Array.from({ length: batch }, (_, i) =>
        JSON.stringify({
          id: heard + i + 1,
          method: 'WriteNote',
          params: { path: `${i}.md`, content: `${content}${heard}` },
        }),
      );
      writer.write(`${requests.join('\n')}\n`);
      await until(() => writer.lines.length >= batch, 'the answers', 120_000);
      writer.lines.length = 0;
      await until(() => good.lines.length >= batch, 'the events', 120_000).catch(() => undefined);
      const numbers = good.lines.splice(0).map((line) => Number(numberOf(line)));
      losses.missing += batch - numbers.length;
      losses.disorder += numbers.filter(
        (n, i) => n !== (numbers[i - 1] ?? last) + 1 && last !== -1,
      ).length;
      last = numbers.at(-1) ?? last;
      heard += batch;
      const { result } = (await writer.call('GetStatus')) as { result: { rss_bytes: number } };
      rssMost = Math.max(rssMost, result.rss_bytes / mebibyte);
    }
    const { result: clients } = (await writer.call('ListClients')) as {
      result: { queued: number }[];
    };
    const queued = clients[0]?.queued ?? Number.NaN;
    if (rssMost > 400) losses.megabytes = rssMost;
    deaf.socket.resume();
    // Who takes nothing for half a minute is gone; who comes back in time is told what it missed.
    const isTold = () => deaf.lines.some((line) => line.includes('EventsDropped'));
    await until(() => isTold() || deaf.isEnded, 'the notice').catch(() => losses.untold++);
    for (const client of [deaf, good, writer]) client.close();
    await end(daemon, 'SIGTERM');
    const name = `${events} events, one client never reads`;
    const bounded = queued <= wireLimits.eventsQueuedMax ? 1 : 0;
    const counts = { heard, bounded, megabytes: Math.round(rssMost) };
    return { name, rounds: 1, losses, counts };
  });
}

function numberOf(line: string): string {
  const { data }: Numbered = JSON.parse(line);
  return data.seq;
}
