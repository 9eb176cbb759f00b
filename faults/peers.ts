import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LineClient } from '../bench/line-client.ts';
import { hostileFiles } from './hostile.ts';
import { malformedLines } from './malformed.ts';
import { type NoteServer, noteServers, type ToolCall } from './peer-servers.ts';
import { createChance, inFreshFolders, type Size } from './support.ts';
import { startSwapping } from './swap.ts';

/** How often a fault did harm, of how many times it was tried; nothing where it does not apply. */
type Harm = readonly [harmed: number, tried: number] | undefined;

export interface PeerRow {
  readonly fault: string;
  /** By the name of the server, such as `0 of 20`. */
  readonly harm: Readonly<Record<string, string>>;
}

/** A server at work on a fresh vault. */
class Guest {
  readonly root: string;
  readonly server: NoteServer;
  readonly #client: LineClient;

  private constructor(root: string, server: NoteServer, around: readonly string[]) {
    this.root = root;
    this.server = server;
    const command = [...around, ...(server.command(root) ?? [])];
    this.#client = new LineClient(command, join(root, '..'));
  }

  /** With a command around it, the server is started by that one. */
  static async enter(
    root: string,
    server: NoteServer,
    around: readonly string[] = [],
  ): Promise<Guest> {
    const guest = new Guest(root, server, around);
    const isReady = await inTime(guest.#client.initialize().then(() => true));
    if (isReady === undefined) throw new Error(`${server.name} does not start.`);
    return guest;
  }

  /** The answer, or nothing when there is none in time. */
  call([name, args]: ToolCall): Promise<string | undefined> {
    return inTime(this.#client.call(name, args));
  }

  read(path: string): Promise<string | undefined> {
    return this.call(this.server.read(path, this.root));
  }

  say(text: string): void {
    this.#client.write(text);
  }

  kill(): Promise<void> {
    return this.#client.kill();
  }
}

const patienceMs = 15_000;

async function inTime<T>(promise: Promise<T>): Promise<T | undefined> {
  const stop = new AbortController();
  const late = pause(patienceMs, undefined, { signal: stop.signal }).catch(() => undefined);
  return await Promise.race([promise, late]).finally(() => stop.abort());
}

/** What is done to each server, and how much harm came of it. */
const faults: Readonly<Record<string, (server: NoteServer, size: Size) => Promise<Harm>>> = {
  'killed in the middle of a write: notes torn': async (server, { pick, seed }) => {
    const { write } = server;
    if (write === undefined) return undefined;
    const chance = createChance(seed);
    const rounds = pick(3, 3, 40);
    let torn = 0;
    for (let round = 0; round < rounds; round++) {
      torn += await atServer(server, async (guest) => {
        for (let n = 0; n < 200; n++) {
          void guest.call(write('note.md', wholeText(n), guest.root));
        }
        await pause(chance(400));
        await guest.kill();
        return isWhole(readFileSync(join(guest.root, 'note.md'), 'utf8')) ? 0 : 1;
      });
    }
    return [torn, rounds];
  },

  'edited by others between read and write: edits overwritten': async (server, { pick }) => {
    const { write, version } = server;
    if (write === undefined) return undefined;
    const rounds = pick(3, 3, 50);
    const lost = await atServer(server, async (guest) => {
      let overwritten = 0;
      for (let round = 0; round < rounds; round++) {
        const answer = await guest.read('note.md');
        const seen = version?.exec(answer?.replaceAll('\\"', '"') ?? '')?.[1];
        const edit = wholeText(1000 + round);
        writeFileSync(join(guest.root, 'note.md'), edit);
        await guest.call(write('note.md', wholeText(round), guest.root, seen));
        if (readFileSync(join(guest.root, 'note.md'), 'utf8') !== edit) overwritten++;
      }
      return overwritten;
    });
    return [lost, rounds];
  },

  'eight agents that count in one note: counts lost': async (server, { pick }) => {
    const { write, version } = server;
    if (write === undefined) return undefined;
    const rounds = pick(2, 2, 25);
    const lost = await atServer(server, async (guest) => {
      await guest.call(write('note.md', 'count 0', guest.root));
      const countOn = async (): Promise<void> => {
        for (let round = 0; round < rounds; round++) {
          for (let isDone = false, tries = 0; !isDone && tries < 1000; tries++) {
            const answer = (await guest.read('note.md')) ?? '';
            if (Number.isNaN(countIn(answer))) continue;
            const seen = version?.exec(answer.replaceAll('\\"', '"'))?.[1];
            const text = `count ${countIn(answer) + 1}`;
            const told = await guest.call(write('note.md', text, guest.root, seen));
            isDone = told?.includes('"isError":true') !== true;
          }
        }
      };
      await Promise.all(Array.from({ length: 8 }, countOn));
      return 8 * rounds - countIn(readFileSync(join(guest.root, 'note.md'), 'utf8'));
    });
    return [lost, 8 * rounds];
  },

  'no room for a note: old texts lost or cut': async (server, { pick }) => {
    const { write } = server;
    if (write === undefined) return undefined;
    const rounds = pick(1, 1, 10);
    let lost = 0;
    for (let round = 0; round < rounds; round++) {
      lost += await atServer(
        server,
        async (guest) => {
          await guest.call(write('note.md', wholeText(1).repeat(20), guest.root));
          return readFileSync(join(guest.root, 'note.md'), 'utf8') === wholeText(0) ? 0 : 1;
        },
        // Ignored, the signal of the limit becomes the error of a write.
        ['bash', '-c', 'trap "" XFSZ; ulimit -f 1024; exec "$@"', 'limited'],
      );
    }
    return [lost, rounds];
  },

  'a folder swapped for a link while it is read: secrets read': (server, { pick }) =>
    atServer(server, async (guest) => {
      mkdirSync(join(guest.root, 'folder'));
      writeFileSync(join(guest.root, 'folder/secret.md'), 'none');
      symlinkSync(join(guest.root, '../outside'), join(guest.root, 'link'));
      const reads = pick(50, 50, 3000);
      let leaked = 0;
      const swapping = startSwapping(guest.root);
      for (let read = 0; read < reads; read++) {
        if ((await guest.read('folder/secret.md'))?.includes('top secret')) leaked++;
      }
      swapping.kill('SIGKILL');
      return [leaked, reads];
    }),

  'a link that leads outside: secrets read': (server) =>
    atServer(server, async (guest) => {
      const answers = [await guest.read('link.md'), await guest.read('linked/secret.md')];
      return [answers.filter((answer) => answer?.includes('top secret')).length, answers.length];
    }),

  'a pipe in the vault: reads without an answer, of it and after it': (server) =>
    atServer(server, async (guest) => {
      const answers = [await guest.read('pipe.md'), await guest.read('note.md')];
      return [answers.filter((answer) => answer === undefined).length, answers.length];
    }),

  'lines that are no messages: reads without an answer afterwards': (server, { pick, seed }) =>
    atServer(server, async (guest) => {
      const rounds = pick(2, 2, 20);
      const chance = createChance(seed);
      let unanswered = 0;
      for (let round = 0; round < rounds; round++) {
        guest.say(malformedLines(50, chance));
        if ((await guest.read('note.md')) === undefined) unanswered++;
      }
      return [unanswered, rounds];
    }),

  'contents made to break readers: reads without an answer': (server) =>
    atServer(server, async (guest) => {
      const sizes = { links: 50_000, fileBytes: 2 ** 20, depth: 5000, repeats: 20_000 };
      const files = Object.entries(hostileFiles(sizes)).filter(([name]) => name.endsWith('.md'));
      let unanswered = 0;
      for (const [name, bytes] of files) {
        writeFileSync(join(guest.root, name), bytes);
        if ((await guest.read(name)) === undefined) unanswered++;
      }
      return [unanswered, files.length];
    }),
};

/** Every fault that a server of notes can meet, at ours and at those that people use today. */
export async function besidePeers(size: Size, tell: (row: PeerRow) => void): Promise<PeerRow[]> {
  const rows: PeerRow[] = [];
  for (const [fault, run] of Object.entries(faults)) {
    const harm: Record<string, string> = {};
    for (const server of noteServers) {
      if (server.command('') === undefined) continue;
      const found = await run(server, size);
      harm[server.name] = found === undefined ? 'cannot write' : `${found[0]} of ${found[1]}`;
    }
    rows.push({ fault, harm });
    tell({ fault, harm });
  }
  return rows;
}

function atServer<T>(
  server: NoteServer,
  run: (guest: Guest) => Promise<T>,
  around?: readonly string[],
): Promise<T> {
  return inFreshFolders(async ({ root }) => {
    writeFileSync(join(root, 'note.md'), wholeText(0));
    // Some take no folder for a vault without it.
    mkdirSync(join(root, '.obsidian'), { recursive: true });
    const outside = join(root, '..', 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'secret.md'), 'top secret');
    symlinkSync(join(outside, 'secret.md'), join(root, 'link.md'));
    symlinkSync(outside, join(root, 'linked'));
    execFileSync('mkfifo', [join(root, 'pipe.md')]);
    const guest = await Guest.enter(root, server, around);
    try {
      return await run(guest);
    } finally {
      await guest.kill();
    }
  });
}

const filler = 'All work and no play makes a dull note. '.repeat(5000);
const wholeText = (n: number) => `${n}\n${filler}\n${n}\n`;

function countIn(text: string): number {
  return Number(/count (\d+)/.exec(text)?.[1]);
}

function isWhole(text: string): boolean {
  const n = Number(text.slice(0, text.indexOf('\n')));
  return text === wholeText(n);
}

export function toPeerTable(rows: readonly PeerRow[]): string {
  const names = [...new Set(rows.flatMap(({ harm }) => Object.keys(harm)))];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return [
    line(['what happened: what was counted', ...names]),
    line(['---', ...names.map(() => '---')]),
    ...rows.map(({ fault, harm }) => line([fault, ...names.map((name) => harm[name] ?? '')])),
  ].join('');
}
