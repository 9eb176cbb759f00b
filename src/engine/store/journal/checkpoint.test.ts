import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { freshFolder } from '../../../../test/support/folder.ts';
import { openBelow } from '../../../../test/support/open-files.ts';
import { fc } from '../../../../test/support/property.ts';
import { hashOf } from '../vault/hash.ts';
import { type Journal, openJournal } from './journal.ts';
import { decodeRecord, encodeRecord } from './record.ts';
import { segmentFile } from './segment-files.ts';

const forever = { ageMsMax: Number.POSITIVE_INFINITY, bytesMax: Number.POSITIVE_INFINITY };

/** With segments of a few steps each. */
function open(folder: string, checkpointRecords?: number): Journal {
  return openJournal({
    ...(checkpointRecords !== undefined && { checkpointRecords }),
    folder,
    durability: 'rename',
    retention: forever,
    now: () => 0,
    segmentBytesMax: 40,
  });
}

const textOf = (id: string) => Buffer.from(`content of ${id}`);

function begin(journal: Journal, id: string): Promise<void> {
  const step = { id, at: 0, protocol: 'local', client: 'c', why: 'w', ops: [] } as const;
  return journal.begin(step, new Map([[hashOf(textOf(id)), textOf(id)]]));
}

async function add(journal: Journal, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await begin(journal, id);
    await journal.end(id, 'done');
  }
}

const toldBy = (journal: Journal) => journal.steps().map(({ id, outcome }) => `${id} ${outcome}`);

/** A journal with this past that has not read it yet. */
async function openAgain(...ids: readonly string[]): Promise<{ journal: Journal; folder: string }> {
  const folder = freshFolder();
  const first = open(folder);
  await add(first, ...ids);
  first.close();
  const journal = open(folder);
  onTestFinished(() => journal.close());
  return { journal, folder };
}

test('a start counts the past without reading it, and reads it when somebody asks', async () => {
  const { journal } = await openAgain('1', '2', '3', '4', '5');
  expect(journal.status()).toMatchObject({ steps: 5, damaged: 0 });
  expect(journal.abandoned()).toEqual([]);
  expect(toldBy(journal)).toEqual(['1 done', '2 done', '3 done', '4 done', '5 done']);
  expect(journal.status()).toMatchObject({ steps: 5, damaged: 0 });
});

test('what is done before somebody asks comes after the past, once', async () => {
  const { journal } = await openAgain('1', '2', '3');
  await add(journal, '4');
  await begin(journal, '5');
  expect(journal.status().steps).toBe(5);
  expect(toldBy(journal)).toEqual(['1 done', '2 done', '3 done', '4 done', '5 open']);
  await journal.end('5', 'aborted');
  await add(journal, '6');
  expect(toldBy(journal).slice(3)).toEqual(['4 done', '5 aborted', '6 done']);
  expect(journal.status().steps).toBe(6);
});

test.each(['1', '4'])('a content and a step of the past are found (%s)', async (id) => {
  const { journal } = await openAgain('1', '2', '3');
  await add(journal, '4');
  expect(journal.read(hashOf(textOf(id)))).toEqual(textOf(id));
  expect(journal.find(id)).toMatchObject({ id, outcome: 'done' });
  expect(journal.find('5')).toBeUndefined();
});

test('a step that a dead process left in an old segment is found', async () => {
  const { journal, folder } = await openAgain('1', '2', '3', '4');
  journal.close();
  const file = segmentFile(folder, 1, 'steps');
  const [line = ''] = readFileSync(file, 'utf8').split('\n');
  const record = decodeRecord(line);
  if (record?.t !== 'begin') throw new Error('no step');
  // No process has this number: it is above what systems hand out.
  writeFileSync(file, encodeRecord({ ...record, owner: '99999999' }));
  const again = open(folder);
  onTestFinished(() => again.close());
  await begin(again, '5');
  expect(again.abandoned()).toMatchObject([{ id: '1', outcome: 'open' }]);
  await again.end('1', 'done');
  expect(again.abandoned()).toEqual([]);
});

test('a step that begins while another one ends finds room in a new segment', async () => {
  const journal = open(freshFolder());
  onTestFinished(() => journal.close());
  await begin(journal, 'a step that fills its segment to the last byte, and beyond');
  await Promise.all([
    journal.end('a step that fills its segment to the last byte, and beyond', 'done'),
    begin(journal, '2'),
  ]);
  expect(journal.status()).toMatchObject({ steps: 2, segments: 2 });
});

test('damage is counted once, before and after the past is read', async () => {
  const { journal, folder } = await openAgain('1', '2', '3');
  journal.close();
  appendFileSync(segmentFile(folder, 1, 'steps'), '00000000 {"t":"done","id":"1"}\nno record\n');
  const again = open(folder);
  onTestFinished(() => again.close());
  expect(again.status()).toMatchObject({ steps: 3, damaged: 2 });
  expect(again.steps()).toHaveLength(3);
  expect(again.status()).toMatchObject({ steps: 3, damaged: 2 });
});

/** A journal of which an earlier start has saved a checkpoint. */
async function plantCheckpoint(...ids: readonly string[]): Promise<string> {
  const folder = freshFolder();
  const first = open(folder);
  await add(first, ...ids);
  await begin(first, 'open');
  first.close();
  open(folder, 0).close();
  return folder;
}

function openAfter(folder: string): Journal {
  const journal = open(folder);
  onTestFinished(() => journal.close());
  return journal;
}

/** Changes a letter in a file of the journal, and no length. */
function damage(folder: string, name: string): void {
  const file = `${folder}/${name}`;
  writeFileSync(file, readFileSync(file, 'utf8').replace('"', "'"));
}

test('a start goes on from the checkpoint', async () => {
  const folder = await plantCheckpoint('1', '2', '3', '4');
  damage(folder, '000001.steps');
  const other = openAfter(folder);
  await add(other, '5', '6', '7', '8');
  await other.end('open', 'done');
  const journal = openAfter(folder);
  expect(journal.status()).toMatchObject({ steps: 9, segments: 3, damaged: 0 });
  expect(journal.abandoned()).toEqual([]);
  // Whoever reads the past sees all of it.
  expect(toldBy(journal).slice(2, 5)).toEqual(['4 done', 'open done', '5 done']);
  expect(journal.status().damaged).toBe(1);
});

test('a checkpoint does not bring back a segment that was pruned since', async () => {
  const folder = await plantCheckpoint('1', '2', '3', '4', '5', '6', '7', '8');
  for (const ending of ['steps', 'pack'] as const) rmSync(segmentFile(folder, 1, ending));
  expect(openAfter(folder).status()).toMatchObject({ segments: 2, damaged: 0 });
  expect(existsSync(segmentFile(folder, 1, 'steps'))).toBe(false);
});

test('a checkpoint is readable only by its owner, and leaves nothing open', async () => {
  const folder = await plantCheckpoint('1', '2');
  open(folder, 0).close();
  expect(openBelow(folder)).toEqual([]);
  expect(statSync(`${folder}/checkpoint`).mode & 0o777).toBe(0o600);
});

test('a long run saves checkpoints, so that the next start has little to read', async () => {
  const folder = freshFolder();
  const first = open(folder, 4);
  await add(first, '1', '2', '3');
  first.close();
  damage(folder, '000001.steps');
  expect(openAfter(folder).status()).toMatchObject({ steps: 3, damaged: 0 });
});

test('a short past has no checkpoint', async () => {
  const { folder } = await openAgain('1', '2', '3');
  expect(readdirSync(folder)).not.toContain('checkpoint');
});

test('a checkpoint names the process that makes an open step', async () => {
  const folder = freshFolder();
  const first = open(folder);
  await add(first, '1', '2');
  first.close();
  const step = { id: '3', at: 0, protocol: 'local', client: 'c', why: 'w', ops: [] } as const;
  // No process has this number: it is above what systems hand out.
  const left = { t: 'begin', owner: '99999999', ...step, blobs: {} } as const;
  appendFileSync(segmentFile(folder, 1, 'steps'), encodeRecord(left));
  open(folder, 0).close();
  expect(openAfter(folder).abandoned()).toMatchObject([{ id: '3', outcome: 'open' }]);
});

test.each<[what: string, act: (folder: string) => void, damaged: number]>([
  ['is damaged', (folder) => damage(folder, 'checkpoint'), 0],
  ['is cut', (folder) => truncateSync(`${folder}/checkpoint`, 30), 0],
  ['is gone', (folder) => rmSync(`${folder}/checkpoint`), 0],
  [
    'is no file',
    (folder) => {
      rmSync(`${folder}/checkpoint`);
      mkdirSync(`${folder}/checkpoint`);
    },
    0,
  ],
  ['is of another last segment', (folder) => damage(folder, lastOf(folder)), 1],
])('a checkpoint counts for nothing when it %s', async (_what, act, damaged) => {
  const folder = await plantCheckpoint('1', '2', '3', '4');
  act(folder);
  const journal = openAfter(folder);
  expect(journal.status()).toMatchObject({ steps: 5 - damaged, damaged });
  expect(journal.steps()).toHaveLength(5 - damaged);
});

test('a checkpoint counts for nothing when its last segment is shorter, or gone', async () => {
  const folder = await plantCheckpoint('1', '2', '3', '4');
  const file = `${folder}/${lastOf(folder)}`;
  const bytes = readFileSync(file);
  truncateSync(file, 0);
  expect(openAfter(folder).status()).toMatchObject({ damaged: 0 });
  writeFileSync(file, bytes);
  rmSync(file);
  const journal = openAfter(folder);
  expect(journal.status().steps).toBe(journal.steps().length);
});

test('a segment that is not in the checkpoint is read', async () => {
  const folder = await plantCheckpoint('1', '2', '3', '4', '5', '6', '7', '8');
  const file = segmentFile(folder, 1, 'steps');
  const bytes = readFileSync(file);
  rmSync(file);
  rmSync(`${folder}/checkpoint`);
  const without = open(folder, 0);
  expect(without.status().steps).toBeLessThan(9);
  without.close();
  writeFileSync(file, bytes);
  expect(openAfter(folder).status()).toMatchObject({ steps: 9, segments: 3 });
});

test('a segment is as old as the checkpoint says', async () => {
  const folder = await plantCheckpoint('1', '2', '3');
  const { segments } = openAfter(folder).status();
  const later = openJournal({
    folder,
    durability: 'rename',
    retention: { ageMsMax: 1200, bytesMax: Number.POSITIVE_INFINITY },
    now: () => 101,
  });
  onTestFinished(() => later.close());
  await add(later, '4');
  expect(later.status().segments).toBe(segments + 1);
});

test('a segment without steps is in the checkpoint like the others', async () => {
  const folder = await plantCheckpoint('1', '2', '3', '4');
  appendFileSync(segmentFile(folder, 9, 'steps'), '');
  rmSync(`${folder}/checkpoint`);
  open(folder, 0).close();
  damage(folder, '000001.steps');
  expect(openAfter(folder).status()).toMatchObject({ steps: 5, damaged: 0 });
});

test('where the last segment goes, the one before it is not counted again', async () => {
  const folder = await plantCheckpoint('1', '2', '3', '4', '5', '6', '7', '8');
  const journal = openAfter(folder);
  for (const ending of ['steps', 'pack'] as const) rmSync(segmentFile(folder, 3, ending));
  expect(journal.abandoned()).toEqual([]);
  const { steps, segments } = journal.status();
  expect(segments).toBe(2);
  expect(journal.steps()).toHaveLength(steps);
});

test('a checkpoint that cannot be saved is no failure', async () => {
  const folder = await plantCheckpoint('1', '2');
  rmSync(`${folder}/checkpoint`);
  mkdirSync(`${folder}/checkpoint`);
  const journal = open(folder, 0);
  onTestFinished(() => journal.close());
  expect(journal.status().steps).toBe(3);
});

test.each([
  ['is young enough', 40, 1200],
  ['is old, but all there is', 40_000, 10],
])('where history %s, pruning does not read it', async (_what, segmentBytesMax, ageMsMax) => {
  const folder = freshFolder();
  const retention = { ageMsMax, bytesMax: Number.POSITIVE_INFINITY };
  const options = { folder, durability: 'rename', retention, segmentBytesMax } as const;
  const first = openJournal({ ...options, now: () => 0 });
  await add(first, '1', '2', '3', '4', '5', '6', '7', '8');
  first.close();
  openJournal({ ...options, now: () => 100, checkpointRecords: 0 }).close();
  damage(folder, '000001.steps');
  const journal = openJournal({ ...options, now: () => 100 });
  onTestFinished(() => journal.close());
  expect(journal.prune()).toBe(0);
  expect(journal.status()).toMatchObject({ steps: 8, damaged: 0 });
});

function lastOf(folder: string): string {
  return (
    readdirSync(folder)
      .filter((name) => name.endsWith('.steps'))
      .sort()
      .at(-1) ?? ''
  );
}

const handle = fc.nat(2);
const action = fc.oneof(
  fc.record({ kind: fc.constant('begin' as const), by: handle }),
  fc.record({ kind: fc.constant('end' as const), by: handle, which: fc.nat() }),
  fc.record({ kind: fc.constant('reopen' as const), by: handle }),
  fc.record({ kind: fc.constant('ask' as const), by: handle }),
  fc.record({ kind: fc.constant('read' as const), by: handle, which: fc.nat() }),
);

test.each([
  ['reads all', undefined],
  ['saves a checkpoint', 0],
])(
  'whoever writes, asks or starts again, and when, everybody is told the same where a start %s',
  async (_what, checkpointRecords) => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
        const folder = freshFolder();
        const journals = Array.from({ length: 3 }, () => open(folder, checkpointRecords));
        const told: { id: string; outcome: 'open' | 'done' }[] = [];
        const check = (journal: Journal): void => {
          expect(toldBy(journal)).toEqual(told.map(({ id, outcome }) => `${id} ${outcome}`));
          expect(journal.status()).toMatchObject({ steps: told.length, damaged: 0 });
        };
        for (const each of actions) {
          const journal = journals[each.by];
          if (journal === undefined) continue;
          const step = 'which' in each ? told[each.which % Math.max(1, told.length)] : undefined;
          if (each.kind === 'begin') {
            const id = String(told.length).padStart(3, '0');
            await begin(journal, id);
            told.push({ id, outcome: 'open' });
          } else if (each.kind === 'reopen') {
            journal.close();
            journals[each.by] = open(folder, checkpointRecords);
          } else if (each.kind === 'ask') check(journal);
          else if (step !== undefined && each.kind === 'read') {
            expect(journal.read(hashOf(textOf(step.id)))).toEqual(textOf(step.id));
          } else if (step?.outcome === 'open') {
            await journal.end(step.id, 'done');
            step.outcome = 'done';
          }
        }
        for (const journal of journals) {
          check(journal);
          journal.close();
        }
      }),
      { numRuns: 60 },
    );
  },
);
