import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { freshFolder } from '../../../test/support/folder.ts';
import { hashOf } from '../vault/hash.ts';
import { type Journal, openJournal } from './journal.ts';
import { decodeRecord, encodeRecord } from './record.ts';
import { segmentFile } from './segment-files.ts';

const forever = { ageMsMax: Number.POSITIVE_INFINITY, bytesMax: Number.POSITIVE_INFINITY };

/** With segments of a few steps each. */
function open(folder: string): Journal {
  return openJournal({
    folder,
    durability: 'rename',
    retention: forever,
    now: () => 0,
    segmentBytesMax: 40,
  });
}

const textOf = (id: string) => Buffer.from(`content of ${id}`);

function begin(journal: Journal, id: string): Promise<void> {
  const step = { id, at: 0, door: 'local', client: 'c', why: 'w', ops: [] } as const;
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

test('damage is counted once, whether it was skimmed or read', async () => {
  const { journal, folder } = await openAgain('1', '2', '3');
  journal.close();
  appendFileSync(segmentFile(folder, 1, 'steps'), '00000000 {"t":"done","id":"1"}\nno record\n');
  const again = open(folder);
  onTestFinished(() => again.close());
  expect(again.status()).toMatchObject({ steps: 3, damaged: 2 });
  expect(again.steps()).toHaveLength(3);
  expect(again.status()).toMatchObject({ steps: 3, damaged: 2 });
});

const handle = fc.nat(2);
const action = fc.oneof(
  fc.record({ kind: fc.constant('begin' as const), by: handle }),
  fc.record({ kind: fc.constant('end' as const), by: handle, which: fc.nat() }),
  fc.record({ kind: fc.constant('reopen' as const), by: handle }),
  fc.record({ kind: fc.constant('ask' as const), by: handle }),
  fc.record({ kind: fc.constant('read' as const), by: handle, which: fc.nat() }),
);

test('whoever writes, asks or starts again, and when, everybody is told the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
      const folder = freshFolder();
      const journals = [open(folder), open(folder), open(folder)];
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
          journals[each.by] = open(folder);
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
});
