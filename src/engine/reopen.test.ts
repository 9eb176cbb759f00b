import {
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  at,
  besideVault,
  expectAsRebuilt,
  expectNoticed,
  few,
  knownOf,
  leaveSnapshot,
  longAgo,
  note,
  open,
  put,
  putNotes,
  useFolders,
} from '../../test/support/reopened-vault.ts';

useFolders();

function swapForLink(): void {
  const outside = besideVault('outside');
  mkdirSync(outside);
  renameSync(at('f2/g'), at('f2/kept'));
  for (let i = 0; i < 30; i++) writeFileSync(join(outside, `n${i}.md`), 'secret shared');
  symlinkSync(outside, at('f2/g'));
}

const cases: readonly [what: string, change: () => void, notes?: number][] = [
  ['a renamed note', () => renameSync(at(note), at('f3/g/moved.md'))],
  ['a renamed folder', () => renameSync(at('f2'), at('f2 moved'))],
  ['a folder that is gone', () => rmSync(at('f2'), { recursive: true })],
  ['a folder swapped for a link that leads out', swapForLink],
  [
    'a note swapped for a link',
    () => {
      renameSync(at(note), besideVault('elsewhere.md'));
      symlinkSync(besideVault('elsewhere.md'), at(note));
    },
  ],
  [
    'a folder in the place of a note',
    () => {
      rmSync(at(note));
      put(`${note}/inner.md`, 'newcomer');
    },
  ],
  [
    'two notes that changed places',
    () => {
      renameSync(at(note), at('spare'));
      renameSync(at('f1/g/n6.md'), at(note));
      renameSync(at('spare'), at('f1/g/n6.md'));
    },
  ],
  [
    'so many changed notes that they make a block',
    () => {
      for (let i = 0; i < 300; i++) put(`f${i % 5}/g/n${i}.md`, `newcomer ${i}`, longAgo + 9);
    },
    600,
  ],
  ['a changed note among many', () => put(note, 'other words', longAgo + 9), 2100],
];

test.each(cases)('the first answers after a start know of %s', (_, change, notes) =>
  expectNoticed(change, notes),
);

test('changes right after the first answer are in the next one', async () => {
  putNotes(few);
  await leaveSnapshot();
  const engine = await open('state');
  const known = await knownOf(engine);
  expect((await known.searchText({ terms: ['shared'] })).total).toBe(few);
  put(note, 'other words', Date.now() / 1000);
  rmSync(at('f1/g/n6.md'));
  renameSync(at('f3'), at('f3 moved'));
  put('f4/g/late.md', 'newcomer [[n7]]', Date.now() / 1000);
  await expectAsRebuilt(engine, 'anew');
  await expectAsRebuilt(await open('state'), 'anew again');
});

test('a vault without changes is not saved again', async () => {
  putNotes(few);
  const snapshot = await leaveSnapshot();
  const before = statSync(snapshot);
  const second = await open('state');
  await (await knownOf(second)).searchText({ terms: ['shared'] });
  await second.close();
  expect(statSync(snapshot).ino).toBe(before.ino);
});

test('an engine that is closed before it has looked ends, and leaves the snapshot as it was', async () => {
  putNotes(few);
  const snapshot = await leaveSnapshot();
  const before = statSync(snapshot);
  put('f2/g/new.md', 'newcomer');
  await (await open('state', true)).close();
  expect(statSync(snapshot).ino).toBe(before.ino);
  const none = await open('none', true);
  const asked = knownOf(none);
  await Promise.all([none.close(), expect(asked).rejects.toThrow('closed before')]);
  expect(existsSync(besideVault('none', none.id, 'index'))).toBe(false);
});
