import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { freshFolder, harvest, plant } from '../../../../test/support/folder.ts';
import { leftOpenBelow, openBelow } from '../../../../test/support/open-files.ts';
import { parseVaultPath as p } from '../../../contract/paths.ts';
import { openRoot } from './anchor.ts';
import { type StagedFile, stageFiles } from './staging.ts';
import { UnsyncedFiles } from './unsynced-files.ts';

const unsynced = new UnsyncedFiles(0);

const staged = (text: string): StagedFile => ({
  bytes: Buffer.from(text),
  mode: 0o644,
  old: undefined,
});
const numbered = (count: number) =>
  new Map(Array.from({ length: count }, (_, n) => [p(`${n}.tmp`), staged(`${n}`)]));
test('files are made where they were asked for, and told with their stats', async () => {
  const folder = freshFolder();
  plant(folder, { sub: null });
  const files = new Map([
    [p('a.tmp'), staged('one')],
    [p('sub/b.tmp'), staged('four')],
  ]);
  const asked: StagedFile[] = [];
  const sync = (file: StagedFile) => asked.push(file) === 1;
  const stats = await stageFiles(openRoot(folder), files, { sync, unsynced });
  expect([...stats].map(([path, { stat }]) => [path, stat.size])).toEqual([
    ['a.tmp', 3],
    ['sub/b.tmp', 4],
  ]);
  expect(harvest(folder)).toEqual({ 'a.tmp': 'one', 'sub/b.tmp': 'four' });
  expect(asked).toEqual([...files.values()]);
  expect(await leftOpenBelow(folder)).toEqual([]);
});

test('whoever waits hears how far it is, once for every 64 files', async () => {
  const folder = freshFolder();
  const told: unknown[] = [];
  await stageFiles(openRoot(folder), numbered(130), {
    sync: () => false,
    unsynced,
    progress: (progress) => told.push(progress),
  });
  expect(told).toEqual([
    { stage: 'writing', done: 64, total: 130 },
    { stage: 'writing', done: 128, total: 130 },
  ]);
  expect(readdirSync(folder)).toHaveLength(130);
  const quiet = { sync: () => false, unsynced };
  const unheard = await stageFiles(openRoot(freshFolder()), numbered(64), quiet);
  expect(unheard.size).toBe(64);
});

test('whoever gives up in between is heard', async () => {
  const folder = freshFolder();
  const abort = new AbortController();
  const options = {
    sync: () => true,
    unsynced,
    signal: abort.signal,
    progress: () => abort.abort(new Error('enough')),
  };
  await expect(stageFiles(openRoot(folder), numbered(130), options)).rejects.toThrow('enough');
  expect(readdirSync(folder)).toHaveLength(64);
  expect(await leftOpenBelow(folder)).toEqual([]);
});

test('when one cannot be made, none is on its way any more', async () => {
  const folder = freshFolder();
  plant(folder, { '2.tmp': 'there' });
  const made = stageFiles(openRoot(folder), numbered(4), { sync: () => true, unsynced });
  await expect(made).rejects.toThrow('EEXIST');
  const isLinux = process.platform === 'linux';
  expect(isLinux && openBelow(folder).some((path) => path.endsWith('.tmp'))).toBe(false);
  expect(harvest(folder)).toEqual({ '0.tmp': '0', '1.tmp': '1', '2.tmp': 'there' });
  expect(await leftOpenBelow(folder)).toEqual([]);
});

const linux = test.runIf(process.platform === 'linux');

linux('what need not be on disk yet stays open, as far as there is room', async () => {
  const folder = freshFolder();
  const kept = new UnsyncedFiles(2);
  const files = await stageFiles(openRoot(folder), numbered(4), {
    sync: ({ bytes }) => bytes.toString() === '0',
    unsynced: kept,
  });
  const open = [...files.values()].flatMap(({ descriptor }) => descriptor ?? []);
  expect(await leftOpenBelow(folder, 2)).toEqual([`${folder}/1.tmp`, `${folder}/2.tmp`]);
  expect(await kept.sync(open)).toEqual(new Set());
  expect(await leftOpenBelow(folder)).toEqual([]);
});

linux('when one cannot be made, the others do not stay open', async () => {
  const folder = freshFolder();
  plant(folder, { '2.tmp': 'there' });
  const kept = new UnsyncedFiles(4);
  const made = stageFiles(openRoot(folder), numbered(4), { sync: () => false, unsynced: kept });
  await expect(made).rejects.toThrow('EEXIST');
  await expect.poll(() => openBelow(folder)).toEqual([]);
});
