import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openEngine } from '../src/engine/engine.ts';
import type { History } from '../src/engine/store/history/history.ts';
import { hashOf } from '../src/engine/store/vault/hash.ts';
import { end, Home } from './home.ts';
import { isSame } from './index-storm.ts';
import { type SoakClient, soakProtocols, textOf } from './soak-clients.ts';
import { createChance, type FaultReport, inFreshFolders, owner } from './support.ts';

interface SoakOptions {
  readonly seconds: number;
  readonly seed: number;
}

type Chance = (below: number) => number;

/** What may be open or held more at the end than in the middle. */
const handlesMoreMax = 20;
const megabytesMoreMax = 60;
const patienceMs = 10_000;

/**
 * Everybody at every protocol at once, while clients are killed, files change behind our back, and the
 * daemon is stopped once and killed once. At the end, everything that was acknowledged is there.
 */
export async function soak({ seconds, seed }: SoakOptions): Promise<FaultReport> {
  return inFreshFolders(async ({ root, stateDir }) => {
    const home = new Home(stateDir, root, '[mcp]\nhttp = false\n');
    plant(root);
    const run = new Run(home, seed, seconds);
    await run.toTheEnd();
    const losses = { ...run.losses, ...(await judge(home, run.acknowledged)) };
    return {
      name: `${seconds} s of load at all protocols`,
      rounds: 1,
      losses,
      counts: run.counts,
    };
  });
}

function plant(root: string): void {
  for (const folder of ['ours', 'theirs']) mkdirSync(join(root, folder));
  for (let n = 0; n < 500; n++) {
    writeFileSync(
      join(root, 'theirs', `${n}.md`),
      `# ${n}\n\nSoak [[${(n * 7) % 500}]] #t${n % 9}\n`,
    );
  }
  writeFileSync(join(root, 'hub.md'), '# Hub\n');
}

class Run {
  readonly losses = { unanswered: 0, 'handles leaked': 0, 'MB grown': 0, 'never served again': 0 };
  readonly counts = { calls: 0, writes: 0, refused: 0, killed: 0, 'outside edits': 0, restarts: 0 };
  /** The last value of each own note that somebody was told of. */
  readonly acknowledged = new Map<string, number>();
  readonly #home: Home;
  readonly #chance: Chance;
  readonly #endMs: number;
  readonly #lengthMs: number;
  readonly #clients = new Set<SoakClient>();
  #daemon: ChildProcess;

  constructor(home: Home, seed: number, seconds: number) {
    this.#home = home;
    this.#chance = createChance(seed);
    this.#lengthMs = seconds * 1000;
    this.#endMs = performance.now() + this.#lengthMs;
    this.#daemon = home.spawn();
  }

  async toTheEnd(): Promise<void> {
    await this.#serving();
    const protocols = Object.values(soakProtocols).flatMap((enter) => [enter, enter]);
    await Promise.all([
      ...protocols.map((enter, n) => this.#visit(enter, `ours/${n}.md`)),
      this.#editOutside(),
      this.#killClients(),
      this.#restart(),
    ]);
    await end(this.#daemon, 'SIGTERM');
  }

  get #isOver(): boolean {
    return performance.now() >= this.#endMs;
  }

  async #serving(): Promise<void> {
    const client = await this.#home.connect().catch(() => undefined);
    if (client === undefined) this.losses['never served again']++;
    client?.close();
  }

  /** One visitor after the other at one protocol, each until a call of its own fails. */
  async #visit(enter: (home: Home) => Promise<SoakClient>, path: string): Promise<void> {
    let value = 0;
    while (!this.#isOver) {
      let client: SoakClient | undefined;
      try {
        client = await this.#inTime(enter(this.#home));
        this.#clients.add(client);
        for (let n = 0; !this.#isOver; n++) {
          if (client.write !== undefined && n % 2 === 0) {
            await this.#inTime(client.write(path, ++value), client);
            this.acknowledged.set(path, value);
            this.counts.writes++;
          } else await this.#inTime(client.ask(this.#chance(2)), client);
          this.counts.calls++;
          await pause(this.#chance(20));
        }
      } catch {
        this.counts.refused++;
        await pause(50);
      } finally {
        if (client !== undefined) this.#clients.delete(client);
        client?.kill();
      }
    }
  }

  /** Who was not killed and still got no answer was let down. */
  async #inTime<T>(call: Promise<T>, client?: SoakClient): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        const wasKilled = client === undefined || !this.#clients.has(client);
        if (!wasKilled) this.losses.unanswered++;
        reject(new Error('No answer.'));
      }, patienceMs);
    });
    return await Promise.race([call, late]).finally(() => clearTimeout(timer));
  }

  async #editOutside(): Promise<void> {
    const at = (n: number) => join(this.#home.root, 'theirs', `${n}.md`);
    while (!this.#isOver) {
      const [from, to] = [at(this.#chance(500)), at(this.#chance(500))];
      try {
        const kind = this.#chance(10);
        if (kind === 0) renameSync(from, to);
        else if (kind === 1) rmSync(from);
        else writeFileSync(from, `Soak ${this.#chance(1e6)} [[${this.#chance(500)}]] #t${kind}\n`);
        this.counts['outside edits']++;
      } catch {
        // It was moved or removed before.
      }
      await pause(this.#chance(15));
    }
  }

  async #killClients(): Promise<void> {
    while (!this.#isOver) {
      await pause(200 + this.#chance(600));
      const victim = [...this.#clients][this.#chance(Math.max(1, this.#clients.size))];
      if (victim === undefined) continue;
      this.#clients.delete(victim);
      victim.kill();
      this.counts.killed++;
    }
  }

  /** The daemon is stopped after a quarter of the time and killed after a half; the rest is watched. */
  async #restart(): Promise<void> {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      await pause(this.#lengthMs / 4);
      this.#clients.clear();
      await end(this.#daemon, signal);
      this.#daemon = this.#home.spawn();
      await this.#serving();
      this.counts.restarts++;
    }
    const samples: { handles: number; megabytes: number }[] = [];
    while (!this.#isOver) {
      await pause(Math.min(1000, this.#lengthMs / 40));
      samples.push(lookAt(this.#daemon.pid ?? 0));
    }
    const half = Math.floor(samples.length / 2);
    const grown = (of: 'handles' | 'megabytes') =>
      least(samples.slice(half), of) - least(samples.slice(Math.floor(half / 2), half), of);
    if (grown('handles') > handlesMoreMax) this.losses['handles leaked'] = grown('handles');
    if (grown('megabytes') > megabytesMoreMax) this.losses['MB grown'] = grown('megabytes');
  }
}

function lookAt(pid: number): { handles: number; megabytes: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const megabytes = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    return { handles: readdirSync(`/proc/${pid}/fd`).length, megabytes };
  } catch {
    // Only Linux tells.
    return { handles: 0, megabytes: 0 };
  }
}

function least(
  samples: readonly { handles: number; megabytes: number }[],
  of: 'handles' | 'megabytes',
): number {
  return Math.min(...samples.map((sample) => sample[of]));
}

/** What must be true of the vault and its history once everybody has gone. */
async function judge(home: Home, acknowledged: ReadonlyMap<string, number>) {
  const losses = { 'writes lost': 0, 'notes torn': 0, 'index wrong': 0, 'history broken': 0 };
  for (const [path, value] of acknowledged) {
    const text = readFileSync(join(home.root, path), 'utf8');
    const found = Number(/value: (\d+)/.exec(text)?.[1] ?? -1);
    if (text !== textOf(found)) losses['notes torn']++;
    else if (found < value) losses['writes lost']++;
  }
  const engine = await openEngine({ root: home.root, stateDir: home.state });
  try {
    const view = engine.as(owner);
    if (!(await isSame(await view.known(), home.root))) losses['index wrong']++;
    losses['history broken'] = brokenChains(home.root, view.history);
  } finally {
    await engine.close();
  }
  return losses;
}

/** Each step on an own note starts where the one before ended, and the last one ends at the disk. */
function brokenChains(root: string, history: History): number {
  const last = new Map<string, string>();
  let broken = 0;
  for (const { ops, outcome } of history.log().toReversed()) {
    if (outcome !== 'done') continue;
    for (const op of ops) {
      if (op.op !== 'put' || !op.path.startsWith('ours/') || op.after.type !== 'file') continue;
      const before = op.before?.type === 'file' ? op.before.hash : undefined;
      if (before !== last.get(op.path)) broken++;
      if (history.content(op.after) === undefined) broken++;
      last.set(op.path, op.after.hash);
    }
  }
  for (const [path, hash] of last) {
    if (hashOf(readFileSync(join(root, path))) !== hash) broken++;
  }
  return broken;
}
