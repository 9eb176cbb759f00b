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
import type { VaultChange } from '../../../contract/events.ts';
import { parseVaultPath, rootPath } from '../../../contract/paths.ts';
import { openRoot } from '../../store/vault/anchor.ts';
import { readFileNow, statPath, walkFolder } from '../../store/vault/disk.ts';
import { KnownFiles } from '../../store/vault/known-files.ts';
import { createSearch } from '../search/create-search.ts';
import { answerSegmentRequest } from '../search/text/segment-request.ts';
import { tagCounts } from './facts/tags.ts';
import { backlinks, linkMap } from './links/graph.ts';
import { LiveIndex, type LiveIndexOptions } from './live-index.ts';
import type { TextKeeper } from './snapshot/text-keeper.ts';

const made: string[] = [];
const opened: LiveIndex[] = [];
afterEach(async () => {
  for (const live of opened.splice(0)) await live.close();
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

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
    // Old enough that a snapshot has no doubt.
    utimesSync(join(folder, path), 1_600_000_000, 1_600_000_000);
  }
  const root = openRoot(folder);
  const known = new KnownFiles(folder);
  let reads = 0;
  const options: LiveIndexOptions = {
    vaultId: 'v1',
    root: folder,
    snapshotPath: join(base, 'index'),
    files: () => [[...walkFolder(root, rootPath, { recursive: true })].filter(isFile)],
    stat: (path) => statPath(root, parseVaultPath(path))?.stat,
    read: (path) => {
      reads++;
      return readFileNow(root, parseVaultPath(path));
    },
    known: {
      read(path, size) {
        reads++;
        return known.read(path, size);
      },
      rest: () => known.rest(),
    },
    now: () => Date.now(),
  };
  const open = async (more: Partial<LiveIndexOptions> = {}) => {
    reads = 0;
    const live = new LiveIndex({ ...options, ...more });
    opened.push(live);
    await live.ready;
    return { live, index: live.index, reads: () => reads };
  };
  return { base, folder, put, open, options };
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

/** Keeps texts in a map, as search does in its own way. */
function mapKeeper(): TextKeeper & { readonly all: Map<string, string> } {
  const all = new Map<string, string>();
  const move = (from: string, to: string) => {
    const text = all.get(from);
    all.delete(from);
    if (text !== undefined) all.set(to, text);
  };
  const inside = (folder: string) =>
    [...all.keys()].filter((path) => path.startsWith(`${folder}/`));
  return {
    all,
    set: (path, bytes) => void all.set(path, bytes.toString()),
    remove: (path) => void all.delete(path),
    rename: move,
    removeFolder(folder) {
      for (const path of inside(folder)) all.delete(path);
    },
    renameFolder(from, to) {
      for (const path of inside(from)) move(path, to + path.slice(from.length));
    },
    textOf: (path) => all.get(path),
    keyOf: (path) => (all.has(path) ? path : undefined),
    pack: async () => [],
    adopt: () => [],
    disown: () => [],
  };
}

test('the first start reads notes, and not attachments', async () => {
  const vault = newVault(some);
  const { index, reads } = await vault.open();
  expect(reads()).toBe(2);
  expect(index.files.size).toBe(3);
  expect(backlinks(index, 'x/b.md')).toEqual([{ path: 'a.md', count: 1 }]);
});

test('the next start reads only what is different', async () => {
  const vault = newVault(some);
  const first = await vault.open();
  await first.live.close();
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

/** Enough notes that their texts are worth a file. */
const many = Object.fromEntries(
  Array.from({ length: 40 }, (_, i) => [`n${i}.md`, `note ${i} [[n${i + 1}]]`]),
);
const newSearch = () => createSearch({ build: async (request) => answerSegmentRequest(request) });
const textFolder = (base: string) => join(base, 'index-texts');

test('a file of the same size and time that took the place of another is read', async () => {
  const { folder, open } = newVault({ 'a.md': '#one', 'b.md': '#two' });
  await (await open()).live.close();
  renameSync(join(folder, 'b.md'), join(folder, 'a.md'));
  const { index, live, reads } = await open();
  expect(tagCounts(index, () => true).map(({ name }) => name)).toEqual(['two']);
  expect(reads()).toBe(1);
  await live.close();
});

test('texts come from the snapshot too', async () => {
  const vault = newVault(many);
  const first = await vault.open({ texts: newSearch() });
  await first.live.close();
  const texts = newSearch();
  const second = await vault.open({ texts });
  expect(second.reads()).toBe(0);
  for (const [path, text] of Object.entries(many)) expect(texts.textOf(path)).toBe(text);
  expect((await texts.text({ terms: ['note 7'] })).total).toBe(1);
});

test('a save after an edit keeps the texts that are on disk already', async () => {
  const vault = newVault(many);
  const { live } = await vault.open({ texts: newSearch() });
  await live.save();
  const before = readdirSync(textFolder(vault.base));
  vault.put('n3.md', 'other');
  live.apply([change('modified', 'n3.md')]);
  await live.close();
  expect(readdirSync(textFolder(vault.base))).toEqual(before);
  const texts = newSearch();
  const { reads } = await vault.open({ texts });
  expect(reads()).toBe(1);
  expect(texts.textOf('n3.md')).toBe('other');
  expect(texts.textOf('n4.md')).toBe(many['n4.md']);
});

test('a note that changes while the snapshot is written is read again', async () => {
  const vault = newVault(many);
  const texts = newSearch();
  const { live } = await vault.open({ texts });
  const pack = texts.pack.bind(texts);
  texts.pack = async () => {
    vault.put('n3.md', 'newer');
    live.apply([change('modified', 'n3.md')]);
    return pack();
  };
  await live.close();
  const next = newSearch();
  const { reads } = await vault.open({ texts: next });
  expect(reads()).toBe(1);
  expect(next.textOf('n3.md')).toBe('newer');
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
])('when the file with texts is %s, notes are read', async (_, damage) => {
  const vault = newVault(many);
  await (await vault.open({ texts: newSearch() })).live.close();
  for (const name of readdirSync(textFolder(vault.base)))
    damage(join(textFolder(vault.base), name));
  const texts = newSearch();
  await vault.open({ texts });
  await expect
    .poll(() => Object.keys(many).filter((path) => texts.textOf(path) !== many[path]))
    .toEqual([]);
});

test('a snapshot without texts does for the index, and notes are read for their texts', async () => {
  const vault = newVault(some);
  await (await vault.open()).live.close();
  const texts = mapKeeper();
  const { reads } = await vault.open({ texts });
  expect(reads()).toBe(2);
  expect(texts.all.size).toBe(2);
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
])('a snapshot that is %s is ignored', async (_, damage) => {
  const vault = newVault(some);
  await (await vault.open()).live.close();
  damage(join(vault.base, 'index'));
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

test('many notes are read by threads too, with the same result', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 600 }, (_, i) => [`f${i % 7}/n${i}.md`, `[[n${i + 1}]] #t${i % 5} é🌱`]),
  );
  const vault = newVault(files);
  vault.put('bad.md', Buffer.from([0xff, 0xfe, 0x41]));
  const [here, there] = [mapKeeper(), mapKeeper()];
  const inline = await vault.open({ snapshotPath: undefined, texts: here });
  const threads = await vault.open({ snapshotPath: undefined, texts: there, inlineFilesMax: 10 });
  expect(threads.reads()).toBeLessThan(601);
  expect(tagCounts(threads.index, () => true)).toEqual(tagCounts(inline.index, () => true));
  expect(linkMap(threads.index, 'f0/n0.md')).toEqual(linkMap(inline.index, 'f0/n0.md'));
  expect([...there.all].sort()).toEqual([...here.all].sort());
  expect(threads.index.files.get('bad.md')?.data).toBeUndefined();
});

test('changes are followed, also those that come while the notes are read', async () => {
  const vault = newVault({ ...some, 'c.md': '[[a]]', 'f/d.md': '[[a]]' });
  const texts = mapKeeper();
  const live = new LiveIndex({ ...vault.options, texts });
  opened.push(live);
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
  await live.ready;
  expect(live.index.files.inOrder().map(({ path }) => path)).toEqual([
    'a.md',
    'c2.md',
    'g/d.md',
    'x/b.md',
  ]);
  expect(backlinks(live.index, 'a.md').map(({ path }) => path)).toEqual(['c2.md', 'g/d.md']);
  expect([...texts.all.keys()].sort()).toEqual(['a.md', 'c2.md', 'g/d.md', 'x/b.md']);
});

test('what goes out of sight is gone, what comes into sight is read', async () => {
  const vault = newVault({ ...some, '.trash/t/old.md': '[[b]]' });
  const texts = mapKeeper();
  const { live, index } = await vault.open({ texts });
  renameSync(join(vault.folder, 'x'), join(vault.folder, '.trash/x'));
  renameSync(join(vault.folder, '.trash/t'), join(vault.folder, 't'));
  renameSync(join(vault.folder, 'a.md'), join(vault.folder, 'a.txt'));
  live.apply([
    renamed('x', '.trash/x', 'folder'),
    renamed('.trash/t', 't', 'folder'),
    renamed('a.md', 'a.txt'),
  ]);
  expect(index.files.inOrder().map(({ path }) => path)).toEqual(['a.txt', 'p.png', 't/old.md']);
  expect([...texts.all.keys()]).toEqual(['t/old.md']);
  expect(index.tags.of('#t')).toEqual([]);
});
