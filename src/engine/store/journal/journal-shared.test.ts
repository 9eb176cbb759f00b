import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freshFolder } from '../../../../test/support/folder.ts';
import { hashOf } from '../vault/hash.ts';
import { type Journal, openJournal } from './journal.ts';

function open(folder: string, segmentBytesMax?: number, ageMsMax = Number.POSITIVE_INFINITY) {
  const journal = openJournal({
    folder,
    durability: 'rename',
    retention: { ageMsMax, bytesMax: Number.POSITIVE_INFINITY },
    now: () => 1000,
    ...(segmentBytesMax !== undefined && { segmentBytesMax }),
  });
  onTestFinished(() => journal.close());
  return journal;
}

/** A step that is done, with one content. */
async function add(journal: Journal, id: string): Promise<string> {
  const bytes = Buffer.from(`content of ${id}`);
  const step = { id, at: 0, protocol: 'local', client: 'c', why: 'w', ops: [] } as const;
  await journal.begin(step, new Map([[hashOf(bytes), bytes]]));
  await journal.end(id, 'done');
  return hashOf(bytes);
}

const ids = (journal: Journal) => journal.steps().map(({ id }) => id);

test('two who have one journal open see the steps and contents of each other', async () => {
  const folder = freshFolder();
  const [one, two] = [open(folder), open(folder)];
  const hash = await add(one, '1');
  expect(two.find('1')).toMatchObject({ id: '1', outcome: 'done' });
  expect(two.read(hash)?.toString()).toBe('content of 1');
  const other = await add(two, '2');
  expect(one.read(other)?.toString()).toBe('content of 2');
  expect(ids(one)).toEqual(['1', '2']);
  expect(ids(two)).toEqual(['1', '2']);
  expect(one.find('3')).toBeUndefined();
});

test('a segment that another one began is gone on with', async () => {
  const folder = freshFolder();
  const [one, two] = [open(folder, 1), open(folder, 1)];
  for (const id of ['1', '2', '3']) await add(one, id);
  await add(two, '4');
  await add(one, '5');
  for (const journal of [one, two, open(folder, 1)]) {
    expect(ids(journal)).toEqual(['1', '2', '3', '4', '5']);
    expect(journal.status()).toMatchObject({ steps: 5, segments: 5, damaged: 0 });
  }
});

test('what another one pruned is gone here, too', async () => {
  const folder = freshFolder();
  const [one, two] = [open(folder, 1, 500), open(folder, 1, 500)];
  const hash = await add(one, '1');
  await add(one, '2');
  expect(ids(two)).toEqual(['1', '2']);
  expect(one.prune()).toBe(1);
  expect(ids(two)).toEqual(['2']);
  expect(two.read(hash)).toBeUndefined();
  expect(two.status().segments).toBe(1);
});

test('the end of a step that is not there makes none', async () => {
  const journal = open(freshFolder());
  await journal.end('ghost', 'done');
  expect(ids(journal)).toEqual([]);
});

test('what recovery could not do is written down, and nothing where it did all', async () => {
  const folder = freshFolder();
  const journal = open(folder);
  await journal.end('1', 'aborted', ['a.md changed']);
  await journal.end('2', 'done');
  const [first = '', second = ''] = readFileSync(join(folder, '000001.steps'), 'utf8').split('\n');
  expect(JSON.parse(first.slice(9))).toEqual({ t: 'aborted', id: '1', problems: ['a.md changed'] });
  expect(JSON.parse(second.slice(9))).toEqual({ t: 'done', id: '2' });
});

test('a large content is copied where it cannot be linked', () => {
  const folder = freshFolder();
  const journal = open(folder);
  // The run's folder is in memory or on a disk; the other one is another file system.
  const device = (path: string) => statSync(path, { throwIfNoEntry: false })?.dev;
  const elsewhere = ['/dev/shm', '/var/tmp'].find(
    (path) => ![undefined, device(folder)].includes(device(path)),
  );
  const far = mkdtempSync(join(elsewhere ?? tmpdir(), 'vaultd-far-'));
  onTestFinished(() => rmSync(far, { recursive: true }));
  writeFileSync(join(far, 'source'), 'from afar');
  journal.keepLarge(hashOf(Buffer.from('from afar')), join(far, 'source'));
  expect(journal.read(hashOf(Buffer.from('from afar')))?.toString()).toBe('from afar');
  expect(readdirSync(join(folder, 'large'))).toHaveLength(1);
});

test('a content that is kept already is not kept again', () => {
  const folder = freshFolder();
  const journal = open(folder);
  const source = join(freshFolder(), 'source');
  writeFileSync(source, 'first');
  journal.keepLarge('hash', source);
  const { ino } = statSync(join(folder, 'large/hash'));
  journal.keepLarge('hash', source);
  expect(statSync(join(folder, 'large/hash')).ino).toBe(ino);
});

test('a journal that is closed holds no file open', async () => {
  if (process.platform !== 'linux') return;
  const open20 = async () => {
    const journal = openJournal({
      folder: freshFolder(),
      durability: 'rename',
      retention: { ageMsMax: 1, bytesMax: 1 },
      now: () => 0,
      segmentBytesMax: 1,
    });
    for (let n = 0; n < 20; n++) await add(journal, `${n}`);
    journal.close();
  };
  await open20();
  const before = readdirSync('/proc/self/fd').length;
  await open20();
  expect(readdirSync('/proc/self/fd').length).toBeLessThan(before + 20);
});
