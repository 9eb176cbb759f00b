import { lstatSync, mkdirSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { EntryType } from '../src/contract/events.ts';
import { parentOf, parseVaultPath } from '../src/contract/paths.ts';
import type { SystemWatch } from '../src/engine/watch/event-sources.ts';
import type { Step } from './steps.ts';
import { createChance, type FaultReport } from './support.ts';
import { openWatched, type Watched } from './watched.ts';

/** How many files appear while the process stands still; beyond a limit the system drops events. */
export async function fileBurst({ files }: { files: number }): Promise<FaultReport> {
  const watched = await openWatched();
  const steps = range(files).map((n): Step => ['write', `file ${n}.md`, `text ${n}`]);
  try {
    watched.outsideAtOnce(...steps);
    await watched.watcher.settled();
    const { rescans } = watched.watcher.status();
    const missed = watched.differences().length;
    const counts = { changes: watched.changes.length, ...(rescans > 0 ? { rescans } : {}) };
    return { name: 'files at once', rounds: files, losses: { missed }, counts };
  } finally {
    await watched.close();
  }
}

/** New folders, ten deep, that are full before anybody watches them. */
export async function folderBurst({ folders }: { folders: number }): Promise<FaultReport> {
  const watched = await openWatched();
  const steps = range(folders).flatMap((n): Step[] => {
    const path = range((n % 10) + 1).map((depth) => `s${n - (n % 10) + depth}`);
    return [
      ['folder', path.join('/')],
      ['write', `${path.join('/')}/note.md`, `text ${n}`],
    ];
  });
  try {
    const done = await watched.outside(...steps);
    await watched.watcher.settled();
    const missed = watched.differences().length;
    return { name: 'folders at once', rounds: folders, losses: { missed }, counts: { done } };
  } finally {
    await watched.close();
  }
}

/** A system that has no more watches to give after the first few: the rest is looked at instead. */
export async function watchLimit({ folders }: { folders: number }): Promise<FaultReport> {
  const watchesMax = 10;
  let given = 0;
  const systemWatch: SystemWatch = (path, options, listener) => {
    if (given++ >= watchesMax)
      throw Object.assign(new Error('no watches left'), { code: 'ENOSPC' });
    return watch(path, options, listener);
  };
  const watched = await openWatched({ systemWatch });
  const name = (n: number) => `folder ${n}`;
  try {
    const done = await watched.outside(
      ...range(folders).flatMap((n): Step[] => [
        ['folder', name(n)],
        ['write', `${name(n)}/note.md`, `text ${n}`],
        ['save', `${name(n >> 1)}/note.md`, `other ${n}`],
      ]),
    );
    await watched.watcher.settled();
    const missed = watched.differences().length;
    const { watched: seen, polled } = watched.watcher.status();
    return {
      name: 'no watches left',
      rounds: folders,
      losses: { missed },
      counts: { done, watched: seen, polled },
    };
  } finally {
    await watched.close();
  }
}

/** Creates, edits, renames and deletes without rhyme or reason, as fast as another process can. */
export async function stormRounds(options: {
  rounds: number;
  steps: number;
  seed: number;
  mode?: 'native' | 'poll';
}): Promise<FaultReport> {
  const { rounds, steps, seed, mode = 'native' } = options;
  const chance = createChance(seed);
  const watched = await openWatched({ mode });
  const counts = { done: 0, ours: 0, changes: 0 };
  let missed = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      const storm = watched.outside(...range(steps).map(() => anyStep(chance)));
      // In every other round we work in the same vault at the same time.
      if (round % 2 === 1) counts.ours += await workDuring(storm, watched, chance);
      counts.done += await storm;
      await watched.watcher.settled();
      missed += watched.differences().length;
    }
    counts.changes = watched.changes.length;
  } finally {
    await watched.close();
  }
  return { name: `storms (${mode})`, rounds, losses: { missed }, counts };
}

/** Does steps of our own, noted as the engine notes them, until the storm is over. */
async function workDuring(
  storm: Promise<unknown>,
  watched: Watched,
  chance: (below: number) => number,
): Promise<number> {
  let isOver = false;
  let done = 0;
  const over = storm.then(() => {
    isOver = true;
  });
  while (!isOver) {
    if (actNoted(watched, anyStep(chance))) done++;
    await turn();
  }
  await over;
  return done;
}

function actNoted({ dir, watcher }: Watched, [act, rawPath, more = '']: Step): boolean {
  const path = parseVaultPath(rawPath);
  const file = join(dir, path);
  try {
    const old = typeAt(file);
    const type = old ?? 'file';
    if (act === 'rename') {
      const newPath = parseVaultPath(more);
      renameSync(file, join(dir, newPath));
      watcher.recordOwnChange({ kind: 'renamed', path, newPath, type });
    } else if (act === 'remove' || act === 'rmdir') {
      rmSync(file, { recursive: true });
      watcher.recordOwnChange({ kind: 'deleted', path, type });
    } else if (act === 'folder' || act === 'folders') {
      mkdirSync(file);
      watcher.recordOwnChange({ kind: 'created', path, type: 'folder' });
    } else {
      const temporary = join(dir, parentOf(path), '.rsh-write-storm.tmp');
      writeFileSync(temporary, more);
      renameOrRemove(temporary, file);
      watcher.recordOwnChange({
        kind: old === undefined ? 'created' : 'modified',
        path,
        type: 'file',
      });
    }
    return true;
  } catch {
    return false;
  }
}

function renameOrRemove(temporary: string, file: string): void {
  try {
    renameSync(temporary, file);
  } catch (thrown) {
    rmSync(temporary, { force: true });
    throw thrown;
  }
}

function typeAt(file: string): EntryType | undefined {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat && (stat.isDirectory() ? 'folder' : 'file');
}

/** A file that was written is known, and told, as soon as `settled` says so. */
export async function settleRounds({ rounds }: { rounds: number }): Promise<FaultReport> {
  const watched = await openWatched({ notes: { 'note.md': '' } });
  let missed = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      writeFileSync(join(watched.dir, 'note.md'), `text ${round}`);
      await watched.watcher.settled();
      if (watched.differences().length > 0) missed++;
    }
    const counts = { changes: watched.changes.length };
    return { name: 'written, then asked', rounds, losses: { missed }, counts };
  } finally {
    await watched.close();
  }
}

function anyStep(chance: (below: number) => number): Step {
  const names = ['a', 'b', 'c', 'note.md', 'other.md'];
  const path = () =>
    range(1 + chance(3))
      .map(() => names[chance(names.length)])
      .join('/');
  const text = 'abc'.slice(chance(3)) + chance(10);
  const kinds: readonly (() => Step)[] = [
    () => ['write', path(), text],
    () => ['append', path(), text],
    () => ['save', path(), text],
    () => ['folder', path()],
    () => ['folders', path()],
    () => ['remove', path()],
    () => ['rmdir', path()],
    () => ['rename', path(), path()],
    () => ['rename', path(), path()],
  ];
  return kinds[chance(kinds.length)]?.() ?? ['folder', path()];
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n);
}
