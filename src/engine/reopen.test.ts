import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownerGrants } from '../contract/callers.ts';
import { type Engine, openEngine } from './engine.ts';
import type { Known } from './knowledge/known.ts';

/** Old enough that a snapshot has no doubt. */
const longAgo = 1_600_000_000;
/** Enough notes that they are worth a snapshot. */
const few = 260;
/** The note that is changed. */
const note = 'f2/g/n7.md';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'reopen-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const at = (path: string) => join(base, 'vault', path);

function put(path: string, text: string | Buffer, seconds = longAgo): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
  utimesSync(at(path), seconds, seconds);
}

/** Notes in folders of their own, and what is no note. */
function putNotes(count: number): void {
  for (let i = 0; i < count; i++) {
    const text = `---\ntags: [t${i % 3}]\n---\nword${i} shared [[n${i + 1}]]\n`;
    put(`f${i % 5}/g/n${i}.md`, text);
  }
  put('f0/g/board.canvas', '{"nodes":[],"edges":[]}');
  put('picture.png', 'no text');
  put('.obsidian/app.json', '{}');
}

function open(state: string, live = false): Promise<Engine> {
  return openEngine({ root: at(''), stateDir: join(base, state), live });
}

function knownOf(engine: Engine): Promise<Known> {
  return engine.as({ protocol: 'local', client: 'test', grants: ownerGrants, policy: {} }).known();
}

/** Where an engine that knew all of the vault has left its snapshot. */
async function leaveSnapshot(): Promise<string> {
  const engine = await open('state');
  await knownOf(engine);
  await engine.close();
  return join(base, 'state', engine.id, 'index', 'manifest');
}

/** The first answers, in the order of agents: a search before anything that needs the index. */
async function answers(engine: Engine) {
  const { searchText, searchRanked, backlinks, tags, named } = await knownOf(engine);
  const found = [];
  for (const term of ['word7', 'word11', 'shared', 'newcomer', 'secret', 'other']) {
    const query = { terms: [term], limit: 500 };
    found.push(await searchText({ ...query, notesOnly: true }), await searchText(query));
  }
  return {
    found,
    ranked: await searchRanked({ query: 'shared word9' }),
    backlinks: backlinks(note),
    tags: tags(),
    files: [...named()],
  };
}

/** What an engine answers is what one answers that read everything anew. */
async function expectAsRebuilt(engine: Engine, state: string): Promise<void> {
  const rebuilt = await open(state);
  expect(await answers(engine)).toEqual(await answers(rebuilt));
  await Promise.all([engine.close(), rebuilt.close()]);
}

/** Another text of the same length at the same time: only the file itself is another one. */
function replaceUnseen(): void {
  const text = readFileSync(at(note), 'utf8').replace('shared', 'secret');
  const { mtime } = statSync(at(note));
  writeFileSync(at('f2/g/new.tmp'), text);
  utimesSync(at('f2/g/new.tmp'), mtime, mtime);
  renameSync(at('f2/g/new.tmp'), at(note));
}

function swapForLink(): void {
  const outside = join(base, 'outside');
  mkdirSync(outside);
  renameSync(at('f2/g'), at('f2/kept'));
  for (let i = 0; i < 30; i++) writeFileSync(join(outside, `n${i}.md`), 'secret shared');
  symlinkSync(outside, at('f2/g'));
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
  ['a renamed note', () => renameSync(at(note), at('f3/g/moved.md'))],
  ['a renamed folder', () => renameSync(at('f2'), at('f2 moved'))],
  ['a folder that is gone', () => rmSync(at('f2'), { recursive: true })],
  ['a folder swapped for a link that leads out', swapForLink],
  [
    'a note swapped for a link',
    () => {
      renameSync(at(note), join(base, 'elsewhere.md'));
      symlinkSync(join(base, 'elsewhere.md'), at(note));
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

test.each(cases)('the first answers after a start know of %s', async (_, change, notes = few) => {
  putNotes(notes);
  await leaveSnapshot();
  change();
  await expectAsRebuilt(await open('state'), 'anew');
});

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
  expect(existsSync(join(base, 'none', none.id, 'index'))).toBe(false);
});
