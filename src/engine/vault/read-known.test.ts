import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { parseVaultPath } from '../../contract/paths.ts';
import { openRoot } from './anchor.ts';
import { readKnown } from './read-known.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'read-known-'));
  mkdirSync(join(base, 'vault'));
});
afterEach(() => rmSync(base, { recursive: true }));

const file = (name: string) => join(base, 'vault', name);
const read = (name: string, size: number) =>
  readKnown(openRoot(join(base, 'vault')), parseVaultPath(name), size)?.toString();

test('a file of the size that was listed is read', () => {
  writeFileSync(file('a.md'), 'hello');
  writeFileSync(file('empty.md'), '');
  expect(read('a.md', 5)).toBe('hello');
  expect(read('empty.md', 0)).toBe('');
});

test('a file that grew, shrank or is large is left to a closer look', () => {
  writeFileSync(file('a.md'), 'hello');
  expect(read('a.md', 6)).toBeUndefined();
  appendFileSync(file('a.md'), '!');
  expect(read('a.md', 5)).toBeUndefined();
  writeFileSync(file('b.md'), 'x'.repeat(limits.smallFileBytesMax + 1));
  expect(read('b.md', limits.smallFileBytesMax + 1)).toBeUndefined();
});

test('nothing is read through a link that leads out of the vault', () => {
  mkdirSync(join(base, 'outside'));
  writeFileSync(join(base, 'outside/a.md'), 'secret');
  symlinkSync(join(base, 'outside'), file('in'));
  expect(() => read('in/a.md', 6)).toThrow('path outside vault');
});
