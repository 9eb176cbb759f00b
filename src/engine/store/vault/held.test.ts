import { openSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freshFolder } from '../../../../test/support/folder.ts';
import { openBelow } from '../../../../test/support/open-files.ts';
import { createHeld } from './held.ts';

const openIn = (folder: string) => openBelow(folder).length;

/** Replaces files that are held, as a step does. */
function replaceSome(count: number) {
  const folder = freshFolder();
  const held = createHeld();
  onTestFinished(() => held.close());
  for (let i = 0; i < count; i++) {
    const [file, next] = [join(folder, `${i}.md`), join(folder, 'next')];
    writeFileSync(file, 'old');
    writeFileSync(next, 'new');
    held.keep(file);
    renameSync(next, file);
  }
  return { folder, held };
}

const linux = test.runIf(process.platform === 'linux');

linux('a file that is replaced is held until the end, when nothing else frees it', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { folder, held } = replaceSome(3);
  expect(openIn(folder)).toBe(3);
  held.close();
  expect(openIn(folder)).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

linux(
  'what was replaced a moment ago is freed together, and what comes later after it',
  async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { folder, held } = replaceSome(3);
    vi.runAllTimers();
    await expect.poll(() => openIn(folder)).toBe(0);
    held.keep(join(folder, '0.md'));
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

linux('a link and what is not there are not held', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { folder, held } = replaceSome(1);
  symlinkSync('0.md', join(folder, 'link'));
  held.keep(join(folder, 'link'));
  held.keep(join(folder, 'none'));
  expect([openIn(folder), vi.getTimerCount()]).toEqual([1, 1]);
});

linux('a file that is open already is not opened again', () => {
  const { folder, held } = replaceSome(1);
  const file = join(folder, '0.md');
  held.keep(file, () => openSync(file, 'r'));
  expect(openIn(folder)).toBe(2);
  held.keep(file, () => undefined);
  expect(openIn(folder)).toBe(3);
  held.close();
  expect(openIn(folder)).toBe(0);
});
