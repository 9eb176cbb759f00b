import { existsSync, linkSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freshFolder } from '../../../../test/support/folder.ts';
import { parseVaultPath as p } from '../../../contract/paths.ts';
import { hashOf } from '../vault/hash.ts';
import { type Journal, openJournal } from './journal.ts';
import { statesOf } from './prune.ts';
import type { Op, State } from './record.ts';

const file = (hash: string): State => ({ type: 'file', hash, mode: 0o644, size: 1 });
const path = p('a.md');

test.each<[string, Op, string[]]>([
  ['a new file', { op: 'put', path, before: null, after: file('new') }, ['new']],
  ['a change', { op: 'put', path, before: file('old'), after: file('new') }, ['old', 'new']],
  ['a removal', { op: 'remove', path, before: file('old') }, ['old']],
  ['a move', { op: 'move', path, to: p('b.md'), type: 'file', over: null }, []],
  ['a move over a file', { op: 'move', path, to: p('b.md'), type: 'file', over: file('o') }, ['o']],
  ['a new folder', { op: 'mkdir', path }, []],
  ['a removed folder', { op: 'rmdir', path, mode: 0o755 }, []],
])('the contents of %s', (_what, op, hashes) => {
  const step = {
    id: '1',
    at: 0,
    protocol: 'local',
    client: 'c',
    why: 'w',
    outcome: 'done',
  } as const;
  expect(statesOf({ ...step, ops: [op] }).map((s) => s.type === 'file' && s.hash)).toEqual(hashes);
});

interface Kept {
  readonly folder: string;
  readonly journal: Journal;
  /** Adds a step that was done then, in a segment of its own, about a content that is a file of its own. */
  add(id: string, text: string, at: number): Promise<string>;
}

function openLarge(ageMsMax: number, bytesMax: number, segmentBytesMax = 1): Kept {
  const folder = freshFolder();
  let now = 1000;
  const journal = openJournal({
    folder,
    durability: 'rename',
    retention: { ageMsMax, bytesMax },
    now: () => now,
    segmentBytesMax,
  });
  const add = async (id: string, text: string, at: number) => {
    now = at;
    const bytes = Buffer.from(text);
    const hash = hashOf(bytes);
    const source = join(freshFolder(), 'source');
    writeFileSync(source, bytes);
    journal.keepLarge(hash, source);
    const small = Buffer.from(`small ${id}`);
    const before = { type: 'file', hash: hashOf(small), mode: 0o644, size: 1 } as const;
    const after = { type: 'file', hash, mode: 0o644, size: bytes.length } as const;
    const ops = [{ op: 'put', path, before, after } as const];
    const contents = new Map([[before.hash, small]]);
    await journal.begin({ id, at, protocol: 'local', client: 'c', why: 'w', ops }, contents);
    await journal.end(id, 'done');
    now = 1000;
    return hash;
  };
  return { folder, journal, add };
}

const ids = (journal: Journal) => journal.steps().map(({ id }) => id);

test('a large content goes with the last step that speaks of it, and no earlier', async () => {
  const { folder, journal, add } = openLarge(500, Number.POSITIVE_INFINITY);
  const gone = await add('1', 'only the old step', 0);
  const shared = await add('2', 'both', 0);
  await add('3', 'both', 900);
  await add('4', 'the newest', 1000);
  expect(journal.prune()).toBe(2);
  expect(ids(journal)).toEqual(['3', '4']);
  expect(journal.read(gone)).toBeUndefined();
  expect(existsSync(join(folder, 'large', gone))).toBe(false);
  expect(journal.read(shared)?.toString()).toBe('both');
  expect(readdirSync(join(folder, 'large'))).toHaveLength(2);
});

test('nothing is dropped while no segment goes', async () => {
  const { journal, add } = openLarge(500, Number.POSITIVE_INFINITY);
  await add('1', 'fresh', 900);
  await add('2', 'newest', 900);
  const stray = join(freshFolder(), 'stray');
  writeFileSync(stray, 'about to be spoken of');
  const hash = hashOf(Buffer.from('about to be spoken of'));
  journal.keepLarge(hash, stray);
  expect(journal.prune()).toBe(0);
  expect(journal.read(hash)?.toString()).toBe('about to be spoken of');
});

test('a step exactly as old as allowed stays', async () => {
  const { journal, add } = openLarge(500, Number.POSITIVE_INFINITY);
  await add('1', 'a', 499);
  await add('2', 'b', 500);
  await add('3', 'c', 1000);
  journal.prune();
  expect(ids(journal)).toEqual(['2', '3']);
});

test('large contents count, and no more goes than has to', async () => {
  const { journal, add } = openLarge(Number.POSITIVE_INFINITY, 100_000);
  const first = await add('1', '1'.repeat(30_000), 0);
  const second = await add('2', '2'.repeat(30_000), 0);
  for (const id of ['3', '4']) await add(id, id.repeat(30_000), 0);
  expect(journal.status().bytes).toBeGreaterThan(120_000);
  expect(journal.prune()).toBe(1);
  expect(ids(journal)).toEqual(['2', '3', '4']);
  expect(journal.read(first)).toBeUndefined();
  expect(journal.read(second)?.length).toBe(30_000);
  expect(journal.prune()).toBe(0);
});

test('a segment stays while one of its steps is young enough', async () => {
  const { journal, add } = openLarge(500, Number.POSITIVE_INFINITY, 20);
  await add('1', 'a', 470);
  await add('2', 'b', 510);
  await add('3', 'c', 460);
  await add('4', 'd', 1000);
  expect(journal.status().segments).toBeGreaterThan(1);
  journal.prune();
  expect(ids(journal)).toEqual(['1', '2', '3', '4']);
});

test('a segment stays while one of its steps is open', async () => {
  const { journal, add } = openLarge(Number.POSITIVE_INFINITY, 0, 20);
  await add('1', 'a', 0);
  const open = { id: '2', at: 0, protocol: 'local', client: 'c', why: 'w', ops: [] } as const;
  await journal.begin(open, new Map());
  for (const id of ['3', '4', '5']) await add(id, id, 0);
  expect(journal.status().segments).toBeGreaterThan(1);
  expect(journal.prune()).toBe(0);
});

test('history that takes little room is removed by age, too', async () => {
  const { journal, add } = openLarge(600, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  for (const at of [100, 150, 151, 350, 500, 1000]) await add(String(at), 'a', at);
  expect(journal.status().segments).toBe(5);
  expect(journal.prune()).toBe(3);
  expect(ids(journal)).toEqual(['500', '1000']);
});

test('a content that has just come, for a step that is about to begin, stays', async () => {
  const { journal, add } = openLarge(500, Number.POSITIVE_INFINITY);
  await add('1', 'old', 0);
  await add('2', 'newest', 1000);
  const source = join(freshFolder(), 'source');
  writeFileSync(source, 'soon');
  journal.keepLarge(hashOf(Buffer.from('soon')), source);
  expect(journal.prune()).toBe(1);
  expect(journal.read(hashOf(Buffer.from('soon')))?.toString()).toBe('soon');
});

test.each([
  [59, true],
  [61, false],
])('a content that no step has spoken of for %s minutes stays: %s', async (minutes, stays) => {
  const { folder, journal, add } = openLarge(500, Number.POSITIVE_INFINITY);
  await add('1', 'old', 0);
  await add('2', 'newest', 1000);
  writeFileSync(join(folder, 'large/stray'), 'of a step that never began');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(journal.prune()).toBe(1);
  expect(existsSync(join(folder, 'large/stray'))).toBe(stays);
});

test('a content that two steps speak of takes its room until the second goes', async () => {
  const { journal, add } = openLarge(Number.POSITIVE_INFINITY, 5000);
  const shared = 'x'.repeat(10_000);
  await add('1', shared, 0);
  await add('2', shared, 0);
  await add('3', 'c', 0);
  expect(journal.prune()).toBe(2);
  expect(ids(journal)).toEqual(['3']);
});

test('history may have exactly as many bytes as it has', async () => {
  const { folder, add } = openLarge(0, 0);
  for (const id of ['1', '2', '3']) await add(id, id, 0);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const bytes = files
    .filter((name) => /\.steps$|\.pack$|^large./.test(name))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  const pruneTo = (bytesMax: number) => {
    const retention = { ageMsMax: Number.POSITIVE_INFINITY, bytesMax };
    return openJournal({ folder, durability: 'rename', retention, now: () => 0 }).prune();
  };
  expect(pruneTo(bytes)).toBe(0);
  expect(pruneTo(bytes - 1)).toBe(1);
});

test('a content is kept by a link where that is possible', async () => {
  const { folder, journal } = openLarge(0, 0);
  const source = join(freshFolder(), 'source');
  writeFileSync(source, 'linked');
  journal.keepLarge('hash', source);
  expect(() => linkSync(source, join(folder, 'large/hash'))).toThrow(/EEXIST/);
  writeFileSync(source, 'Linked');
  expect(journal.read('hash')).toBeUndefined();
});
