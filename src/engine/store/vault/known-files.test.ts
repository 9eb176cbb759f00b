import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBelow } from '../../../../test/support/open-files.ts';
import { limits } from '../../../contract/limits.ts';
import { KnownFiles } from './known-files.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'known-files-'));
  mkdirSync(join(base, 'vault'));
});
afterEach(() => rmSync(base, { recursive: true }));

const file = (name: string) => join(base, 'vault', name);
const read = (name: string, size: number) => {
  const files = new KnownFiles(join(base, 'vault'));
  try {
    return files.read(name, size, Buffer.alloc(size + 1))?.toString();
  } finally {
    files.rest();
  }
};

test('a file of the size that was listed is read', () => {
  writeFileSync(file('a.md'), 'hello');
  writeFileSync(file('empty.md'), '');
  expect(read('a.md', 5)).toBe('hello');
  expect(read('empty.md', 0)).toBe('');
  writeFileSync(file('largest.md'), '');
  truncateSync(file('largest.md'), limits.noteBytesMax);
  expect(read('largest.md', limits.noteBytesMax)).toHaveLength(limits.noteBytesMax);
});

test('a file that grew, shrank or is too large for a note is left to a closer look', () => {
  writeFileSync(file('a.md'), 'hello');
  expect(read('a.md', 6)).toBeUndefined();
  appendFileSync(file('a.md'), '!');
  expect(read('a.md', 5)).toBeUndefined();
  writeFileSync(file('b.md'), '');
  truncateSync(file('b.md'), limits.noteBytesMax + 1);
  expect(read('b.md', limits.noteBytesMax + 1)).toBeUndefined();
});

test('nothing is read through a link that leads out of the vault', () => {
  mkdirSync(join(base, 'outside'));
  writeFileSync(join(base, 'outside/a.md'), 'secret');
  symlinkSync(join(base, 'outside'), file('in'));
  expect(() => read('in/a.md', 6)).toThrow('path outside vault');
});

test('a file that became a link is left to a closer look', () => {
  writeFileSync(file('a.md'), 'hello');
  symlinkSync('a.md', file('b.md'));
  expect(() => read('b.md', 5)).toThrow('links');
});

test('a folder that became a link after a pause is not read through it', () => {
  mkdirSync(file('in'));
  mkdirSync(join(base, 'outside'));
  writeFileSync(file('in/a.md'), 'inside');
  writeFileSync(join(base, 'outside/a.md'), 'secret');
  const files = new KnownFiles(join(base, 'vault'));
  expect(files.read('in/a.md', 6, Buffer.alloc(7))?.toString()).toBe('inside');
  renameSync(file('in'), file('old'));
  symlinkSync(join(base, 'outside'), file('in'));
  // Until the pause it is the folder that was opened.
  expect(files.read('in/a.md', 6, Buffer.alloc(7))?.toString()).toBe('inside');
  files.rest();
  expect(() => files.read('in/a.md', 6, Buffer.alloc(7))).toThrow('path outside vault');
});

test('files of several folders are read, and nothing stays open', () => {
  for (const folder of ['x', 'y']) mkdirSync(file(folder));
  for (const name of ['a.md', 'x/a.md', 'x/b.md', 'y/a.md']) writeFileSync(file(name), name);
  const files = new KnownFiles(join(base, 'vault'));
  for (const name of ['a.md', 'x/a.md', 'x/b.md', 'y/a.md', 'x/a.md']) {
    expect(files.read(name, name.length, Buffer.alloc(name.length + 1))?.toString()).toBe(name);
  }
  files.rest();
  if (process.platform !== 'linux') return;
  expect(openBelow(base)).toEqual([]);
});
