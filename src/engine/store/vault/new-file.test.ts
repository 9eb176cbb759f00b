import { closeSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../../../test/support/folder.ts';
import { leftOpenBelow } from '../../../../test/support/open-files.ts';
import { makeFile, type NewFile } from './new-file.ts';
import { toStat } from './stat.ts';

const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
const bytes = Buffer.from('new text');

function make(more: Partial<NewFile> = {}) {
  const file = join(freshFolder(), 'a.tmp');
  const { stat, descriptor } = makeFile({ file, bytes, mode: 0o644, old: undefined, ...more });
  closeSync(descriptor);
  expect(readFileSync(file, 'utf8')).toBe('new text');
  expect(stat).toEqual(toStat(statSync(file, { bigint: true })));
  return stat;
}

test.each([0o644, 0o600, 0o666, 0o777, 0o400])('a new file gets just the rights %o', (mode) => {
  expect(make({ mode }).mode).toBe(mode);
  expect(make({ mode, old: { uid, gid, mtime: 0 } }).mode).toBe(mode);
});

test.runIf(uid === 0)('a new file belongs to the owner and group of the old one', () => {
  for (const old of [
    { uid: 1234, gid: 2345 },
    { uid: 1234, gid },
    { uid, gid: 2345 },
  ]) {
    expect(make({ mode: 0o640, old: { ...old, mtime: 0 } })).toMatchObject({ ...old, mode: 0o640 });
  }
});

test.each<[string, Partial<NewFile>, number]>([
  ['that replaces nothing', {}, 0o640],
  ['that replaces one of ours', { old: { uid, gid, mtime: 0 } }, 0o640],
  ['of another owner', { old: { uid: uid + 1, gid, mtime: 0 } }, 0o600],
  ['of another group', { old: { uid, gid: gid + 1, mtime: 0 } }, 0o600],
])('a file %s is read by nobody too early', (_which, more, expected) => {
  const file = join(freshFolder(), 'a.tmp');
  const modes: number[] = [];
  // Its length is asked for once the file is there, before anything is in it.
  const none = Object.defineProperty(new Uint8Array(), 'length', {
    get: () => modes.push(statSync(file).mode & 0o777) && 0,
  });
  const made = makeFile({ file, bytes: none, mode: 0o640, old: undefined, ...more });
  closeSync(made.descriptor);
  expect([modes[0], made.stat.mode]).toEqual([expected, 0o640]);
});

test('a version of the same millisecond is later too', () => {
  const file = join(freshFolder(), 'a.tmp');
  let same: number | undefined;
  const old = {
    uid,
    gid,
    get mtime() {
      same ??= Math.floor(statSync(file).mtimeMs);
      return same;
    },
  };
  const { stat, descriptor } = makeFile({ file, bytes, mode: 0o644, old });
  closeSync(descriptor);
  expect(stat.mtime).toBe((same ?? 0) + 1);
});

test('a new version is later than the old one by a millisecond at least', () => {
  const mtime = Date.now() + 60_000;
  expect(make({ old: { uid, gid, mtime } }).mtime).toBe(mtime + 1);
  const before = Date.now() - 60_000;
  expect(make({ old: { uid, gid, mtime: before } }).mtime).toBeGreaterThan(before + 1);
});

test('a file that is there is neither replaced nor removed', () => {
  const file = join(freshFolder(), 'a.tmp');
  writeFileSync(file, 'there');
  expect(() => makeFile({ file, bytes, mode: 0o644, old: undefined })).toThrow('EEXIST');
  expect(readFileSync(file, 'utf8')).toBe('there');
});

test('of a file that cannot be written nothing stays', async () => {
  const folder = freshFolder();
  const file = join(folder, 'a.tmp');
  const broken = { length: 1 } as Uint8Array;
  expect(() => makeFile({ file, bytes: broken, mode: 0o644, old: undefined })).toThrow('buffer');
  expect([existsSync(file), await leftOpenBelow(folder)]).toEqual([false, []]);
});
