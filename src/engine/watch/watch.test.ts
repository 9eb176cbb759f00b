import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Step } from '../../../faults/steps.ts';
import { openWatched, type Watched, type WatchedOptions } from '../../../faults/watched.ts';
import { countWatches } from '../../../test/support/count-watches.ts';
import { until } from '../../../test/support/until.ts';
import { parseVaultPath } from '../../contract/paths.ts';
import type { SystemWatch } from './event-sources.ts';

let open: Watched | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

async function start(options?: WatchedOptions): Promise<Watched> {
  open = await openWatched(options);
  return open;
}

const notes = { 'a.md': 'a', 'b.md': 'b', 'd/c.md': 'c', 'd/e/f.md': 'f' };

/** What is told after another program has done the steps, as a whole. */
const cases: Record<string, [steps: Step[], told: string]> = {
  'N1 a new file': [[['write', 'n.md', 'new']], '+n.md'],
  'N2 a save in place': [[['write', 'a.md', 'other']], '*a.md'],
  'a name that no path can say is passed over': [
    [
      ['write', 'back\\slash.md', 'x'],
      ['write', 'n.md', 'new'],
    ],
    '+n.md',
  ],
  'N3 a deletion': [[['remove', 'a.md']], '-a.md'],
  'N4 a rename': [[['rename', 'a.md', 'z.md']], 'a.md>z.md'],
  'N6 a save by rename is one change': [[['save', 'a.md', 'other']], '*a.md'],
  'N7 a file in new folders': [
    [
      ['folders', 'x/y/z'],
      ['write', 'x/y/z/l.md', 'leaf'],
    ],
    '+x +x/y +x/y/z +x/y/z/l.md',
  ],
  'a save of the same size': [[['write', 'a.md', 'A']], '*a.md'],
  'a rename into another folder': [[['rename', 'a.md', 'd/e/a.md']], 'a.md>d/e/a.md'],
  'a rename of a folder is one change': [[['rename', 'd', 'g']], 'd>g'],
  'a rename of a folder into a new one': [
    [
      ['folder', 'n'],
      ['rename', 'd', 'n/d'],
    ],
    '+n d>n/d',
  ],
  'N20 a change in a renamed folder carries the new path': [
    [
      ['rename', 'd', 'g'],
      ['write', 'g/e/f.md', 'ff'],
    ],
    'd>g *g/e/f.md',
  ],
  'a rename over another file': [[['rename', 'a.md', 'b.md']], '*b.md -a.md'],
  'a folder that is removed': [[['remove', 'd']], '-d'],
  'a helper file that is gone again': [
    [
      ['write', 'h', '1'],
      ['remove', 'h'],
    ],
    '',
  ],
  'a file in place of a folder': [
    [
      ['remove', 'd'],
      ['write', 'd', 'file'],
    ],
    '-d +d',
  ],
  'our temporary files': [[['write', '.rsh-write-1-x.tmp', 'x']], ''],
  'the inside of closed folders': [
    [
      ['folder', '.git'],
      ['write', '.git/index', 'x'],
      ['folder', '.obsidian'],
    ],
    '+.git +.obsidian',
  ],
};

for (const mode of ['native', 'poll'] as const) {
  for (const [name, [steps, expected]] of Object.entries(cases)) {
    test(`${name} (${mode})`, async () => {
      const { outsideAtOnce, watcher, told, differences } = await start({ notes, mode });
      outsideAtOnce(...steps);
      await watcher.settled();
      expect(told()).toBe(expected);
      expect(differences().filter((line) => !/\.git|\.rsh-|\\/.test(line))).toEqual([]);
    });
  }
}

const origin = { protocol: 'remote', client: 'tester', step: 's1' } as const;
const at = parseVaultPath;

test('our own write is told at once, with its origin, and not again when its event comes', async () => {
  const { dir, watcher, changes } = await start({ notes });
  writeFileSync(join(dir, '.rsh-write-1.tmp'), 'ours');
  renameSync(join(dir, '.rsh-write-1.tmp'), join(dir, 'a.md'));
  watcher.recordOwnChange({ kind: 'modified', path: at('a.md'), type: 'file', origin });
  const ours = { kind: 'modified', path: 'a.md', type: 'file', origin };
  expect(changes).toEqual([ours]);
  await watcher.settled();
  expect(changes).toEqual([ours]);
});

test('our own changes of all kinds are told once each, in order', async () => {
  const { dir, watcher, changes, told, differences } = await start({ notes });
  mkdirSync(join(dir, 'n/m'), { recursive: true });
  watcher.recordOwnChange({ kind: 'created', path: at('n'), type: 'folder', origin });
  watcher.recordOwnChange({ kind: 'created', path: at('n/m'), type: 'folder', origin });
  writeFileSync(join(dir, 'n/m/x.md'), 'x');
  watcher.recordOwnChange({ kind: 'created', path: at('n/m/x.md'), type: 'file', origin });
  renameSync(join(dir, 'd'), join(dir, 'n/d'));
  watcher.recordOwnChange({
    kind: 'renamed',
    path: at('d'),
    newPath: at('n/d'),
    type: 'folder',
    origin,
  });
  rmSync(join(dir, 'b.md'));
  watcher.recordOwnChange({ kind: 'deleted', path: at('b.md'), type: 'file', origin });
  await watcher.settled();
  expect(told()).toBe('+n +n/m +n/m/x.md d>n/d -b.md');
  expect(changes.every((change) => change.origin?.step === 's1')).toBe(true);
  expect(differences()).toEqual([]);
});

test('what of ours takes the place of a folder that others removed unseen is told with its end', async () => {
  const { dir, watcher, told, differences } = await start();
  for (const path of ['n', 'n/m', 'n/m/k']) {
    mkdirSync(join(dir, path));
    watcher.recordOwnChange({ kind: 'created', path: at(path), type: 'folder', origin });
  }
  rmSync(join(dir, 'n/m'), { recursive: true });
  writeFileSync(join(dir, 'n/m'), 'a file now');
  // Nobody has looked into the new folders yet.
  watcher.recordOwnChange({ kind: 'created', path: at('n/m'), type: 'file', origin });
  expect(told()).toBe('+n +n/m +n/m/k -n/m +n/m');
  await watcher.settled();
  expect(differences()).toEqual([]);
});

test('what others put in the place of our own folder is told instead, where nobody looked before', async () => {
  const { dir, watcher, told, differences } = await start({ notes });
  mkdirSync(join(dir, 'n'));
  watcher.recordOwnChange({ kind: 'created', path: at('n'), type: 'folder', origin });
  mkdirSync(join(dir, 'n/m'));
  rmdirSync(join(dir, 'n/m'));
  writeFileSync(join(dir, 'n/m'), 'a file now');
  watcher.recordOwnChange({ kind: 'created', path: at('n/m'), type: 'folder', origin });
  renameSync(join(dir, 'd'), join(dir, 'n/d'));
  renameSync(join(dir, 'n/d'), `${dir}-d`);
  mkdirSync(join(dir, 'n/d'));
  mkdirSync(join(dir, 'd'));
  watcher.recordOwnChange({
    kind: 'renamed',
    path: at('d'),
    newPath: at('n/d'),
    type: 'folder',
    origin,
  });
  await watcher.settled();
  expect(told()).toBe('+n +n/m -d +d +n/d');
  expect(differences()).toEqual([]);
});

test('what others put in the place of our own, and was told, is not told as ours', async () => {
  const { dir, watcher, told, differences } = await start({ notes });
  mkdirSync(join(dir, 'm'));
  rmdirSync(join(dir, 'm'));
  writeFileSync(join(dir, 'm'), 'a file now');
  renameSync(join(dir, 'a.md'), join(dir, 'c.md'));
  writeFileSync(join(dir, 'a.md'), 'another');
  await watcher.settled();
  told();
  watcher.recordOwnChange({ kind: 'created', path: at('m'), type: 'folder', origin });
  watcher.recordOwnChange({
    kind: 'renamed',
    path: at('a.md'),
    newPath: at('c.md'),
    type: 'file',
    origin,
  });
  expect(told()).toBe('');
  expect(differences()).toEqual([]);
});

test('what we do below a folder that nobody has seen waits for a look', async () => {
  const { dir, watcher, told, differences } = await start({ notes });
  mkdirSync(join(dir, 'n'));
  watcher.recordOwnChange({ kind: 'created', path: at('n'), type: 'folder', origin });
  mkdirSync(join(dir, 'n/m'));
  writeFileSync(join(dir, 'n/m/x.md'), 'ours');
  watcher.recordOwnChange({ kind: 'created', path: at('n/m/x.md'), type: 'file', origin });
  rmSync(join(dir, 'n/m'), { recursive: true });
  writeFileSync(join(dir, 'n/m'), 'a file now');
  await watcher.settled();
  expect(told()).toBe('+n +n/m');
  expect(differences()).toEqual([]);
});

test('after a rename of ours, changes below carry the new path', async () => {
  const { dir, watcher, told, outsideAtOnce } = await start({ notes });
  renameSync(join(dir, 'd'), join(dir, 'g'));
  watcher.recordOwnChange({
    kind: 'renamed',
    path: at('d'),
    newPath: at('g'),
    type: 'folder',
    origin,
  });
  told();
  outsideAtOnce(['write', 'g/e/f.md', 'other']);
  await watcher.settled();
  expect(told()).toBe('*g/e/f.md');
});

test.each(['d', 'n'])(
  'a file that we wrote and renamed in one step is renamed, then written (%s)',
  async (to) => {
    const { dir, watcher, told, changes, differences } = await start({ notes });
    if (to === 'n') {
      mkdirSync(join(dir, to));
      watcher.recordOwnChange({ kind: 'created', path: at(to), type: 'folder', origin });
      told();
    }
    writeFileSync(join(dir, 'new'), 'written anew');
    renameSync(join(dir, 'new'), join(dir, 'a.md'));
    renameSync(join(dir, 'a.md'), join(dir, to, 'a.md'));
    const [path, newPath] = [at('a.md'), at(`${to}/a.md`)];
    watcher.recordOwnChange({ kind: 'renamed', path, newPath, type: 'file', origin });
    expect(told()).toBe(`a.md>${newPath}`);
    watcher.recordOwnChange({ kind: 'modified', path: newPath, type: 'file', origin });
    expect(told()).toBe(`*${newPath}`);
    await watcher.settled();
    expect(told()).toBe('');
    expect(changes.every((change) => change.origin?.step === 's1')).toBe(true);
    expect(differences()).toEqual([]);
  },
);

test('what others put in the place of a file that we have just renamed is told as its change', async () => {
  const { dir, watcher, told, differences } = await start({ notes });
  renameSync(join(dir, 'a.md'), join(dir, 'd/a.md'));
  writeFileSync(join(dir, 'new'), 'of somebody else');
  renameSync(join(dir, 'new'), join(dir, 'd/a.md'));
  const [path, newPath] = [at('a.md'), at('d/a.md')];
  watcher.recordOwnChange({ kind: 'renamed', path, newPath, type: 'file', origin });
  expect(told()).toBe('a.md>d/a.md');
  await watcher.settled();
  expect(told()).toBe('*d/a.md');
  expect(differences()).toEqual([]);
});

test('a rename of ours over another file is a change of that file', async () => {
  const { dir, watcher, told } = await start({ notes });
  renameSync(join(dir, 'a.md'), join(dir, 'b.md'));
  watcher.recordOwnChange({
    kind: 'renamed',
    path: at('a.md'),
    newPath: at('b.md'),
    type: 'file',
    origin,
  });
  await watcher.settled();
  expect(told()).toBe('*b.md -a.md');
});

test('what others did to the same path is told before what we did', async () => {
  const { dir, watcher, outsideAtOnce, changes } = await start({ notes });
  outsideAtOnce(['remove', 'a.md']);
  await until(() => watcher.tree.stat(at('a.md')) === undefined, 'the file to be gone');
  writeFileSync(join(dir, 'a.md'), 'ours');
  watcher.recordOwnChange({ kind: 'created', path: at('a.md'), type: 'file', origin });
  await watcher.settled();
  expect(changes).toEqual([
    { kind: 'deleted', path: 'a.md', type: 'file' },
    { kind: 'created', path: 'a.md', type: 'file', origin },
  ]);
});

test('a change inside a closed folder is told by our word', async () => {
  const { watcher, changes, outsideAtOnce } = await start();
  outsideAtOnce(['folder', '.git']);
  await watcher.settled();
  watcher.recordOwnChange({ kind: 'created', path: at('.git/x'), type: 'file', origin });
  expect(changes.at(-1)).toEqual({ kind: 'created', path: '.git/x', type: 'file', origin });
});

test('N21 touch and chmod are no changes when the content is known to be the same', async () => {
  const hasKnownContent = (path: string) => path !== 'b.md';
  const { dir, watcher, told, differences } = await start({ notes, hasKnownContent });
  chmodSync(join(dir, 'a.md'), 0o600);
  utimesSync(join(dir, 'a.md'), 1, 1);
  utimesSync(join(dir, 'b.md'), 1, 1);
  chmodSync(join(dir, 'd'), 0o700);
  await watcher.settled();
  expect(told()).toBe('*b.md');
  expect(differences()).toEqual([]);
});

test('without anybody to ask, a change of rights is silent and a touch is a change', async () => {
  const { dir, watcher, told } = await start({ notes });
  chmodSync(join(dir, 'a.md'), 0o600);
  utimesSync(join(dir, 'b.md'), 1, 1);
  await watcher.settled();
  expect(told()).toBe('*b.md');
});

test('changes are told without being asked for', async () => {
  const { outsideAtOnce, changes, told } = await start({ notes });
  outsideAtOnce(['write', 'a.md', 'other'], ['write', 'x.png', 'x'], ['rename', 'd', 'g']);
  await until(() => changes.length >= 3, 'three changes');
  expect(told().split(' ').sort()).toEqual(['*a.md', '+x.png', 'd>g']);
});

test('many who wait for the same moment share it', async () => {
  const { dir, watcher, told } = await start({ notes });
  const waits = Array.from({ length: 200 }, (_, n) => {
    writeFileSync(join(dir, `n${n}.md`), 'x');
    return watcher.settled().then(() => watcher.tree.stat(at(`n${n}.md`)) !== undefined);
  });
  expect((await Promise.all(waits)).filter((isThere) => !isThere)).toEqual([]);
  expect(told().split(' ')).toHaveLength(200);
});

test('polling finds changes by itself, and says why it polls', async () => {
  const { outsideAtOnce, changes, watcher } = await start({ notes, mode: 'poll', pollMs: 5 });
  expect(watcher.status()).toMatchObject({
    mode: 'poll',
    reason: 'asked for',
    watched: 0,
    polled: 3,
  });
  // Appending is one system call; a poll between truncating and writing would report two changes.
  outsideAtOnce(['append', 'd/e/f.md', 'other']);
  await until(() => changes.length === 1, 'one change');
});

test('folders that the system has no watches for are polled, and the status says why', async () => {
  let left = 2;
  const systemWatch: SystemWatch = (...args) => {
    if (left-- > 0) return watch(...args);
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  };
  const { watcher, outsideAtOnce, told, log } = await start({ notes, systemWatch, pollMs: 60_000 });
  expect(watcher.status()).toMatchObject({ mode: 'native', watched: 2, polled: 1 });
  expect(watcher.status().reason).toContain('max_user_watches');
  expect(log).toHaveLength(1);
  outsideAtOnce(
    ['write', 'a.md', 'other'],
    ['write', 'd/c.md', 'other'],
    ['write', 'd/e/f.md', 'other'],
  );
  await watcher.settled();
  expect(told().split(' ').sort().join(' ')).toBe('*a.md *d/c.md *d/e/f.md');
});

test('a write that leaves the same size and time is seen when the content can be asked for', async () => {
  const read = (path: string) => readFileSync(join(open?.dir ?? '', path), 'utf8');
  let known = 'a';
  const { dir, watcher, told } = await start({
    notes,
    hasKnownContent: (path) => read(path) === known,
  });
  const file = join(dir, 'a.md');
  utimesSync(file, 1000, 1000);
  await watcher.settled();
  expect(told()).toBe('');
  writeFileSync(file, 'A');
  utimesSync(file, 1000, 1000);
  await watcher.settled();
  known = 'A';
  utimesSync(file, 1000, 1000);
  await watcher.settled();
  expect(told()).toBe('*a.md');
});

test('names that are not UTF-8 are in the tree as the disk lists them', async () => {
  const { dir, watcher } = await start();
  writeFileSync(Buffer.concat([Buffer.from(`${dir}/`), Buffer.from([0x61, 0xff, 0x62])]), 'x');
  await watcher.rescan();
  expect(watcher.tree.list(at(''))).toEqual([
    { name: 'a\ufffdb', stat: expect.objectContaining({ type: 'file', size: 1 }) },
  ]);
});

test('a sweep finds what events did not tell', async () => {
  const { watcher, changes } = await start({ notes, sweepMs: 5 });
  // The tree is made to believe something else, as if events had been lost.
  const folder = watcher.tree.folder(at('d'));
  if (folder !== undefined) watcher.tree.remove(folder, 'c.md');
  await until(() => changes.length === 1, 'one change');
  expect(changes[0]).toMatchObject({ kind: 'created', path: 'd/c.md' });
  await until(() => watcher.status().lastSweepMs !== undefined, 'a sweep');
});

test('C11 a vault that is moved away and comes back has lost nothing', async () => {
  const { dir, watcher, outsideAtOnce, told, differences } = await start({ notes });
  renameSync(dir, `${dir}-away`);
  await until(() => watcher.status().isRootMissing, 'the root to be missed');
  expect(told()).toBe('');
  renameSync(`${dir}-away`, dir);
  await until(() => !watcher.status().isRootMissing, 'the root to be back');
  outsideAtOnce(['write', 'd/e/f.md', 'other']);
  await watcher.settled();
  expect(told()).toBe('*d/e/f.md');
  expect(differences()).toEqual([]);
});

test('a vault that is replaced by another folder is followed there', async () => {
  const { dir, watcher, outsideAtOnce, differences } = await start({ notes });
  renameSync(dir, `${dir}-away`);
  mkdirSync(dir);
  writeFileSync(join(dir, 'new.md'), 'new');
  await until(() => watcher.tree.stat(at('new.md')) !== undefined, 'the new file');
  outsideAtOnce(['folder', 'sub'], ['write', 'sub/x.md', 'x']);
  await watcher.settled();
  expect(differences()).toEqual([]);
});

test('links are entries and nothing behind them is seen', async () => {
  const { dir, watcher, outsideAtOnce, told } = await start({ notes });
  symlinkSync(join(dir, 'd'), join(dir, 'link'));
  symlinkSync('/etc', join(dir, 'out'));
  await watcher.settled();
  expect(told()).toBe('+link +out');
  expect(watcher.tree.stat(at('link'))?.type).toBe('symlink');
  expect(watcher.tree.list(at('out'))).toBeUndefined();
  outsideAtOnce(['write', 'd/c.md', 'other']);
  await watcher.settled();
  expect(told()).toBe('*d/c.md');
});

test('a folder that becomes a link to the outside is left at once', async () => {
  const { dir, watcher, told } = await start({ notes });
  renameSync(join(dir, 'd'), `${dir}-d`);
  symlinkSync('/etc', join(dir, 'd'));
  await watcher.settled();
  expect(told()).toBe('-d +d');
  expect(watcher.tree.size).toBe(3);
});

test('after close nothing is watched any more', async () => {
  const before = countWatches();
  const watched = await openWatched({ notes });
  expect(countWatches()).toBe(before + 4);
  await watched.close();
  expect(countWatches()).toBe(before);
  expect(existsSync(watched.dir)).toBe(false);
});
