import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { until } from '../test/support/until.ts';
import { malformedText, randomBytes } from './malformed.ts';
import { createChance, type FaultReport } from './support.ts';
import type { Way } from './ways.ts';
import { atDaemon, patienceMs } from './witness.ts';

type Chance = (below: number) => number;

/** What somebody without manners does at one protocol. Says how often it did what. */
interface Attack {
  readonly name: string;
  readonly times: number;
  readonly seed: number;
  run(way: Way, times: number, chance: Chance): Promise<Readonly<Record<string, number>>>;
}

const smallText = 'a small note that is there for everybody';
const mebibyte = 2 ** 20;
/** What a daemon may hold at most while it is attacked: its own 100 MB, and shares of some clients. */
const megabytesMax = 1024;

/** The same attack at every protocol of one daemon, one after the other, beside somebody who wants answers. */
async function atEveryProtocol({ name, times, seed, run }: Attack): Promise<FaultReport> {
  const plant = (root: string) => {
    writeFileSync(join(root, 'small.md'), smallText);
    writeFileSync(join(root, 'big.md'), 'a line of a big note\n'.repeat(mebibyte / 21));
  };
  return atDaemon(plant, async ({ ways, witness }) => {
    const chance = createChance(seed);
    const counts: Record<string, number> = { protocols: 0 };
    const losses = { unanswered: 0, 'protocols shut afterwards': 0, stuck: 0, 'MB too much': 0 };
    for (const way of ways) {
      const { stuck = 0, ...seen } = await run(way, times, chance);
      losses.stuck += stuck;
      for (const [kind, count] of Object.entries(seen)) counts[kind] = (counts[kind] ?? 0) + count;
      if (!(await isServed(way))) losses['protocols shut afterwards']++;
      counts.protocols = (counts.protocols ?? 0) + 1;
    }
    await witness.end();
    losses.unanswered = witness.unanswered;
    losses['MB too much'] = Math.max(0, witness.megabytesMost - megabytesMax);
    counts.answers = witness.answers;
    counts['slowest answer ms'] = witness.slowestMs;
    counts['MB at most'] = witness.megabytesMost;
    return { name, rounds: times * ways.length, losses, counts };
  });
}

/** Whether somebody with manners gets the note, also when a place has to become free first. */
async function isServed(way: Way): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const socket = await way.connect().catch(() => undefined);
    if (socket === undefined) continue;
    const heard = hear(socket);
    socket.write(way.frame(way.read('small.md')));
    await until(() => heard.text.includes(smallText) || heard.isOver, 'the note', {
      timeoutMs: patienceMs,
    }).catch(() => undefined);
    socket.destroy();
    if (heard.text.includes(smallText)) return true;
    await pause(50);
  }
  return false;
}

/** The end of what comes, how much it was, and whether more can come. */
function hear(socket: Socket) {
  const heard = { text: '', bytes: 0, isOver: false };
  socket.on('data', (chunk: Buffer) => {
    heard.bytes += chunk.length;
    heard.text = (heard.text + chunk.toString('latin1')).slice(-4096);
  });
  const end = () => {
    heard.isOver = true;
  };
  socket.on('end', end).on('close', end);
  return heard;
}

/** Messages that are none, on one connection after the other. */
export const malformedMessages = (times: number, seed: number): Promise<FaultReport> =>
  atEveryProtocol({
    name: 'malformed messages at every protocol',
    times,
    seed,
    async run(way, count, chance) {
      const seen = { connections: 0, sent: 0, stuck: 0 };
      while (seen.sent < count) {
        const socket = await way.connect();
        const heard = hear(socket);
        seen.connections++;
        for (let i = 0; i < 500 && !heard.isOver && seen.sent < count; i++, seen.sent++) {
          const isRaw = chance(300) === 0;
          const bytes = isRaw ? randomBytes(chance) : way.frame(malformedText(way, chance));
          if (!socket.write(bytes) || i % 20 === 0) await nextTurn();
        }
        if (!(await hasHungUp(socket, heard))) seen.stuck++;
      }
      return seen;
    },
  });

/** Says goodbye and waits until the daemon has read everything, and hung up as well. */
async function hasHungUp(socket: Socket, heard: { readonly isOver: boolean }): Promise<boolean> {
  socket.end();
  const isOver = until(() => heard.isOver, 'the end', { timeoutMs: patienceMs });
  const isGood = await isOver.then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isGood;
}

/** Connections that end in the middle of a message. */
export const halfMessages = (times: number, seed: number): Promise<FaultReport> =>
  atEveryProtocol({
    name: 'half messages at every protocol',
    times,
    seed,
    async run(way, count, chance) {
      for (let i = 0; i < count; i++) {
        const socket = await way.connect();
        const message = way.frame(way.read('small.md'));
        socket.write(message.subarray(0, 1 + chance(message.length - 1)));
        if (chance(2) === 0) socket.resume().end();
        else await nextTurn();
        socket.destroy();
      }
      return { halves: count };
    },
  });

const endlessBytes = 64 * mebibyte;

/** A header, or a line, that has no end. */
export const endlessMessages = (times: number, seed: number): Promise<FaultReport> =>
  atEveryProtocol({
    name: 'endless headers at every protocol',
    times,
    seed,
    async run(way, count) {
      const seen = { 'cut off': 0, stuck: 0, 'MB sent': 0 };
      const filler = Buffer.alloc(64 * 1024, 'x');
      for (let i = 0; i < count; i++) {
        const socket = await way.knock();
        const heard = hear(socket);
        socket.write(way.endless);
        let sent = 0;
        for (; sent < endlessBytes && !heard.isOver && !socket.destroyed; sent += filler.length) {
          if (!socket.write(filler)) {
            await until(() => !socket.writableNeedDrain || heard.isOver, 'room', {
              timeoutMs: patienceMs,
            }).catch(() => seen.stuck++);
          }
        }
        if (sent < endlessBytes) seen['cut off']++;
        else seen.stuck++;
        seen['MB sent'] += Math.round(sent / mebibyte);
        socket.destroy();
      }
      return seen;
    },
  });

/** Connections that say nothing, or half of something, and stay. */
export const idleConnections = (times: number, seed: number): Promise<FaultReport> =>
  atEveryProtocol({
    name: 'idle connections at every protocol',
    times,
    seed,
    async run(way, count) {
      const crowd: Socket[] = [];
      const half = way.frame(way.read('small.md')).subarray(0, 30);
      for (let i = 0; i < count; i++) {
        const socket = await way.knock().catch(() => undefined);
        if (socket === undefined) continue;
        socket.resume();
        if (i % 2 === 0) socket.write(half);
        crowd.push(socket);
      }
      // The witness goes on asking meanwhile.
      await pause(1000);
      for (const socket of crowd) socket.destroy();
      return { connections: crowd.length };
    },
  });

const requestsOfDeaf = 1000;

/** Somebody asks for a big note again and again, and never takes an answer. */
export const deafAskers = (times: number, seed: number): Promise<FaultReport> =>
  atEveryProtocol({
    name: 'clients that ask and never read at every protocol',
    times,
    seed,
    async run(way, count) {
      const deaf: Socket[] = [];
      let requests = 0;
      for (let i = 0; i < count; i++) {
        const socket = await way.connect();
        socket.pause();
        deaf.push(socket);
        for (let n = 0; n < requestsOfDeaf && !socket.destroyed; n++) {
          const hasRoom = socket.write(way.frame(way.read('big.md')));
          requests++;
          if (!hasRoom && !(await hasDrained(socket))) break;
        }
      }
      await pause(2000);
      for (const socket of deaf) socket.destroy();
      return { requests };
    },
  });

/** Whether the daemon went on reading. */
function hasDrained(socket: Socket): Promise<boolean> {
  return until(() => !socket.writableNeedDrain || socket.destroyed, 'room', {
    timeoutMs: 2000,
  }).then(
    () => true,
    () => false,
  );
}

const largeBytes = 16 * mebibyte;
/** The note, or what a protocol says instead of it. */
const answerToLarge = new RegExp(`${smallText}|"error"|HTTP/1.1 4`);

/** Messages just below and just above the largest that any protocol takes. */
export const largeMessages = (times: number, seed: number): Promise<FaultReport> =>
  atEveryProtocol({
    name: 'messages of 16 MiB at every protocol',
    times,
    seed,
    async run(way, count) {
      const seen = { answered: 0, 'cut off': 0, stuck: 0 };
      for (let i = 0; i < count; i++) {
        const size = i % 2 === 0 ? largeBytes - 4096 : largeBytes + 4096;
        const request = way.read('small.md');
        const padded = `{"pad":"${'x'.repeat(size - request.length)}",${request.slice(1)}`;
        const socket = await way.connect();
        const heard = hear(socket);
        const isAnswered = () => answerToLarge.test(heard.text);
        socket.write(way.frame(padded));
        await until(() => isAnswered() || heard.isOver, 'a word', { timeoutMs: patienceMs }).then(
          () => seen[isAnswered() ? 'answered' : 'cut off']++,
          () => seen.stuck++,
        );
        socket.destroy();
      }
      return seen;
    },
  });
