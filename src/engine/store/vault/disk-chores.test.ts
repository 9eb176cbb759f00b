import { fstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../../../test/support/folder.ts';
import { openBelow } from '../../../../test/support/open-files.ts';
import { closeList, toList } from './disk-chores.ts';
import { closeThere } from './disk-thread.ts';

const linux = test.runIf(process.platform === 'linux');

const makeFiles = (folder: string, count: number) =>
  Array.from({ length: count }, (_, n) => openSync(join(folder, `${n}.md`), 'w'));

linux('what was closed once is not closed again, whatever has its number by then', () => {
  const folder = freshFolder();
  const list = toList(makeFiles(folder, 3));
  closeList(list);
  expect(openBelow(folder)).toEqual([]);
  const others = makeFiles(folder, 3);
  closeList(list);
  expect(openBelow(folder)).toHaveLength(3);
  closeList(toList(others));
});

test('a number that nobody has open does not keep the others from being closed', () => {
  const [one = -1, other = -1] = makeFiles(freshFolder(), 2);
  closeList(toList([one]));
  closeList(toList([one, other]));
  expect(() => fstatSync(other)).toThrow('EBADF');
});

linux('another thread closes files, and nobody is warned of it', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  const folder = freshFolder();
  await closeThere(makeFiles(folder, 40));
  expect(openBelow(folder)).toEqual([]);
  process.off('warning', note);
  expect(warnings).toEqual([]);
});
