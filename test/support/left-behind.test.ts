import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Child } from './child.ts';
import { freshFolder } from './folder.ts';
import { findProcesses, listLeft } from './left-behind.ts';
import { until } from './until.ts';

const forever = ['-e', 'setInterval(() => {}, 1000)'];

test.runIf(process.platform === 'linux')(
  'a process is found by its folder, environment or arguments, and no more once it has ended',
  async () => {
    const folder = freshFolder();
    const children = [
      new Child(process.execPath, forever, { cwd: folder }),
      new Child(process.execPath, forever, { env: { SOMEWHERE: folder } }),
      new Child(process.execPath, [...forever, folder]),
    ];
    onTestFinished(async () => {
      await Promise.all(children.map((child) => child.stop('SIGKILL')));
    });
    const found = () =>
      findProcesses(folder)
        .map(({ pid }) => pid)
        .sort();
    await until(() => found().length === 3, 'all three');
    expect(found()).toEqual(children.map(({ pid }) => pid).sort());
    await Promise.all(children.map((child) => child.stop('SIGKILL')));
    expect(found()).toEqual([]);
  },
);

test('files are found at any depth', () => {
  const folder = freshFolder();
  expect(listLeft(folder)).toEqual([]);
  mkdirSync(join(folder, 'a/b'), { recursive: true });
  writeFileSync(join(folder, 'a/b/c'), '');
  expect(listLeft(folder)).toEqual(['a', 'a/b', 'a/b/c']);
});

test('a wait fails at once when the process ends, and shows what it said', async () => {
  const child = new Child(process.execPath, ['-e', 'console.error("no port"); process.exit(3)']);
  await expect(child.until(() => false, 'it to listen')).rejects.toThrow(
    'exited with 3 before: it to listen\nno port',
  );
});

test('a wait that takes too long says what it waited for', async () => {
  await expect(until(() => false, 'a miracle', { timeoutMs: 5 })).rejects.toThrow(
    'waited 5 ms for: a miracle',
  );
});
