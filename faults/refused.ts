import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { isVaultError } from '../src/contract/errors.ts';
import { parseVaultPath, type VaultPath } from '../src/contract/paths.ts';
import type { View } from '../src/engine/view.ts';
import { type FaultReport, inFreshFolders, startChild } from './support.ts';

type Attempt = (view: View, path: VaultPath) => unknown;

const text = Buffer.from('new');
const reads: Readonly<Record<string, Attempt>> = {
  read: ({ vault }, path) => vault.readNow(path),
  readNote: ({ notes }, path) => notes.read(path),
};
const writes: Readonly<Record<string, Attempt>> = {
  write: ({ vault }, path) => vault.write(path, text),
  append: ({ vault }, path) => vault.append(path, text),
  update: ({ notes }, path) => notes.update(path, (old) => `${old}new`),
  remove: ({ vault }, path) => vault.remove(path),
  move: ({ refactoring }, path) => refactoring.move(path, parseVaultPath('elsewhere.md')),
};
const attempts = { ...reads, ...writes };

/** Tries everything on each path, and says what came of it and how long it took. */
export async function attemptTask(
  view: View,
  paths: readonly string[],
  say: (line: string) => void,
) {
  for (const path of paths) {
    for (const [name, attempt] of Object.entries(attempts)) {
      const startMs = performance.now();
      const outcome = await tryOut(() => attempt(view, parseVaultPath(path)));
      say(`${name} ${outcome} ${Math.round(performance.now() - startMs)}`);
    }
  }
  const { pages } = await view.known();
  say(`known ${[...pages.pages()].some(({ path }) => path === 'plain.md') ? 'done' : 'lost'} 0`);
}

async function tryOut(attempt: () => unknown): Promise<string> {
  try {
    await attempt();
    return 'done';
  } catch (thrown) {
    return isVaultError(thrown) ? thrown.code : 'crashed';
  }
}

/** A vault with something in it that cannot be used as usual. */
interface Case {
  readonly name: string;
  /** Puts it there, and says at which paths it is. */
  plant(root: string): readonly string[] | Promise<readonly string[]>;
  readonly refusals: readonly string[];
  /** What may be done in spite of it. */
  readonly allowed: readonly string[];
  readonly uid?: number;
  free?(root: string): void;
}

/** Half a second on a quiet machine; enough on a busy one to tell it from a wait without end. */
const hungMs = 20_000;

async function refusedRounds(rounds: number, planned: Case): Promise<FaultReport> {
  const losses = { hung: 0, unclear: 0, done: 0, othersLost: 0 };
  const counts = { refused: 0, slowestMs: 1 };
  const { name, plant, refusals, allowed, uid, free } = planned;
  for (let round = 0; round < rounds; round++) {
    await inFreshFolders(async ({ root, stateDir }) => {
      writeFileSync(join(root, 'plain.md'), 'plain');
      const paths = await plant(root);
      if (uid !== undefined) {
        mkdirSync(stateDir);
        for (const each of [root, stateDir, join(root, '..')]) chownSync(each, uid, uid);
      }
      const child = startChild('attempt', [root, stateDir, ...paths], { uid });
      const timer = setTimeout(() => child.process.kill('SIGKILL'), hungMs);
      const lines = await child.ended;
      clearTimeout(timer);
      free?.(root);
      const expected = paths.length * Object.keys(attempts).length + 1;
      losses.hung += expected - lines.length;
      for (const line of lines) {
        const [what = '', outcome = '', ms = ''] = line.split(' ');
        counts.slowestMs = Math.max(counts.slowestMs, Number(ms));
        if (what === 'known') losses.othersLost += outcome === 'done' ? 0 : 1;
        else if (refusals.includes(outcome)) counts.refused++;
        else if (outcome !== 'done') losses.unclear++;
        else if (!allowed.includes(what)) losses.done++;
      }
      if (readFileSync(join(root, 'plain.md'), 'utf8') !== 'plain') losses.othersLost++;
    });
  }
  return { name, rounds, losses, counts };
}

/** A pipe, a socket, devices and links to them, all with the names of notes. */
export function specialFiles(rounds: number): Promise<FaultReport> {
  return refusedRounds(rounds, {
    name: 'special files in the vault',
    refusals: ['special-file', 'path-outside-vault', 'not-found', 'unsupported'],
    // Nobody is kept from putting such a thing away.
    allowed: ['remove', 'move'],
    async plant(root) {
      execFileSync('mkfifo', [join(root, 'pipe.md')]);
      await listenOnce(join(root, 'socket.md'));
      symlinkSync('/dev/zero', join(root, 'zero.md'));
      symlinkSync('pipe.md', join(root, 'link.md'));
      symlinkSync('loop.md', join(root, 'loop.md'));
      const paths = ['socket.md', 'zero.md', 'loop.md', 'link.md', 'pipe.md'];
      return makeDevice(join(root, 'null.md')) ? [...paths, 'null.md'] : paths;
    },
  });
}

/** The socket stays when its server is gone. */
async function listenOnce(path: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  server.unref();
}

/** Only the superuser may; others do without. */
function makeDevice(path: string): boolean {
  try {
    execFileSync('mknod', [path, 'c', '1', '3'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A user that every system has and that owns nothing. */
export const ordinaryUser = 65_534;

/** As the superuser we run some programs as another user, who may not be able to start Node. */
export function canRunAsOrdinaryUser(): boolean {
  if (process.getuid?.() !== 0) return true;
  const user = { uid: ordinaryUser, gid: ordinaryUser };
  return spawnSync(process.execPath, ['--version'], user).status === 0;
}

/** Notes and folders that this user has no right to. */
export async function deniedFiles(rounds: number): Promise<FaultReport> {
  const name = 'permission denied';
  const isSuperuser = process.getuid?.() === 0;
  if (!canRunAsOrdinaryUser()) {
    const skipped = 'Node is in a folder that only the superuser can enter';
    return { name, rounds: 0, losses: {}, counts: {}, skipped };
  }
  return refusedRounds(rounds, {
    name,
    refusals: ['permission-denied'],
    allowed: [],
    // No right is denied to the superuser, so somebody else tries.
    ...(isSuperuser && { uid: ordinaryUser }),
    plant(root) {
      for (const folder of ['closed', 'readable']) {
        mkdirSync(join(root, folder));
        writeFileSync(join(root, folder, 'a.md'), 'old');
      }
      chmodSync(join(root, 'readable/a.md'), 0o000);
      chmodSync(join(root, 'readable'), 0o555);
      chmodSync(join(root, 'closed'), 0o000);
      return ['closed/a.md', 'readable/a.md'];
    },
    free(root) {
      for (const folder of ['closed', 'readable']) chmodSync(join(root, folder), 0o755);
    },
  });
}

/** A vault on a file system that nobody may write to. */
export async function readOnlyMount(rounds: number): Promise<FaultReport> {
  const name = 'read-only mount';
  const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'ignore' });
  try {
    return await refusedRounds(rounds, {
      name,
      refusals: ['unavailable'],
      allowed: Object.keys(reads),
      plant(root) {
        mount('-t', 'tmpfs', 'none', root);
        for (const note of ['plain', 'a']) writeFileSync(join(root, `${note}.md`), 'plain');
        mount('-o', 'remount,ro', root);
        return ['a.md'];
      },
      free(root) {
        execFileSync('umount', ['-l', root]);
        writeFileSync(join(root, 'plain.md'), 'plain');
      },
    });
  } catch (thrown) {
    if (!String(thrown).includes('mount')) throw thrown;
    const skipped = 'this user may not mount file systems';
    return { name, rounds: 0, losses: {}, counts: {}, skipped };
  }
}
