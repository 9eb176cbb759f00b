import { expect, test, vi } from 'vitest';
import { freshFolder } from '../../../../test/support/folder.ts';
import { openJournal } from './journal.ts';

/** What was asked of the disk, and how to hold its answers back. */
const disk = vi.hoisted(() => ({
  asked: [] as ('file' | 'folder')[],
  held: undefined as (() => void)[] | undefined,
}));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    fdatasync(descriptor: number, done: (error: Error | null) => void) {
      disk.asked.push('file');
      const answer = () => fs.fdatasync(descriptor, done);
      if (disk.held === undefined) answer();
      else disk.held.push(answer);
    },
    fsyncSync(descriptor: number) {
      disk.asked.push('folder');
      fs.fsyncSync(descriptor);
    },
  };
});

const open = (durability: 'fsync' | 'rename') => {
  disk.asked.length = 0;
  const retention = { ageMsMax: Number.POSITIVE_INFINITY, bytesMax: Number.POSITIVE_INFINITY };
  return openJournal({ folder: freshFolder(), durability, retention, now: () => 0 });
};

const begin = (journal: ReturnType<typeof open>, id: string) =>
  journal.begin({ id, at: 0, protocol: 'local', client: 'c', why: 'w', ops: [] }, new Map());

const asked = () => disk.asked.splice(0).sort();

test('a flush reaches the disk with records and contents, and with names once', async () => {
  const journal = open('fsync');
  await begin(journal, '1');
  expect(asked()).toEqual([]);
  await journal.flush();
  expect(asked()).toEqual(['file', 'file', 'folder', 'folder']);
  await journal.flush();
  expect(asked()).toEqual([]);
  await begin(journal, '2');
  await journal.flush();
  expect(asked()).toEqual(['file', 'file']);
  journal.close();
});

test('a flush waits for the one that is under way', async () => {
  const journal = open('fsync');
  await begin(journal, '1');
  const answers: (() => void)[] = [];
  disk.held = answers;
  const ended: number[] = [];
  const flushes = [1, 2].map((n) => journal.flush().then(() => ended.push(n)));
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(ended).toEqual([]);
  disk.held = undefined;
  for (const answer of answers) answer();
  await Promise.all(flushes);
  expect(ended).toHaveLength(2);
  journal.close();
});

test('where renames are enough, nothing waits for the disk', async () => {
  const journal = open('rename');
  await begin(journal, '1');
  await journal.flush();
  expect(asked()).toEqual([]);
  journal.close();
});
