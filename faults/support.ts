import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Caller, ownerGrants } from '../src/contract/callers.ts';
import { entryUrl } from '../src/kit/entry-url.ts';

/** One line of the table. Zero is the only passing figure for a loss. */
export interface FaultReport {
  readonly name: string;
  readonly rounds: number;
  /** What was lost, torn or leaked, by kind. */
  readonly losses: Readonly<Record<string, number>>;
  /** What else was counted, so that a test that did nothing is noticed. */
  readonly counts: Readonly<Record<string, number>>;
  /** Why this system does not let it be tried, when it does not. */
  readonly skipped?: string;
}

/** `brief` is part of `npm test`, `short` of `.ci/run`; what the documents say comes from `full`. */
export type SizeName = 'brief' | 'short' | 'full';

/** How much of it to do, and where chance starts. */
export interface Size {
  readonly size: SizeName;
  readonly seed: number;
  readonly soakSeconds: number;
  /** One of three counts, by the size. */
  pick(brief: number, short: number, full: number): number;
}

const sizes: readonly SizeName[] = ['brief', 'short', 'full'];

/** Whether a run of this size has the fault in it. */
export function isPartOf(size: SizeName, { from = 'brief' }: Fault): boolean {
  return sizes.indexOf(size) >= sizes.indexOf(from);
}

export function toSize(size: SizeName, seed: number, soakSeconds: number): Size {
  const pick = (brief: number, short: number, full: number) => ({ brief, short, full })[size];
  return { size, seed, soakSeconds, pick };
}

/** Something that may go wrong, and what we promise for that case. */
export interface Fault {
  /** A sentence: the name of the test, and the first word on it in the documents. */
  readonly promise: string;
  /** The smallest size it is part of, where its smallest form takes long. */
  readonly from?: SizeName;
  run(size: Size): Promise<FaultReport>;
}

export const owner: Caller = {
  protocol: 'local',
  client: 'faults',
  grants: ownerGrants,
  policy: { hidden: true },
};

/** Runs with fresh folders that are removed afterwards. */
export async function inFreshFolders<T>(
  run: (folders: { root: string; stateDir: string }) => Promise<T>,
): Promise<T> {
  const base = mkdtempSync(join(tmpdir(), 'vaultd-faults-'));
  try {
    return await run({ root: mkdtempSync(join(base, 'vault-')), stateDir: join(base, 'state') });
  } finally {
    // The synchronous one runs out of stack where folders are nested very deep.
    await rm(base, { recursive: true, force: true });
  }
}

/** A repeatable source of numbers from 0 up to, not including, `below`. */
export function createChance(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

export interface Child {
  readonly process: ChildProcess;
  /** What it has printed so far. */
  readonly lines: readonly string[];
  /** Resolves to all its lines when it has ended, however it did. */
  readonly ended: Promise<string[]>;
  /** Resolves when it has printed its first line. */
  readonly started: Promise<void>;
}

export interface ChildOptions {
  /** Wraps it into a shell that limits the size of files. */
  readonly fileBlocksMax?: number;
  /** Runs it as another user. */
  readonly uid?: number | undefined;
}

/** Starts the built child with a task. */
export function startChild(
  task: string,
  args: readonly string[],
  { fileBlocksMax, uid }: ChildOptions = {},
): Child {
  const file = entryUrl('fault-child').pathname;
  const command = [process.execPath, file, task, ...args];
  const stdio: StdioOptions = ['ignore', 'pipe', 'inherit'];
  const user = uid === undefined ? {} : { uid, gid: uid };
  const child =
    fileBlocksMax === undefined
      ? spawn(command[0] ?? '', command.slice(1), { stdio, ...user })
      : spawn('bash', ['-c', `ulimit -f ${fileBlocksMax}; exec "$@"`, 'bash', ...command], {
          stdio,
        });
  const lines: string[] = [];
  let sawFirst = () => {};
  const started = new Promise<void>((resolve) => {
    sawFirst = resolve;
  });
  if (child.stdout === null) throw new Error('The child has no output.');
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => {
    lines.push(line);
    sawFirst();
  });
  const ended = new Promise<string[]>((resolve) => {
    child.on('close', () => {
      sawFirst();
      resolve(lines);
    });
  });
  return { process: child, lines, ended, started };
}
