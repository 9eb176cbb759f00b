import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { inlineAnalyser } from '../../../../test/support/inline-analyser.ts';
import type { VaultChange } from '../../../contract/events.ts';
import { parseVaultPath, rootPath } from '../../../contract/paths.ts';
import { openRoot } from '../../store/vault/anchor.ts';
import { readFileNow, statPath, walkFolder } from '../../store/vault/disk.ts';
import { KnownFiles } from '../../store/vault/known-files.ts';
import type { Analyser } from '../search/text/analysis.ts';
import { tagCounts } from './facts/tags.ts';
import { backlinks, linkMap } from './links/graph.ts';
import { LiveIndex, type LiveIndexOptions } from './live-index.ts';

const made: string[] = [];
const opened: LiveIndex[] = [];
afterEach(async () => {
  for (const live of opened.splice(0)) await live.close();
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

/** Old enough that a snapshot has no doubt. */
const longAgo = 1_600_000_000;

function newVault(files: Record<string, string>) {
  const base = mkdtempSync(join(tmpdir(), 'live-index-'));
  made.push(base);
  const folder = join(base, 'vault');
  const put = (path: string, text: string | Buffer) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  mkdirSync(folder);
  for (const [path, text] of Object.entries(files)) {
    put(path, text);
    utimesSync(join(folder, path), longAgo, longAgo);
  }
  const root = openRoot(folder);
  const known = new KnownFiles(folder);
  let reads = 0;
  const options: LiveIndexOptions = {
    vaultId: 'v1',
    root: folder,
    snapshotFolder: join(base, 'index'),
    listed: Promise.resolve(),
    files: () => [[...walkFolder(root, rootPath, { recursive: true })].filter(isFile)],
    stat: (path) => statPath(root, parseVaultPath(path))?.stat,
    read: (path) => {
      reads++;
      return readFileNow(root, parseVaultPath(path));
    },
    reader: {
      read(path, size, into, at) {
        reads++;
        return known.read(path, size, into, at);
      },
      rest: () => known.rest(),
    },
    analyser: inlineAnalyser,
    now: () => Date.now(),
    // Even one note makes a block.
    inlineNotesMax: 0,
  };
  const begin = (more: Partial<LiveIndexOptions> = {}) => {
    reads = 0;
    const live = new LiveIndex({ ...options, ...more });
    opened.push(live);
    return live;
  };
  const open = async (more: Partial<LiveIndexOptions> = {}) => {
    const live = begin(more);
    await live.facts;
    return { live, index: live.index, search: live.search, reads: () => reads };
  };
  return { base, folder, put, begin, open };
}

const isFile = ({ stat }: { stat: { type: string } }) => stat.type === 'file';
const change = (kind: 'created' | 'modified' | 'deleted', path: string): VaultChange => ({
  kind,
  path: parseVaultPath(path),
  type: 'file',
});
const renamed = (from: string, to: string, type: 'file' | 'folder' = 'file'): VaultChange => ({
  kind: 'renamed',
  path: parseVaultPath(from),
  newPath: parseVaultPath(to),
  type,
});
const some = { 'a.md': '[[b]] #t', 'x/b.md': '---\naliases: [Bee]\n---\n', 'p.png': 'not read' };
const many = Object.fromEntries(
  Array.from({ length: 40 }, (_, i) => [`n${i}.md`, `note ${i} [[n${i + 1}]]`]),
);

/** An analyser that begins when it is told to. */
function heldAnalyser(): Analyser & { release(): void } {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    threads: 1,
    run: async (request) => {
      await held;
      return inlineAnalyser.run(request, false);
    },
    close: async () => release(),
    release: () => release(),
  };
}

test('the first start reads notes, and not attachments', async () => {
  const vault = newVault(some);
  const { index, reads } = await vault.open();
  expect(reads()).toBe(2);
  expect(index.files.size).toBe(3);
  expect(backlinks(index, 'x/b.md')).toEqual([{ path: 'a.md', count: 1 }]);
});

test('texts can be searched before anything else is known of the notes', async () => {
  const vault = newVault(many);
  const analyser = heldAnalyser();
  const live = vault.begin({ analyser });
  await live.texts;
  expect((await live.search.text({ terms: ['note 7'] })).total).toBe(1);
  expect(live.pendingCount).toBe(40);
  expect(live.index.files.size).toBe(40);
  analyser.release();
  await live.facts;
  expect(live.pendingCount).toBe(0);
  expect(backlinks(live.index, 'n7.md')).toEqual([{ path: 'n6.md', count: 1 }]);
});

test('few notes are analysed without a thread', async () => {
  const vault = newVault(some);
  const { index, search, reads } = await vault.open({
    inlineNotesMax: 2,
    analyser: { ...inlineAnalyser, run: () => Promise.reject(new Error('not asked for')) },
  });
  expect(reads()).toBe(2);
  expect(search.stats()).toMatchObject({ blocks: 0, loose: 2 });
  expect(backlinks(index, 'x/b.md')).toEqual([{ path: 'a.md', count: 1 }]);
});

test('notes are scanned while others are read only where facts are waited for', async () => {
  // Each fills a block of its own.
  const long = 'word '.repeat(80_000);
  const vault = newVault({ 'a.md': long, 'b.md': long, 'c.md': long });
  /** How many blocks have been read when the first one is scanned. */
  const blocksAtScan = async (wait: (live: LiveIndex) => Promise<void>) => {
    const counts: number[] = [];
    const live = vault.begin({
      snapshotFolder: undefined,
      analyser: {
        ...inlineAnalyser,
        run: (request, isBackground) => {
          counts.push(live.search.blocks().length);
          return inlineAnalyser.run(request, isBackground);
        },
      },
    });
    await wait(live);
    await live.facts;
    return counts[0];
  };
  expect(await blocksAtScan((live) => live.facts)).toBe(1);
  expect(await blocksAtScan((live) => live.texts)).toBe(3);
});

test('notes that no thread can analyse are analysed here', async () => {
  const vault = newVault(many);
  const { index, search } = await vault.open({
    analyser: { ...inlineAnalyser, run: () => Promise.reject(new Error('no thread')) },
  });
  expect(backlinks(index, 'n7.md')).toEqual([{ path: 'n6.md', count: 1 }]);
  expect((await search.ranked({ query: 'note' })).total).toBe(40);
});

test('the next start reads only what is different', async () => {
  const vault = newVault(some);
  await (await vault.open()).live.close();
  const second = await vault.open();
  expect(second.reads()).toBe(0);
  expect(backlinks(second.index, 'x/b.md')).toEqual([{ path: 'a.md', count: 1 }]);
  expect(second.index.aliases.of('bee')).toHaveLength(1);
  vault.put('a.md', '#other');
  vault.put('new.md', '[[b]]');
  rmSync(join(vault.folder, 'p.png'));
  const third = await vault.open();
  expect(third.reads()).toBe(2);
  expect(backlinks(third.index, 'x/b.md')).toEqual([{ path: 'new.md', count: 1 }]);
  expect(third.index.files.size).toBe(3);
});

test('a file of the same size and time that took the place of another is read', async () => {
  const { folder, open } = newVault({ 'a.md': '#one', 'b.md': '#two' });
  await (await open()).live.close();
  renameSync(join(folder, 'b.md'), join(folder, 'a.md'));
  const { index, live, reads } = await open();
  expect((await tagCounts(index, () => true)).map(({ name }) => name)).toEqual(['two']);
  expect(reads()).toBe(1);
  await live.close();
});

test('texts and words come from the snapshot too', async () => {
  const vault = newVault(many);
  await (await vault.open()).live.close();
  const { search, reads } = await vault.open({
    analyser: { ...inlineAnalyser, run: () => Promise.reject(new Error('not asked for')) },
  });
  expect(reads()).toBe(0);
  for (const [path, text] of Object.entries(many)) expect(search.textOf(path)).toBe(text);
  expect((await search.text({ terms: ['note 7'] })).total).toBe(1);
  expect((await search.ranked({ query: 'note' })).total).toBe(40);
});

test('a process that ends before it has analysed the notes leaves their texts', async () => {
  const vault = newVault(many);
  const live = vault.begin({ analyser: heldAnalyser() });
  await live.texts;
  await live.save();
  const { search, index, reads } = await vault.open();
  expect(reads()).toBe(0);
  expect((await search.text({ terms: ['note 7'] })).total).toBe(1);
  expect(backlinks(index, 'n7.md')).toEqual([{ path: 'n6.md', count: 1 }]);
});

test('a renamed folder is followed without reading it again at the next start', async () => {
  const vault = newVault({ 'x/a.md': 'one', 'x/b.md': 'two' });
  const { live } = await vault.open();
  renameSync(join(vault.folder, 'x'), join(vault.folder, 'y'));
  live.apply([renamed('x', 'y', 'folder')]);
  await live.close();
  const { search, reads } = await vault.open();
  expect(reads()).toBe(0);
  expect(search.textOf('y/b.md')).toBe('two');
});

test('a save after an edit keeps the files that are on disk already', async () => {
  const vault = newVault(many);
  const { live } = await vault.open();
  await live.save();
  const before = readdirSync(join(vault.base, 'index'));
  vault.put('n3.md', 'other');
  live.apply([change('modified', 'n3.md')]);
  await live.close();
  expect(readdirSync(join(vault.base, 'index'))).toEqual(before);
  const { search, reads } = await vault.open();
  expect(reads()).toBe(1);
  expect(search.textOf('n3.md')).toBe('other');
  expect(search.textOf('n4.md')).toBe(many['n4.md']);
});

test('two processes that share a snapshot folder leave one that is whole', async () => {
  const vault = newVault(many);
  const first = await vault.open();
  await first.live.save();
  const second = await vault.open();
  vault.put('n3.md', 'other');
  utimesSync(join(vault.folder, 'n3.md'), longAgo + 9, longAgo + 9);
  for (const { live } of [first, second]) live.apply([change('modified', 'n3.md')]);
  await Promise.all([first.live.close(), second.live.close()]);
  const { reads, search } = await vault.open();
  expect(reads()).toBe(1);
  expect(search.textOf('n3.md')).toBe('other');
});

test.each([
  ['gone', (file: string) => rmSync(file)],
  ['cut short', (file: string) => truncateSync(file, 100)],
  ['of another kind', (file: string) => writeFileSync(file, Buffer.alloc(statSync(file).size))],
  [
    'rotten',
    (file: string) => {
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.fill('x', 100, 110));
    },
  ],
])('when a file of the snapshot is %s, notes are read', async (_, damage) => {
  const vault = newVault(many);
  await (await vault.open()).live.close();
  const folder = join(vault.base, 'index');
  for (const name of readdirSync(folder)) if (name !== 'manifest') damage(join(folder, name));
  const { search, index } = await vault.open();
  await expect
    .poll(() => Object.keys(many).filter((path) => search.textOf(path) !== many[path]))
    .toEqual([]);
  expect(backlinks(index, 'n7.md')).toEqual([{ path: 'n6.md', count: 1 }]);
});

test('a file written right before the snapshot is read again', async () => {
  const vault = newVault(some);
  vault.put('fresh.md', '#x');
  await (await vault.open()).live.close();
  const { reads } = await vault.open();
  expect(reads()).toBe(1);
});

test.each([
  ['cut short', (path: string) => truncateSync(path, 300)],
  ['empty', (path: string) => truncateSync(path, 0)],
  ['of another program', (path: string) => writeFileSync(path, 'something else entirely')],
  [
    'with flipped bits',
    (path: string) => {
      const bytes = readFileSync(path);
      for (let at = 200; at < bytes.length; at += 7) bytes[at] = (bytes[at] ?? 0) ^ 0x55;
      writeFileSync(path, bytes);
    },
  ],
])('a manifest that is %s is ignored', async (_, damage) => {
  const vault = newVault(some);
  await (await vault.open()).live.close();
  damage(join(vault.base, 'index', 'manifest'));
  const { index, reads } = await vault.open();
  expect(reads()).toBe(2);
  expect(backlinks(index, 'x/b.md')).toEqual([{ path: 'a.md', count: 1 }]);
});

test('the snapshot of another vault is ignored', async () => {
  const vault = newVault(some);
  await (await vault.open()).live.close();
  const { reads } = await vault.open({ vaultId: 'v2' });
  expect(reads()).toBe(2);
});

test('threads, blocks and this thread come to the same result', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 600 }, (_, i) => [`f${i % 7}/n${i}.md`, `[[n${i + 1}]] #t${i % 5} é🌱`]),
  );
  const vault = newVault(files);
  vault.put('bad.md', Buffer.from([0xff, 0xfe, 0x41]));
  const none = { snapshotFolder: undefined };
  const here = await vault.open({ ...none, inlineNotesMax: 1000 });
  const { analyser: _, ...threaded } = { analyser: undefined, ...none };
  const others = [await vault.open(none), await vault.open(threaded)];
  for (const { index, search } of others) {
    expect(await tagCounts(index, () => true)).toEqual(await tagCounts(here.index, () => true));
    expect(linkMap(index, 'f0/n0.md')).toEqual(linkMap(here.index, 'f0/n0.md'));
    expect(index.files.get('bad.md')?.data).toBeUndefined();
    expect(search.has('bad.md')).toBe(false);
    for (const path of Object.keys(files)) expect(search.textOf(path)).toBe(files[path]);
  }
});

const stages = ['before the files are listed', 'before the facts are known', 'at last'] as const;

test.each(stages)('changes are followed %s', async (stage) => {
  const vault = newVault({ ...some, 'c.md': '[[a]]', 'f/d.md': '[[a]]' });
  const analyser = heldAnalyser();
  const live = vault.begin({ analyser });
  if (stage === 'at last') analyser.release();
  if (stage === 'before the facts are known') await live.texts;
  if (stage === 'at last') await live.facts;
  vault.put('a.md', 'now [[c]]');
  renameSync(join(vault.folder, 'c.md'), join(vault.folder, 'c2.md'));
  renameSync(join(vault.folder, 'f'), join(vault.folder, 'g'));
  rmSync(join(vault.folder, 'p.png'));
  live.apply([
    change('modified', 'a.md'),
    renamed('c.md', 'c2.md'),
    renamed('f', 'g', 'folder'),
    change('deleted', 'p.png'),
  ]);
  analyser.release();
  await live.facts;
  expect(live.index.files.inOrder().map(({ path }) => path)).toEqual([
    'a.md',
    'c2.md',
    'g/d.md',
    'x/b.md',
  ]);
  expect(backlinks(live.index, 'a.md').map(({ path }) => path)).toEqual(['c2.md', 'g/d.md']);
  expect(backlinks(live.index, 'x/b.md')).toEqual([]);
  expect(live.search.textOf('a.md')).toBe('now [[c]]');
  for (const path of ['c2.md', 'g/d.md']) expect(live.search.textOf(path)).toBe('[[a]]');
  expect(live.search.stats().notes).toBe(4);
});

test('what goes out of sight is gone, what comes into sight is read', async () => {
  const vault = newVault({ ...some, '.trash/t/old.md': '[[b]]' });
  const { live, index, search } = await vault.open();
  renameSync(join(vault.folder, 'x'), join(vault.folder, '.trash/x'));
  renameSync(join(vault.folder, '.trash/t'), join(vault.folder, 't'));
  renameSync(join(vault.folder, 'a.md'), join(vault.folder, 'a.txt'));
  live.apply([
    renamed('x', '.trash/x', 'folder'),
    renamed('.trash/t', 't', 'folder'),
    renamed('a.md', 'a.txt'),
  ]);
  expect(index.files.inOrder().map(({ path }) => path)).toEqual(['a.txt', 'p.png', 't/old.md']);
  expect(search.stats().notes).toBe(1);
  expect(search.textOf('t/old.md')).toBe('[[b]]');
  expect(index.tags.of('#t')).toEqual([]);
});
