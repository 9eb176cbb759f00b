import { randomBytes } from 'node:crypto';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../../../test/support/folder.ts';
import { parseVaultPath as p } from '../../../contract/paths.ts';
import { hashOf } from '../vault/hash.ts';
import { type Journal, openJournal } from './journal.ts';
import { decodeRecord, encodeRecord } from './record.ts';
import type { Retention } from './segment-log.ts';

const forever = { ageMsMax: Number.POSITIVE_INFINITY, bytesMax: Number.POSITIVE_INFINITY };

function open(folder: string, retention = forever, now = () => 0): Journal {
  return openJournal({ folder, durability: 'rename', retention, now });
}

async function addStep(journal: Journal, id: string, text: string, at = 0): Promise<string> {
  const bytes = Buffer.from(text);
  const hash = hashOf(bytes);
  const after = { type: 'file' as const, hash, mode: 0o644, size: bytes.length };
  const op = { op: 'put' as const, path: p('a.md'), before: null, after };
  await journal.begin(
    { id, at, protocol: 'local', client: 't', why: id, ops: [op] },
    new Map([[hash, bytes]]),
  );
  return hash;
}

const stepsFile = (folder: string) => join(folder, '000001.steps');

test('what was begun and ended is there after opening again', async () => {
  const folder = freshFolder();
  const first = open(folder);
  const hash = await addStep(first, '1', 'hello'.repeat(100));
  await first.end('1', 'done');
  first.close();
  const again = open(folder);
  expect(again.steps()).toMatchObject([{ id: '1', outcome: 'done' }]);
  expect(again.read(hash)?.toString()).toBe('hello'.repeat(100));
});

test('a content is stored once, and compressed', async () => {
  const journal = open(freshFolder());
  for (let i = 0; i < 50; i++)
    await addStep(journal, `${i}`.padStart(3, '0'), 'the same text '.repeat(500));
  expect(journal.status().bytes).toBeLessThan(1000);
});

test('a torn last record is dropped, and nothing else', async () => {
  const folder = freshFolder();
  const first = open(folder);
  await addStep(first, '1', 'one');
  await addStep(first, '2', 'two');
  first.close();
  const whole = readFileSync(stepsFile(folder));
  for (const cut of [1, 2, 20, 40]) {
    writeFileSync(stepsFile(folder), whole);
    truncateSync(stepsFile(folder), whole.length - cut);
    const again = open(folder);
    expect(again.steps().map(({ id }) => id)).toEqual(['1']);
    await addStep(again, '3', 'three');
    again.close();
    expect(
      open(folder)
        .steps()
        .map(({ id }) => id),
    ).toEqual(['1', '3']);
  }
});

test('a damaged record in the middle is counted, and the ones after it are kept', async () => {
  const folder = freshFolder();
  const first = open(folder);
  for (const id of ['1', '2', '3']) await addStep(first, id, id);
  first.close();
  const text = readFileSync(stepsFile(folder), 'utf8');
  writeFileSync(stepsFile(folder), text.replace('"id":"2"', '"id":"X"'));
  const again = open(folder);
  expect(again.steps().map(({ id }) => id)).toEqual(['1', '3']);
  expect(again.status().damaged).toBe(1);
});

test('a damaged content is not handed out', async () => {
  const folder = freshFolder();
  const first = open(folder);
  const hash = await addStep(first, '1', 'precious');
  first.close();
  writeFileSync(join(folder, '000001.pack'), 'precioux');
  expect(open(folder).read(hash)).toBeUndefined();
});

test('a step of a living process is not abandoned, one of a dead process is', async () => {
  const folder = freshFolder();
  const journal = open(folder);
  await addStep(journal, '1', 'one');
  expect(journal.abandoned()).toEqual([]);
  journal.close();
  const record = decodeRecord(readFileSync(stepsFile(folder), 'utf8').trimEnd());
  if (record?.t !== 'begin') throw new Error('no step');
  // No process has this number: it is above what systems hand out.
  writeFileSync(stepsFile(folder), encodeRecord({ ...record, owner: '99999999' }));
  expect(open(folder).abandoned()).toMatchObject([{ id: '1' }]);
});

test('old segments are pruned by age, never the newest', async () => {
  const journal = openSmall({ ageMsMax: 1000, bytesMax: Number.POSITIVE_INFINITY }, () => 5000);
  await fill(journal, 40);
  const { segments } = journal.status();
  expect(segments).toBeGreaterThan(3);
  expect(journal.prune()).toBe(segments - 1);
  expect(journal.steps().length).toBeGreaterThan(0);
  expect(journal.steps().at(-1)?.id).toBe('039');
  expect(journal.prune()).toBe(0);
});

test('old segments are pruned by size, and what stays can be read', async () => {
  const journal = openSmall({ ageMsMax: Number.POSITIVE_INFINITY, bytesMax: 20_000 }, () => 0);
  const hashes = await fill(journal, 60);
  journal.prune();
  expect(journal.status().bytes).toBeLessThan(30_000);
  expect(journal.read(hashes[0] ?? '')).toBeUndefined();
  expect(journal.read(hashes.at(-1) ?? '')).toBeDefined();
});

test('a segment with an open step is not pruned', async () => {
  const journal = openSmall({ ageMsMax: 0, bytesMax: 0 }, () => 5000);
  await addStep(journal, 'open', 'still being written');
  await fill(journal, 40);
  expect(journal.prune()).toBe(0);
});

function openSmall(retention: Retention, now: () => number): Journal {
  const folder = freshFolder();
  return openJournal({ folder, durability: 'rename', retention, now, segmentBytesMax: 4000 });
}

async function fill(journal: Journal, steps: number): Promise<string[]> {
  const hashes: string[] = [];
  for (let n = 0; n < steps; n++) {
    const id = String(n).padStart(3, '0');
    hashes.push(await addStep(journal, id, randomBytes(400).toString('hex')));
    await journal.end(id, 'done');
  }
  return hashes;
}

test('what is pruned before it was flushed does not stop the next flush', async () => {
  const journal = openJournal({
    folder: freshFolder(),
    durability: 'fsync',
    retention: { ageMsMax: 1, bytesMax: Number.POSITIVE_INFINITY },
    now: () => 1000,
    segmentBytesMax: 1,
  });
  for (const id of ['1', '2', '3']) {
    await addStep(journal, id, id);
    await journal.end(id, 'done');
  }
  expect(journal.prune()).toBe(2);
  await journal.flush();
  await journal.flush();
  expect(journal.steps().map(({ id }) => id)).toEqual(['3']);
});
