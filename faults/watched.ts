import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VaultChange } from '../src/contract/events.ts';
import { nameOf, rootPath } from '../src/contract/paths.ts';
import { openRoot } from '../src/engine/store/vault/anchor.ts';
import { isTemporaryName } from '../src/engine/store/vault/temporary.ts';
import { openWatcher, type Watcher, type WatcherOptions } from '../src/engine/watch/watch.ts';
import { Listener } from './listener.ts';
import { type Outsider, startOutsider } from './outsider.ts';
import { doSteps, type Step } from './steps.ts';

/** A fresh vault with a watcher, a listener, and another program to change things. */
export interface Watched {
  readonly dir: string;
  readonly watcher: Watcher;
  readonly changes: readonly VaultChange[];
  readonly log: readonly string[];
  /** Has another process do the steps; says how many it could do. */
  outside(...steps: Step[]): Promise<number>;
  /** Does the steps without a pause, so that the watcher sees them all at once and no file half-written. */
  outsideAtOnce(...steps: Step[]): number;
  /** What was told since the last question, as `+a`, `*a`, `-a`, `a>b`. */
  told(): string;
  /** Where the disk, the tree and what the listener believes differ. */
  differences(): string[];
  close(): Promise<void>;
}

export interface WatchedOptions extends Partial<Omit<WatcherOptions, 'root' | 'emit'>> {
  /** What is in the vault before it is watched. */
  readonly notes?: Readonly<Record<string, string>>;
}

export async function openWatched({
  notes = {},
  ...options
}: WatchedOptions = {}): Promise<Watched> {
  const base = mkdtempSync(join(tmpdir(), 'vaultd-watch-'));
  const dir = join(base, 'vault');
  mkdirSync(dir);
  for (const [path, text] of Object.entries(notes)) put(dir, path, text);
  const listener = new Listener(dir, readDisk(dir));
  const { changes } = listener;
  const log: string[] = [];
  const watcher = openWatcher({
    root: openRoot(dir),
    cookieDir: join(base, 'state'),
    log: (message) => log.push(message),
    ...options,
    emit: (batch) => listener.hear(batch, watcher),
  });
  await watcher.ready;
  let outsider: Outsider | undefined;
  let asked = 0;
  return {
    dir,
    watcher,
    changes,
    log,
    outside(...steps) {
      outsider ??= startOutsider();
      return outsider.act(dir, steps);
    },
    outsideAtOnce: (...steps) => doSteps(dir, steps),
    told() {
      const fresh = changes.slice(asked);
      asked = changes.length;
      return fresh.map(say).join(' ');
    },
    differences() {
      listener.readAgain(watcher);
      return [
        ...compare('the tree', readTree(watcher), readStats(dir)),
        ...compare('a listener', listener.belief, readDisk(dir)),
      ];
    },
    async close() {
      watcher.close();
      await outsider?.stop();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

function say(change: VaultChange): string {
  if (change.kind === 'renamed') return `${change.path}>${change.newPath}`;
  return `${{ created: '+', modified: '*', deleted: '-' }[change.kind]}${change.path}`;
}

function put(dir: string, path: string, text: string): void {
  mkdirSync(join(dir, path, '..'), { recursive: true });
  writeFileSync(join(dir, path), text);
}

function readDisk(dir: string): Map<string, string | true> {
  const found = new Map<string, string | true>();
  for (const path of walk(dir)) {
    const isFolder = lstatSync(join(dir, path)).isDirectory();
    found.set(path, isFolder ? true : readFileSync(join(dir, path), 'utf8'));
  }
  return found;
}

/** Sizes, times and inodes as the disk has them. */
function readStats(dir: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of walk(dir)) {
    const { size, mtimeNs, ino, ...stat } = lstatSync(join(dir, path), { bigint: true });
    const shownSize = (stat.mode & 0o170000n) === 0o040000n ? 0n : size;
    found.set(path, `${shownSize} ${mtimeNs} ${ino}`);
  }
  return found;
}

function readTree({ tree }: Watcher): Map<string, string> {
  const found = new Map<string, string>();
  for (const { path, stat } of tree.walk(rootPath, { recursive: true })) {
    found.set(path, `${stat.size} ${stat.mtimeNs} ${stat.ino}`);
  }
  return found;
}

function walk(dir: string): string[] {
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  return paths.filter((path) => !isTemporaryName(nameOf(path)));
}

function compare<T>(who: string, found: Map<string, T>, wanted: Map<string, T>): string[] {
  const wrong: string[] = [];
  for (const path of new Set([...found.keys(), ...wanted.keys()])) {
    if (found.get(path) === wanted.get(path)) continue;
    wrong.push(`${who} has ${found.get(path)} at ${path}, the disk ${wanted.get(path)}`);
  }
  return wrong;
}
