import {
  type read,
  type readSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { freshFolder } from '../../../../test/support/folder.ts';
import { limits } from '../../../contract/limits.ts';
import { parseVaultPath } from '../../../contract/paths.ts';
import { openRoot } from './anchor.ts';
import { readFileNow, readFileSoon, readPart } from './disk.ts';

/** What happens before each read of a file, how many of them were left to a thread, and how much one gives at most. */
const meanwhile = vi.hoisted(() => ({
  act: () => {},
  reads: 0,
  threads: 0,
  bytesMax: Number.POSITIVE_INFINITY,
}));

vi.mock('node:fs', async (load) => {
  const fs = await load<{ readSync: typeof readSync; read: typeof read }>();
  const { promisify: toPromise } = await import('node:util');
  const readSoon = toPromise(fs.read);
  type Args = [descriptor: number, bytes: Buffer, at: number, length: number, position: number];
  const piece = ([descriptor, bytes, at, length, position]: Args): Args => {
    meanwhile.reads++;
    meanwhile.act();
    return [descriptor, bytes, at, Math.min(length, meanwhile.bytesMax), position];
  };
  return {
    ...fs,
    readSync: (...args: Args) => fs.readSync(...piece(args)),
    read: Object.assign(() => {}, {
      [toPromise.custom]: async (...args: Args) => {
        meanwhile.threads++;
        return readSoon(...piece(args));
      },
    }),
  };
});

beforeEach(() => {
  Object.assign(meanwhile, {
    act: () => {},
    reads: 0,
    threads: 0,
    bytesMax: Number.POSITIVE_INFINITY,
  });
});

const path = parseVaultPath('a.bin');
const large = limits.smallFileBytesMax + 1;

/** A file of one letter, from one time. */
function plantFile(size: number) {
  const folder = freshFolder();
  const file = join(folder, path);
  const save = (letter: string, length: number, seconds: number) => {
    writeFileSync(file, Buffer.alloc(length, letter));
    utimesSync(file, seconds, seconds);
  };
  save('a', size, 5.5);
  return { root: openRoot(folder), file, save };
}

const ways = [
  ['at once', 8, async (...args: Parameters<typeof readFileNow>) => readFileNow(...args)],
  ['soon', 8, readFileSoon],
  ['soon, as it is large', large, readFileSoon],
] as const;

test.each(ways)('a file that comes in pieces is read whole %s', async (_how, size, readFile) => {
  const { root, file } = plantFile(0);
  const bytes = Buffer.from(Array.from({ length: size }, (_, n) => n % 251));
  writeFileSync(file, bytes);
  meanwhile.bytesMax = Math.ceil(size / 4);
  expect((await readFile(root, path)).bytes.equals(bytes)).toBe(true);
  expect(meanwhile.reads).toBe(4);
  const part = await readPart(root, path, 2, size - 3);
  expect(part.bytes.equals(bytes.subarray(2, size - 1))).toBe(true);
});

test.each(
  ways.flatMap(([how, size, readFile]) => [
    ['longer, at another time', how, readFile, size, size + 3, 6.5] as const,
    ['at another time only', how, readFile, size, size, 6.5] as const,
    ['longer only', how, readFile, size, size + 3, 5.5] as const,
    ['shorter', how, readFile, size, size - 3, 6.5] as const,
  ]),
)('a file that is saved %s while it is read %s is read once more', async (...args) => {
  const [, , readFile, size, length, seconds] = args;
  const { root, save } = plantFile(size);
  meanwhile.act = () => meanwhile.reads === 1 && save('b', length, seconds);
  // What was read first is partly old; only the second reading is one version.
  const { bytes, stat } = await readFile(root, path);
  expect(bytes.equals(Buffer.alloc(length, 'b'))).toBe(true);
  expect([stat.size, stat.mtime]).toEqual([length, seconds * 1000]);
  expect(meanwhile.reads).toBeGreaterThan(1);
});

test.each(ways)('a file that never rests is read four times %s', async (_how, size, readFile) => {
  const { root, save } = plantFile(size);
  meanwhile.act = () => save('b', size, 5.5 + meanwhile.reads);
  expect((await readFile(root, path)).bytes).toHaveLength(size);
  expect(meanwhile.reads).toBe(4);
});

test.each([8, large])(
  'of a file of %d bytes that became shorter, a part is what is left',
  async (size) => {
    const { root, file } = plantFile(size);
    meanwhile.act = () => truncateSync(file, 2);
    expect((await readPart(root, path, 1, size)).bytes.toString()).toBe('a');
    expect(statSync(file).size).toBe(2);
  },
);

test.each([
  [large - 1, 0],
  [large, 1],
])('a file of %d bytes is left to other threads in %d reads', async (size, threads) => {
  const { root } = plantFile(size);
  await readFileSoon(root, path);
  expect([meanwhile.reads, meanwhile.threads]).toEqual([1, threads]);
});
