import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Step } from './outsider.ts';
import { createChance, type FaultReport } from './support.ts';
import { openWatched } from './watched.ts';

/** So many files that appear while the process stands still; beyond a limit the system drops events. */
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
  const counts = { done: 0, changes: 0 };
  let missed = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      counts.done += await watched.outside(...range(steps).map(() => anyStep(chance)));
      await watched.watcher.settled();
      missed += watched.differences().length;
    }
    counts.changes = watched.changes.length;
  } finally {
    await watched.close();
  }
  return { name: `storms (${mode})`, rounds, losses: { missed }, counts, seed };
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
