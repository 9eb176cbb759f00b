import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../../../test/support/folder.ts';
import { openBelow } from '../../../../test/support/open-files.ts';
import { UnsyncedFiles } from './unsynced-files.ts';

const linux = test.runIf(process.platform === 'linux');

const makeFiles = (folder: string, count: number) =>
  Array.from({ length: count }, (_, n) => openSync(join(folder, `${n}.md`), 'w'));

/** The system refuses to sync what is no file on a disk. */
const openUnsyncable = () => openSync('/proc/self/status', 'r');

linux('no more files stay open than the limit, and each that is closed makes room', async () => {
  const folder = freshFolder();
  const unsynced = new UnsyncedFiles(3);
  const files = makeFiles(folder, 3);
  expect([1, 2, 3, 4].map(() => unsynced.reserve())).toEqual([true, true, true, false]);
  const [one = -1, ...others] = files;
  unsynced.drop(one);
  await expect.poll(() => openBelow(folder).length).toBe(2);
  expect([unsynced.reserve(), unsynced.reserve()]).toEqual([true, false]);
  await unsynced.sync(others);
  expect(openBelow(folder)).toEqual([]);
  expect([1, 2, 3].map(() => unsynced.reserve())).toEqual([true, true, false]);
});

linux.each([3, 100])('of %i files, the one that cannot be synced is told', async (count) => {
  const folder = freshFolder();
  const unsynced = new UnsyncedFiles(count);
  const bad = openUnsyncable();
  expect(await unsynced.sync([...makeFiles(folder, count - 1), bad])).toEqual(new Set([bad]));
  expect(openBelow(folder)).toEqual([]);
  expect(() => closeSync(bad)).toThrow('EBADF');
});

test('without room nothing stays open', () => {
  expect(new UnsyncedFiles(0).reserve()).toBe(false);
});
