import {
  appendFileSync,
  closeSync,
  lstatSync,
  openSync,
  renameSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freshFolder } from '../../../../test/support/folder.ts';
import { openBelow } from '../../../../test/support/open-files.ts';
import { parseVaultPath } from '../../../contract/paths.ts';
import { type LateWrite, Outdated, ReplacedFiles } from './replaced-files.ts';
import { toStat } from './stat.ts';

const openIn = (folder: string) => openBelow(folder).length;

const oldFile = (name: string) => ({ path: parseVaultPath(name), hash: 'hash' });

/** Replaces files, as a step does. */
function replaceSome(count: number) {
  const folder = freshFolder();
  const late: LateWrite[] = [];
  const replaced = new ReplacedFiles(async (write) => void late.push(write));
  onTestFinished(() => replaced.close());
  for (let i = 0; i < count; i++) {
    const [file, next] = [join(folder, `${i}.md`), join(folder, 'next')];
    writeFileSync(file, 'old');
    writeFileSync(next, 'new');
    replaced.keepOpen(file, oldFile(`${i}.md`));
    renameSync(next, file);
  }
  return { folder, replaced, late };
}

const linux = test.runIf(process.platform === 'linux');

linux('a file that is replaced stays open until the end, when nothing else frees it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { folder, replaced } = replaceSome(3);
  expect(openIn(folder)).toBe(3);
  await replaced.close();
  expect(openIn(folder)).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

linux(
  'what was replaced a moment ago is freed together, and what comes later after it',
  async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { folder, replaced } = replaceSome(3);
    vi.runAllTimers();
    await expect.poll(() => openIn(folder)).toBe(0);
    replaced.keepOpen(join(folder, '0.md'), oldFile('0.md'));
    expect([openIn(folder), vi.getTimerCount()]).toEqual([1, 1]);
    vi.runAllTimers();
    await expect.poll(() => openIn(folder)).toBe(0);
  },
);

linux('a great many are freed at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(openIn(replaceSome(255).folder)).toBe(255);
  const { folder } = replaceSome(256);
  expect(vi.getTimerCount()).toBe(1);
  await expect.poll(() => openIn(folder)).toBe(0);
});

linux('a link and what is not there are not kept open', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { folder, replaced } = replaceSome(1);
  symlinkSync('0.md', join(folder, 'link'));
  replaced.keepOpen(join(folder, 'link'), oldFile('link'));
  replaced.keepOpen(join(folder, 'none'), oldFile('none'));
  expect([openIn(folder), vi.getTimerCount()]).toEqual([1, 1]);
});

linux('what is written to a file after it was replaced is read once it is quiet', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { folder, replaced, late } = replaceSome(1);
  const file = join(folder, '0.md');
  const editor = openSync(file, 'w');
  onTestFinished(() => closeSync(editor));
  replaced.keepOpen(file, oldFile('0.md'));
  renameSync(join(folder, '0.md'), join(folder, 'gone'));
  writeSync(editor, 'typed');
  vi.runOnlyPendingTimers();
  await expect.poll(() => openIn(folder)).toBe(2);
  writeSync(editor, ' more');
  vi.runOnlyPendingTimers();
  expect(late).toEqual([]);
  vi.runOnlyPendingTimers();
  await expect.poll(() => late.map(({ bytes }) => `${bytes}`)).toEqual(['typed more']);
});

linux('a file that was written after it was found is not replaced', () => {
  const { folder, replaced } = replaceSome(0);
  const file = join(folder, 'a.md');
  writeFileSync(file, 'found');
  const stat = toStat(lstatSync(file, { bigint: true }));
  appendFileSync(file, ' and edited');
  expect(() => replaced.keepOpen(file, { ...oldFile('a.md'), stat })).toThrow(Outdated);
  expect(openIn(folder)).toBe(0);
});
