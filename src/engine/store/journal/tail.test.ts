import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { freshFolder } from '../../../../test/support/folder.ts';
import { parseVaultPath } from '../../../contract/paths.ts';
import { hashOf } from '../vault/hash.ts';
import { openJournal } from './journal.ts';
import { listSegments, segmentFile } from './segment-files.ts';
import { latestSteps } from './tail.ts';

test('the steps are those of the journal, newest first, over several segments and long records', async () => {
  const folder = freshFolder();
  const retention = { ageMsMax: Number.POSITIVE_INFINITY, bytesMax: Number.POSITIVE_INFINITY };
  const journal = openJournal({
    folder,
    durability: 'rename',
    retention,
    now: () => 0,
    segmentBytesMax: 2000,
  });
  const path = parseVaultPath('a.md');
  for (let n = 0; n < 60; n++) {
    const bytes = Buffer.from(`content ${n} ${Math.sin(n)}`.repeat(4));
    const after = { type: 'file', hash: hashOf(bytes), mode: 0o644, size: bytes.length } as const;
    const id = `step-${String(n).padStart(3, '0')}`;
    await journal.begin(
      {
        id,
        at: n,
        door: 'local',
        client: 'é'.repeat(n * 1000),
        why: `write ${n}`,
        ops: [{ op: 'put', path, before: null, after }],
      },
      new Map([[after.hash, bytes]]),
    );
    if (n % 3 !== 0) await journal.end(id, n % 3 === 1 ? 'done' : 'aborted');
  }
  expect(listSegments(folder).length).toBeGreaterThan(2);
  expect([...latestSteps(folder)]).toEqual(journal.steps().toReversed());
  appendFileSync(segmentFile(folder, listSegments(folder).at(-1) ?? 0, 'steps'), 'torn');
  expect([...latestSteps(folder)]).toHaveLength(60);
  journal.close();
});

test('an empty journal has no steps', () => expect([...latestSteps(freshFolder())]).toEqual([]));

test('an empty line before the first record is passed over, and no file stays open', async () => {
  const folder = freshFolder();
  const journal = openJournal({
    folder,
    durability: 'rename',
    retention: { ageMsMax: 1, bytesMax: 1 },
    now: () => 0,
  });
  for (const id of ['1', '2']) {
    await journal.begin({ id, at: 0, door: 'local', client: 'c', why: 'w', ops: [] }, new Map());
  }
  journal.close();
  const file = segmentFile(folder, 1, 'steps');
  writeFileSync(file, `\n\n${readFileSync(file, 'utf8')}`);
  const open = () => readdirSync('/proc/self/fd').length;
  const before = process.platform === 'linux' ? open() : 0;
  for (let i = 0; i < 20; i++) {
    expect([...latestSteps(folder)].map(({ id }) => id)).toEqual(['2', '1']);
    for (const { id } of latestSteps(folder)) {
      expect(id).toBe('2');
      break;
    }
  }
  if (process.platform === 'linux') expect(open()).toBeLessThan(before + 20);
});
