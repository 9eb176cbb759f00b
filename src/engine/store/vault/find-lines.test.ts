import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { leftOpenBelow } from '../../../../test/support/open-files.ts';
import { beginFindLines, pathOfLine, toFindLine } from './find-lines.ts';
import { toStat } from './stat.ts';
import { restNsOf } from './stat-block.ts';

let base: string;
let root: string;
let scratch: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'find-lines-'));
  [root, scratch] = [join(base, 'vault'), join(base, 'state')];
  mkdirSync(root);
  mkdirSync(scratch);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function put(path: string, text = 'text'): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** The line that a file of the vault should have. */
function lineOf(path: string): string | undefined {
  const stat = toStat(lstatSync(join(root, path), { bigint: true }));
  const { size, mtime, ino } = stat;
  return toFindLine(path, { size, mtime, mtimeRestNs: restNsOf(stat), inode: Number(ino) });
}

const find = (program?: string) => beginFindLines(root, scratch, program)?.lines;

describe.runIf(process.platform === 'linux')('what find prints of a vault', () => {
  test('is what we expect of files as they are', async () => {
    const paths = ['a.md', 'B.MD', 'deep/er/c d.md', 'board.canvas', '-name.md', 'ä/日本.md'];
    for (const path of [...paths, 'line\nfeed.md']) put(path, path);
    utimesSync(join(root, 'a.md'), 1_600_000_000, 1_600_000_000.123456);
    utimesSync(join(root, 'B.MD'), 1, 1);
    const expected = [...paths, 'line\nfeed.md'].map(lineOf);
    expect((await find())?.toSorted()).toEqual(expected.toSorted());
  });

  test('leaves out what says nothing, is hidden, or leads elsewhere', async () => {
    put('a.md');
    for (const path of ['picture.png', '.hidden.md', '.git/b.md', 'f/.trash/c.md']) put(path);
    writeFileSync(join(base, 'outside.md'), 'secret');
    mkdirSync(join(base, 'outside'));
    writeFileSync(join(base, 'outside/d.md'), 'secret');
    symlinkSync(join(base, 'outside.md'), join(root, 'link.md'));
    symlinkSync(join(base, 'outside'), join(root, 'linked'));
    mkdirSync(join(root, 'folder.md'));
    expect((await find())?.map(pathOfLine)).toEqual(['a.md']);
  });

  test('is complete where the vault itself has a hidden name', async () => {
    root = join(base, '.vault');
    put('a.md');
    expect((await find())?.map(pathOfLine)).toEqual(['a.md']);
  });

  test('is nothing for an empty vault', async () => {
    expect(await find()).toEqual([]);
  });

  test('is not known where there is no such program, or it does not tell everything', async () => {
    put('a.md');
    expect(await find(join(base, 'no such program'))).toBeUndefined();
    const other = join(base, 'other');
    writeFileSync(other, '#!/bin/sh\nprintf "1 1.0 1 a.md\\0"\nexit 1\n');
    chmodSync(other, 0o755);
    expect(await find(other)).toBeUndefined();
  });

  test('leaves neither files nor descriptors behind, also when nobody waits for it', async () => {
    const slow = join(base, 'slow');
    writeFileSync(slow, '#!/bin/sh\nexec sleep 60\n');
    chmodSync(slow, 0o755);
    const slowly = beginFindLines(root, scratch, slow);
    slowly?.stop();
    expect(await slowly?.lines).toBeUndefined();
    await find();
    expect(readdirSync(scratch)).toEqual([]);
    expect(await leftOpenBelow(base)).toEqual([]);
  });
});

test('a file whose inode or time cannot be told has no line', () => {
  const stat = { size: 1, mtime: 1000, mtimeRestNs: 5 };
  expect(toFindLine('a.md', { ...stat, inode: 7 })).toBe('1 1.0000000050 7 a.md');
  expect(toFindLine('a.md', stat)).toBeUndefined();
  expect(toFindLine('a.md', { ...stat, mtime: -1, inode: 7 })).toBeUndefined();
});
