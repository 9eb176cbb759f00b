import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import {
  at,
  expectNoticed,
  longAgo,
  note,
  put,
  useFolders,
} from '../../test/support/reopened-vault.ts';

useFolders();

/** Another text of the same length at the same time: only the file itself is another one. */
function replaceUnseen(): void {
  const text = readFileSync(at(note), 'utf8').replace('shared', 'secret');
  const { mtime } = statSync(at(note));
  writeFileSync(at('f2/g/new.tmp'), text);
  utimesSync(at('f2/g/new.tmp'), mtime, mtime);
  renameSync(at('f2/g/new.tmp'), at(note));
}

const cases: readonly [what: string, change: () => void, notes?: number][] = [
  ['nothing', () => undefined],
  ['a changed note', () => put(note, 'other words', longAgo + 9)],
  [
    'a note with another text of the same length',
    () => put(note, readFileSync(at(note), 'utf8').replace('shared', 'secret'), longAgo + 9),
  ],
  ['a note in the place of another, with its size and time', replaceUnseen],
  ['a note that was touched', () => utimesSync(at(note), longAgo + 5, longAgo + 5)],
  ['a note that was written just now', () => put(note, 'other words', Date.now() / 1000)],
  [
    'a note that is no text any more',
    () => put(note, Buffer.from([0xff, 0xfe, 0x41]), longAgo + 9),
  ],
  [
    'a changed canvas',
    () => put('f0/g/board.canvas', '{"nodes":[{"type":"file","file":"a"}]}', longAgo + 9),
  ],
  [
    'new notes, hidden ones too',
    () => {
      for (const path of ['f2/g/new.md', 'f9/new.md', '.hidden/new.md', 'f2/.new.md']) {
        put(path, 'newcomer');
      }
    },
  ],
  ['a note that is gone', () => rmSync(at(note))],
];

test.each(cases)('the first answers after a start know of %s', (_, change, notes) =>
  expectNoticed(change, notes),
);
