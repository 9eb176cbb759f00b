import { readFileSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { findCollector } from '../src/kit/collect-garbage.ts';
import { type RemoteClient, RemoteError } from '../src/protocols/remote/client/index.ts';
import { FrameReader } from '../src/protocols/remote/frame.ts';
import { randomFrames } from './remote-frames.ts';
import { atProtocol, toRequest } from './remote-protocol.ts';
import { createChance, type FaultReport } from './support.ts';

interface FramesOptions {
  readonly frames: number;
  readonly seed: number;
}

/** How long a connection may leave its last request unanswered. */
const stuckMs = 30_000;
/** What may be held more at the end than before: steps of the history are kept in memory. */
const growthMbMax = 16;
const leapsMax = 3;

/** Random frames, whole, damaged, cut and joined, beside a client that only wants its answers. */
export function remoteFrames({ frames, seed }: FramesOptions): Promise<FaultReport> {
  return atProtocol(async ({ token, client, raw }) => {
    const chance = createChance(seed);
    const counts = { frames: 0, connections: 0, closed: 0, replies: 0 };
    const losses = { unanswered: 0, stuck: 0, 'grown MB': 0 };
    const honest = await client();
    const memory: number[] = [];
    const collect = findCollector();
    while (counts.frames < frames) {
      const peer = await raw();
      const end = hearEnd(peer);
      counts.connections++;
      for (const bytes of randomFrames(chance, chance(4) === 0 ? undefined : token)) {
        if (peer.destroyed || peer.readableEnded) break;
        peer.write(bytes);
        counts.frames++;
        if (chance(8) === 0) await nextTurn();
      }
      peer.write(toRequest('last', 'server.info', {}));
      const { replies, how } = await end;
      counts.replies += replies;
      if (how === 'closed') counts.closed++;
      if (how === 'stuck') losses.stuck++;
      const answer = await honest.call('fs.stat', { path: 'note.md' }).catch(() => undefined);
      if (answer?.type !== 'file') losses.unanswered++;
      peer.destroy();
      collect();
      memory.push(process.memoryUsage().heapUsed + process.memoryUsage().external);
    }
    losses['grown MB'] = growthMb(memory);
    honest.close();
    return { name: 'random frames at the remote protocol', rounds: frames, losses, counts };
  });
}

/** How a connection came to its end: its last request was answered, or it was closed, or neither. */
function hearEnd(peer: Socket): Promise<{ replies: number; how: 'answered' | 'closed' | 'stuck' }> {
  const reader = new FrameReader({ bodyBytesMax: 2 ** 30, headerBytesMax: 1024 });
  let replies = 0;
  return new Promise((resolve) => {
    const end = (how: 'answered' | 'closed' | 'stuck') => {
      clearTimeout(timer);
      resolve({ replies, how });
    };
    const timer = setTimeout(() => end('stuck'), stuckMs);
    peer.on('data', (chunk: Buffer) => {
      reader.push(chunk);
      for (let body = reader.next(); body !== undefined; body = reader.next()) {
        replies++;
        if (JSON.parse(body.toString()).id === 'last') end('answered');
      }
    });
    for (const event of ['end', 'close']) peer.once(event, () => end('closed'));
  });
}

/**
 * What each connection leaves behind, over the later half of them. Single leaps do not count: a
 * frame may make two thousand nested folders, and their names take their place once.
 */
function growthMb(samples: readonly number[]): number {
  const later = samples.slice(samples.length / 2);
  const growths = later.slice(1).map((held, at) => held - (later[at] ?? held));
  const usual = growths.toSorted((a, b) => a - b).slice(leapsMax, -leapsMax);
  const grown = usual.reduce((sum, growth) => sum + growth, 0);
  return grown > growthMbMax * 2 ** 20 ? Math.round(grown / 2 ** 20) : 0;
}

interface CrowdOptions {
  readonly connections: number;
  readonly isTimed: boolean;
}

/** Many connections, some stuck in a frame, and a subscriber that never reads. */
export function remoteCrowd({ connections, isTimed }: CrowdOptions): Promise<FaultReport> {
  return atProtocol(async ({ root, token, client, raw }) => {
    const asker = await client();
    await medianMs(asker);
    const quietMs = await medianMs(asker);
    const crowd: Socket[] = [];
    for (let i = 0; i < connections; i++) {
      const peer = await raw();
      peer.write(toRequest(1, 'auth', { token }));
      crowd.push(peer);
    }
    for (const peer of crowd.slice(0, 10)) peer.write('Content-Length: 1000\r\n\r\n{"json');
    const stalled = await raw();
    stalled.pause();
    stalled.write(toRequest(1, 'auth', { token }));
    stalled.write(toRequest(2, 'fs.watch', { path: '', recursive: true }));
    const files = 2000;
    for (let i = 0; i < files; i++) writeFileSync(join(root, `busy-${i}.md`), `${i}`);
    const { entries } = await asker.call('fs.list', { path: '' });
    const busyMs = await medianMs(asker);
    for (const peer of [...crowd, stalled]) peer.destroy();
    asker.close();
    const slow = isTimed && busyMs > 3 * quietMs ? Math.round(busyMs / quietMs) : 0;
    return {
      name: 'a crowd at the remote protocol',
      rounds: connections,
      losses: { slow, 'files unseen': files + 1 - entries.length },
      counts: { 'quiet µs': Math.round(quietMs * 1000), 'busy µs': Math.round(busyMs * 1000) },
    };
  });
}

async function medianMs(client: RemoteClient): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 1000; i++) {
    const start = performance.now();
    await client.call('fs.stat', { path: 'note.md' });
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[500] ?? 0;
}

interface WritersOptions {
  readonly clients: number;
  readonly times: number;
}

/** Clients that count in one file, each on the version that it read. */
export function remoteWriters({ clients, times }: WritersOptions): Promise<FaultReport> {
  return atProtocol(async ({ root, client }) => {
    let conflicts = 0;
    const count = async () => {
      const own = await client();
      for (let done = 0; done < times; ) {
        const { content, mtime } = await own.call('fs.readText', { path: 'note.md' });
        const next = { path: 'note.md', content: String(Number(content) + 1) };
        try {
          await own.call('fs.write', { ...next, expectedMtime: mtime });
          done++;
        } catch (thrown) {
          if (!(thrown instanceof RemoteError) || thrown.code !== -32020) throw thrown;
          conflicts++;
        }
      }
      own.close();
    };
    await Promise.all(Array.from({ length: clients }, count));
    const found = Number(readFileSync(join(root, 'note.md'), 'utf8'));
    return {
      name: 'clients that count in one file at the remote protocol',
      rounds: clients * times,
      losses: { 'updates lost': clients * times - found },
      counts: { conflicts },
    };
  });
}
