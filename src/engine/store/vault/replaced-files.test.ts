import { renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freshFolder } from '../../../../test/support/folder.ts';
import { openBelow } from '../../../../test/support/open-files.ts';
import { ReplacedFiles } from './replaced-files.ts';

const openIn = (folder: string) => openBelow(folder).length;

/** Replaces files, as a step does. */
function replaceSome(count: number) {
  const folder = freshFolder();
  const replaced = new ReplacedFiles();
  onTestFinished(() => replaced.close());
  for (let i = 0; i < count; i++) {
    const [file, next] = [join(folder, `${i}.md`), join(folder, 'next')];
    writeFileSync(file, 'old');
    writeFileSync(next, 'new');
    replaced.keepOpen(file);
    renameSync(next, file);
  }
  return { folder, replaced };
}

const linux = test.runIf(process.platform === 'linux');

linux('a file that is replaced stays open until the end, when nothing else frees it', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { folder, replaced } = replaceSome(3);
  expect(openIn(folder)).toBe(3);
  replaced.close();
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
    replaced.keepOpen(join(folder, '0.md'));
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
  replaced.keepOpen(join(folder, 'link'));
  replaced.keepOpen(join(folder, 'none'));
  expect([openIn(folder), vi.getTimerCount()]).toEqual([1, 1]);
});
