import { fstatSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { freshFolder, plant } from '../../../../test/support/folder.ts';
import { openBelow } from '../../../../test/support/open-files.ts';
import { limits } from '../../../contract/limits.ts';
import { parseVaultPath as p } from '../../../contract/paths.ts';
import { systemClock } from '../../../kit/clock.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import { openRoot } from '../vault/anchor.ts';
import type { Draft } from './draft.ts';
import { createSteps } from './steps.ts';

/** Which files were brought to disk, by their inodes, and which of these trips fails. */
const disk = vi.hoisted(() => ({ synced: [] as number[], failing: 0 }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    fsync(descriptor: number, done: (error: Error | null) => void) {
      const stat = fstatSync(descriptor);
      if (stat.isFile()) disk.synced.push(stat.ino);
      if (disk.synced.length === disk.failing) done(new Error('EIO'));
      else fs.fsync(descriptor, done);
    },
  };
});

beforeEach(() => {
  disk.synced.length = 0;
  disk.failing = 0;
});

function openSteps(
  durability: 'fsync' | 'rename' = 'fsync',
  around: (journal: Journal, vault: string) => Partial<Journal> = () => ({}),
) {
  const vault = freshFolder();
  const retention = { ageMsMax: Number.POSITIVE_INFINITY, bytesMax: Number.POSITIVE_INFINITY };
  const real = openJournal({ folder: freshFolder(), durability, retention, now: Date.now });
  const journal = { ...real, ...around(real, vault) };
  const steps = createSteps({
    root: openRoot(vault),
    journal,
    durability,
    clock: systemClock,
    onChanges: () => {},
  });
  onTestFinished(async () => {
    await steps.close();
    real.close();
  });
  const run = (plan: (draft: Draft) => Promise<unknown>, signal?: AbortSignal) =>
    steps.run({
      by: { protocol: 'local', client: 'test' },
      why: 'test',
      lock: [p('')],
      signal,
      plan: async (draft) => void (await plan(draft)),
    });
  const write = (path: string, text = path) =>
    run((draft) => draft.put(p(path), Buffer.from(text)));
  const filesOpen = () => openBelow(vault).filter((path) => path !== vault);
  const outcomes = () => journal.steps().map(({ outcome }) => outcome);
  const inodeOf = (path: string) => statSync(join(vault, path)).ino;
  return { vault, inodeOf, steps, run, write, filesOpen, outcomes };
}

const linux = test.runIf(process.platform === 'linux');

linux(
  'a file stays open until it is on disk, and is synced once however often it is written',
  async () => {
    const { steps, write, filesOpen, outcomes, vault, inodeOf } = openSteps();
    for (const text of ['1', '2', '3']) await write('a.md', text);
    await expect.poll(filesOpen).toEqual([`${vault}/a.md`]);
    expect(disk.synced).toEqual([]);
    await steps.idle();
    expect(filesOpen()).toEqual([]);
    expect(disk.synced).toEqual([inodeOf('a.md')]);
    expect(outcomes()).toEqual(['done', 'done', 'done']);
  },
);

linux('where a rename is enough, nothing stays open', async () => {
  const { write, filesOpen } = openSteps('rename');
  await write('a.md');
  await expect.poll(filesOpen).toEqual([]);
});

linux('a file that is moved right after it was written is synced where it is then', async () => {
  const { steps, run, write, outcomes, inodeOf } = openSteps();
  await write('f/a.md');
  await run((draft) => draft.move(p('f'), p('g')));
  await run((draft) => draft.move(p('g/a.md'), p('b.md')));
  await steps.idle();
  expect(disk.synced).toEqual([inodeOf('b.md')]);
  expect(outcomes()).toEqual(['done', 'done', 'done']);
});

linux(
  'a step whose file could not be brought to disk stays open, and its file does not',
  async () => {
    const { steps, write, filesOpen, outcomes } = openSteps();
    disk.failing = 2;
    await Promise.all(['a.md', 'b.md', 'c.md'].map((path) => write(path)));
    await steps.idle();
    expect(filesOpen()).toEqual([]);
    expect(outcomes().sort()).toEqual(['done', 'done', 'open']);
  },
);

linux('a step that is given up leaves nothing open', async () => {
  const abort = new AbortController();
  const { run, filesOpen, outcomes } = openSteps('fsync', (journal) => ({
    flush: async () => {
      await journal.flush();
      abort.abort(new Error('enough'));
    },
  }));
  const given = run((draft) => draft.put(p('a.md'), Buffer.from('a')), abort.signal);
  await expect(given).rejects.toThrow('enough');
  await expect.poll(filesOpen).toEqual([]);
  expect(outcomes()).toEqual(['aborted']);
});

linux(
  'a step that somebody else was faster than leaves nothing open but what it put at last',
  async () => {
    let others = 2;
    const { steps, write, filesOpen, outcomes, vault } = openSteps('fsync', (journal, folder) => ({
      flush: async () => {
        await journal.flush();
        if (others-- > 0) writeFileSync(join(folder, 'a.md'), `others ${others}`);
      },
    }));
    plant(vault, { 'a.md': 'old' });
    await write('a.md', 'new');
    await expect.poll(filesOpen).toEqual([`${vault}/a.md`]);
    await steps.idle();
    expect(filesOpen()).toEqual([]);
    expect(outcomes()).toEqual(['aborted', 'aborted', 'done']);
  },
);

linux(
  'a file that was staged in a folder which its own step moves is synced as it is put',
  async () => {
    const { steps, run, write, outcomes, filesOpen, inodeOf } = openSteps();
    await write('f/a.md');
    await steps.idle();
    disk.synced.length = 0;
    await run(async (draft) => {
      await draft.move(p('f'), p('g'));
      draft.makeFolder(p('f'));
      await draft.put(p('f/b.md'), Buffer.from('b'));
    });
    await steps.idle();
    expect(disk.synced).toEqual([inodeOf('f/b.md')]);
    await expect.poll(filesOpen).toEqual([]);
    expect(outcomes()).toEqual(['done', 'done']);
  },
);

linux('more files than may stay open come to disk as well, in one step or in many', async () => {
  const { steps, run, write, filesOpen, outcomes } = openSteps();
  const names = Array.from({ length: limits.unsyncedOpenMax + 50 }, (_, n) => `${n}.md`);
  await run(async (draft) => {
    for (const name of names) await draft.put(p(name), Buffer.from(name));
  });
  expect(filesOpen().length).toBeLessThanOrEqual(limits.unsyncedOpenMax);
  for (const name of names) await write(name, 'again');
  expect(filesOpen().length).toBeLessThanOrEqual(limits.unsyncedOpenMax + 256);
  await steps.idle();
  await expect.poll(filesOpen).toEqual([]);
  expect(new Set(outcomes())).toEqual(new Set(['done']));
});
