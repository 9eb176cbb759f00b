import { existsSync } from 'node:fs';
import { wireLimits } from '../src/contract/limits.ts';
import { until } from '../test/support/until.ts';
import { end, Home, hasEnded } from './home.ts';
import { type FaultReport, inFreshFolders } from './support.ts';

const mebibyte = 2 ** 20;

const settings = 'durability = "rename"\n[mcp]\nhttp = false\n';

/** Two daemons at the same instant, again and again; every other winner is killed without mercy. */
export async function startRaces({ rounds }: { rounds: number }): Promise<FaultReport> {
  return inFreshFolders(async ({ root, stateDir }) => {
    const home = new Home(stateDir, root, settings);
    const losses = { unserved: 0, both: 0, leftovers: 0 };
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
      else if (existsSync(home.socket)) losses.leftovers++;
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
    const home = new Home(stateDir, root, settings);
    const daemon = home.spawn();
    const [deaf, good, writer] = [await home.connect(), await home.connect(), await home.connect()];
    for (const client of [deaf, good]) await client.call('Subscribe', { topics: ['notes'] });
    deaf.socket.pause();
    const losses = { missing: 0, disorder: 0, megabytes: 0, unreported: 0 };
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
      await until(() => writer.lines.length >= batch, 'the answers', { timeoutMs: 120_000 });
      writer.lines.length = 0;
      await until(() => good.lines.length >= batch, 'the events', { timeoutMs: 120_000 }).catch(
        () => undefined,
      );
      const numbers = good.lines.splice(0).map((line) => Number(numberOf(line)));
      losses.missing += batch - numbers.length;
      // Numbers count events of every topic, so those of one topic rise with gaps.
      losses.disorder += numbers.filter((n, i) => n <= (numbers[i - 1] ?? last)).length;
      last = numbers.at(-1) ?? last;
      heard += batch;
      const { result } = (await writer.call('GetStatus')) as { result: { rss_bytes: number } };
      rssMost = Math.max(rssMost, result.rss_bytes / mebibyte);
    }
    const isBounded = async () => {
      const { result } = (await writer.call('ListClients')) as { result: { queued: number }[] };
      return (result[0]?.queued ?? Number.NaN) <= wireLimits.eventsQueuedMax;
    };
    // Only a client that has taken nothing for a while counts as slow.
    const bounded = await until(isBounded, 'the queue to be bounded').then(
      () => 1,
      () => 0,
    );
    if (rssMost > 400) losses.megabytes = rssMost;
    deaf.socket.resume();
    // Who takes nothing for half a minute is gone. Who comes back in time is told what was dropped, or
    // hears the last of it: changes of one note that wait together are told as one.
    const isTold = () => deaf.lines.some((line) => line.includes('EventsDropped'));
    const hasLast = () => deaf.lines.some((line) => Number(numberOf(line)) === last);
    await until(() => isTold() || hasLast() || deaf.isEnded, 'the notice').catch(
      () => losses.unreported++,
    );
    for (const client of [deaf, good, writer]) client.close();
    await end(daemon, 'SIGTERM');
    const name = `${events} events, one client never reads`;
    const counts = { heard, bounded, megabytes: Math.round(rssMost) };
    return { name, rounds: 1, losses, counts };
  });
}

function numberOf(line: string): string {
  const { data }: Numbered = JSON.parse(line);
  return data.seq;
}
