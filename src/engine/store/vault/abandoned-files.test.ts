import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rootPath } from '../../../contract/paths.ts';
import { removeAbandoned } from './abandoned-files.ts';
import { openFolder, openRoot } from './anchor.ts';
import { newTemporaryName } from './temporary.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vaultd-litter-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function isKept(name: string, ageHours: number): boolean {
  const file = join(root, name);
  writeFileSync(file, 'left behind');
  const seconds = Date.now() / 1000 - ageHours * 3600;
  utimesSync(file, seconds, seconds);
  const folder = openFolder(openRoot(root), rootPath);
  removeAbandoned(folder, name);
  folder.close();
  return existsSync(file);
}

const dead = String(spawnSync(process.execPath, ['--version']).pid);
const ofTheDead = newTemporaryName().replace(String(process.pid), dead);

test.each([
  ['of a living process', newTemporaryName(), 100, true],
  ['of a process that died an hour ago', ofTheDead, 1, true],
  ['of a process that died two days ago', ofTheDead, 48, false],
  ['of another machine', ofTheDead.replace(/-[0-9a-f]{8}-/, '-00000000-'), 48, true],
])('a temporary file %s', (_whose, name, ageHours, kept) => {
  expect(isKept(name, ageHours)).toBe(kept);
});

test('a temporary file that is gone already is no failure', () => {
  const folder = openFolder(openRoot(root), rootPath);
  expect(() => removeAbandoned(folder, ofTheDead)).not.toThrow();
  folder.close();
});
