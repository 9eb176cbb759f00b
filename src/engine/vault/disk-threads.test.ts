import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDiskThreads, type DiskThreads } from './disk-threads.ts';
import type { NewFile } from './new-file.ts';

let folder: string;
let threads: DiskThreads;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vaultd-disk-threads-'));
  threads = createDiskThreads();
});

afterEach(async () => {
  await threads.end();
  rmSync(folder, { recursive: true, force: true });
});

function newFile(name: string, text: string, mode = 0o640): NewFile {
  return { file: join(folder, name), bytes: Buffer.from(text), mode, old: undefined };
}

async function checkMade(count: number, textOf: (n: number) => string): Promise<void> {
  const files = Array.from({ length: count }, (_, n) => newFile(`${n}.tmp`, textOf(n)));
  const stats = await Promise.all(files.map((file, n) => threads.make(file, n % 2 === 0)));
  for (const [n, { file, mode }] of files.entries()) {
    const found = statSync(file, { bigint: true });
    expect(readFileSync(file, 'utf8')).toBe(textOf(n));
    expect(stats[n]).toMatchObject({ ino: found.ino, mtimeNs: found.mtimeNs, mode });
  }
  expect(readdirSync(folder)).toHaveLength(count);
}

test.each([1, 3, 4, 17, 150])(
  '%i files asked for at once have their own bytes and stats',
  (count) => checkMade(count, (n) => `text ${n}`.repeat(n)),
);

test('files that fill several messages arrive whole', () =>
  checkMade(5, (n) => String(n).repeat(1_500_000)));

test('a file that cannot be made fails alone, with the name of the failure', async () => {
  writeFileSync(join(folder, '3.tmp'), 'in the way');
  const files = Array.from({ length: 8 }, (_, n) => newFile(`${n}.tmp`, 'new'));
  const outcomes = await Promise.allSettled(files.map((file) => threads.make(file, true)));
  expect(outcomes.map(({ status }) => status)).toEqual(
    files.map((_, n) => (n === 3 ? 'rejected' : 'fulfilled')),
  );
  expect(outcomes[3]).toMatchObject({ reason: { code: 'EEXIST' } });
  expect(readFileSync(join(folder, '3.tmp'), 'utf8')).toBe('in the way');
});

test.each([1, 20])('a flush that fails beside %i files fails alone', async (count) => {
  const files = Array.from({ length: count }, (_, n) => newFile(`${n}.tmp`, 'new'));
  const [flushed, ...made] = await Promise.allSettled([
    threads.flush([1_000_000]),
    ...files.map((file) => threads.make(file, true)),
  ]);
  expect(flushed).toMatchObject({ status: 'rejected', reason: { code: 'EBADF' } });
  expect(made.every(({ status }) => status === 'fulfilled')).toBe(true);
});
