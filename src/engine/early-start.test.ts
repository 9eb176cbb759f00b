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
import { type Known, type KnownTexts, Questions } from './knowing.ts';
import { openRoot } from './vault/anchor.ts';
import { beginFindLines } from './vault/find-lines.ts';
import { glanceEarly } from './watch/early-glance.ts';
import { type EarlyLook, watchEarly } from './watch/early-watch.ts';

let base: string;
let root: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'early-start-'));
  root = join(base, 'vault');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** Old enough that a snapshot has no doubt. */
const longAgo = 1_600_000_000;

function put(path: string, text: string | Buffer, seconds = longAgo): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, seconds, seconds);
}

/** Enough small notes that their texts are worth a file, in folders of their own. */
function putNotes(count: number): void {
  for (let i = 0; i < count; i++) {
    put(`f${i % 5}/g/n${i}.md`, `---\ntags: [t${i % 3}]\n---\nword${i} shared [[n${i + 1}]]\n`);
  }
  put('f0/g/board.canvas', '{"nodes":[],"edges":[]}');
  put('picture.png', 'no text');
  put('.obsidian/app.json', '{}');
}

function open(state: string, early?: EarlyLook): Promise<Engine> {
  return openEngine({ root, stateDir: join(base, state), early });
}

const viewOf = (engine: Engine) =>
  engine.as({ door: 'local', client: 'test', grants: ownerGrants, policy: {} });

function knownOf(engine: Engine): Promise<Known> {
  return viewOf(engine).known();
}

/** Where an engine that knew all of the vault has left its snapshot. */
async function leaveSnapshot(): Promise<string> {
  const engine = await open('state');
  await knownOf(engine);
  await engine.close();
  return join(base, 'state', engine.id, 'index');
}

const questions = ['word7', 'word11', 'shared', 'newcomer', 'secret', 'other'];

async function searches({ searchText }: KnownTexts) {
  const found = [];
  for (const term of questions) {
    const query = { terms: [term], limit: 500 };
    found.push(await searchText({ ...query, notesOnly: true }), await searchText(query));
  }
  return found;
}

/** The first answers, in the order of agents: a search before anything that needs the index. */
async function answers(engine: Engine) {
  const known = await knownOf(engine);
  const found = await searches(known);
  const { searchRanked, backlinks, tags, named } = known;
  return {
    found,
    ranked: await searchRanked({ query: 'shared word9' }),
    backlinks: backlinks('f2/g/n7.md'),
    tags: tags(),
    files: [...named()],
  };
}

/** What a start from the snapshot answers is what an engine answers that read everything anew. */
async function check(change: () => void, early = false): Promise<void> {
  await leaveSnapshot();
  change();
  const looking = early ? watchEarly(root, join(base, 'state')) : undefined;
  expect(looking !== undefined).toBe(early);
  const [restored, rebuilt] = [await open('state', looking), await open('anew')];
  try {
    expect(await answers(restored)).toEqual(await answers(rebuilt));
  } finally {
    await restored.close();
    await rebuilt.close();
  }
}

const note = 'f2/g/n7.md';
const at = (path: string) => join(root, path);

/** Another text of the same length at the same time: only the file itself is another one. */
function replaceUnseen(): void {
  const text = readFileSync(at(note), 'utf8').replace('shared', 'secret');
  const { mtime } = statSync(at(note));
  writeFileSync(at('f2/g/new.tmp'), text);
  utimesSync(at('f2/g/new.tmp'), mtime, mtime);
  renameSync(at('f2/g/new.tmp'), at(note));
}

function swapForLink(): void {
  mkdirSync(join(base, 'outside'));
  renameSync(at('f2/g'), at('f2/kept'));
  for (let i = 0; i < 30; i++) writeFileSync(join(base, 'outside', `n${i}.md`), 'secret shared');
  symlinkSync(join(base, 'outside'), at('f2/g'));
}

const changes: Readonly<Record<string, () => void>> = {
  nothing: () => undefined,
  'a changed note': () => put(note, 'other words', longAgo + 9),
  'a note with another text of the same length': () =>
    put(note, readFileSync(at(note), 'utf8').replace('shared', 'secret'), longAgo + 9),
  'a note in the place of another, with its size and time': replaceUnseen,
  'a note that was touched': () => utimesSync(at(note), longAgo + 5, longAgo + 5),
  'a note that was written just now': () => put(note, 'other words', Date.now() / 1000),
  'a note that is no text any more': () => put(note, Buffer.from([0xff, 0xfe, 0x41]), longAgo + 9),
  'a changed canvas': () => put('f0/g/board.canvas', '{"nodes":[{"type":"file","file":"a"}]}'),
  'new notes, hidden ones too': () => {
    put('f2/g/new.md', 'newcomer');
    put('f9/new.md', 'newcomer');
    put('.hidden/new.md', 'newcomer');
    put('f2/.new.md', 'newcomer');
  },
  'a note that is gone': () => rmSync(at(note)),
  'a renamed note': () => renameSync(at(note), at('f3/g/moved.md')),
  'a renamed folder': () => renameSync(at('f2'), at('f2 moved')),
  'a folder that is gone': () => rmSync(at('f2'), { recursive: true }),
  'a folder swapped for a link that leads out': swapForLink,
  'a note swapped for a link': () => {
    renameSync(at(note), join(base, 'elsewhere.md'));
    symlinkSync(join(base, 'elsewhere.md'), at(note));
  },
  'a folder in the place of a note': () => {
    rmSync(at(note));
    put(`${note}/inner.md`, 'newcomer');
  },
  'two notes that changed places': () => {
    renameSync(at(note), at('spare'));
    renameSync(at('f1/g/n6.md'), at(note));
    renameSync(at('spare'), at('f1/g/n6.md'));
  },
  'more changed notes than are read at once': () => {
    for (let i = 0; i < 250; i++) put(`f${i % 5}/g/n${i}.md`, `newcomer ${i}`, longAgo + 9);
  },
};

test.each(Object.entries(changes))(
  'a first search after a start knows of %s',
  async (_, change) => {
    putNotes(300);
    await check(change);
  },
  60_000,
);

test('so does one in a vault that is looked at while code is loaded', async () => {
  putNotes(3000);
  await check(() => {
    for (const [name, change] of Object.entries(changes)) if (name.startsWith('a ')) apply(change);
    put('f4/g/late.md', 'newcomer');
  }, true);
}, 120_000);

/** Another program finds the files for somebody who waits for texts; we look when we are told to. */
function glance(isCurrent = () => true) {
  const finding = beginFindLines(root, base);
  if (finding === undefined) throw new TypeError('Linux has this program.');
  let end = () => {};
  const after = new Promise<void>((resolve) => {
    end = resolve;
  });
  const early: EarlyLook = {
    root: openRoot(root),
    handedOver: Promise.resolve(),
    glance: { found: finding.lines, isCurrent, after, end },
    join: () => undefined,
    release: () => finding.stop(),
  };
  return { early, end };
}

const onLinux = test.runIf(process.platform === 'linux');

/** Where `change` was made before a start, and `later` between the first answer and the look. */
async function checkGlance(change: () => void, later: () => void): Promise<void> {
  await leaveSnapshot();
  change();
  const engines = [await open('state', glance().early), await open('anew')] as const;
  const [restored, rebuilt] = engines;
  const texts = await viewOf(restored).knownTexts();
  expect(await searches(texts)).toEqual((await answers(rebuilt)).found);
  later();
  const last = await open('anew again');
  expect(await answers(restored)).toEqual(await answers(last));
  for (const engine of [...engines, last]) await engine.close();
}

onLinux.each(Object.entries(changes))(
  'a search that is answered before anything is looked at knows of %s',
  async (_, change) => {
    putNotes(300);
    await checkGlance(change, () => undefined);
  },
  60_000,
);

onLinux.each(Object.entries(changes))(
  'what comes after such an answer is known as well: %s',
  async (_, change) => {
    putNotes(300);
    put('f2/g/new.md', 'newcomer');
    rmSync(at('f1/g/n6.md'));
    const here = () => {
      put('f2/g/new.md', 'secret other', longAgo + 1);
      put('f4/g/n4.md', 'secret', longAgo + 2);
      put('f9/later.md', 'newcomer shared');
    };
    const back = () => {
      rmSync(at('f9'), { recursive: true });
      put('f1/g/n6.md', 'shared again', longAgo + 3);
      apply(change);
    };
    await checkGlance(here, back);
  },
  60_000,
);

onLinux('a note that is away for a moment is found when it is back', async () => {
  putNotes(300);
  await checkGlance(
    () => renameSync(at(note), join(base, 'away.md')),
    () => renameSync(join(base, 'away.md'), at(note)),
  );
});

onLinux('a search that came after the other program began waits for our own look', async () => {
  putNotes(300);
  await leaveSnapshot();
  const { early } = glance(() => false);
  const engine = await open('state', early);
  await early.glance?.found;
  put(note, 'newcomer', Date.now() / 1000);
  const { searchText } = await viewOf(engine).knownTexts();
  expect((await searchText({ terms: ['newcomer'] })).total).toBe(1);
  await engine.close();
});

onLinux('before our own look is wanted nothing is watched, and then everything is', async () => {
  putNotes(300);
  await leaveSnapshot();
  const { early, end } = glance();
  const engine = await open('state', early);
  await viewOf(engine).knownTexts();
  expect(engine.status().knowledge?.watch).toMatchObject({ watched: 0, isReady: false });
  end();
  await knownOf(engine);
  expect(engine.status().knowledge?.watch.isReady).toBe(true);
  expect(engine.status().knowledge?.watch.watched).toBeGreaterThan(5);
  await engine.close();
});

onLinux('what was found by texts alone is asked anew once more is known', async () => {
  putNotes(300);
  await leaveSnapshot();
  const engine = await open('state', glance().early);
  const questions = new Questions<{ readonly total: number }>();
  const ask = async () => {
    const { keep, searchText } = await viewOf(engine).knownTexts();
    return keep(questions, 'shared', () => searchText({ terms: ['shared'] }));
  };
  const first = await ask();
  expect(await ask()).not.toBe(first);
  await engine.close();
});

onLinux('an engine that is closed while the other program looks ends', async () => {
  putNotes(300);
  await leaveSnapshot();
  const { early } = glance();
  const never = new Promise<undefined>(() => {});
  const stuck = { ...early, glance: early.glance && { ...early.glance, found: never } };
  const engine = await openEngine({
    root,
    stateDir: join(base, 'state'),
    live: true,
    early: stuck,
  });
  const asked = viewOf(engine).knownTexts();
  await Promise.all([engine.close(), expect(asked).rejects.toThrow('closed before')]);
});

onLinux('a program that never ends is not waited for once we have looked ourselves', async () => {
  putNotes(300);
  await leaveSnapshot();
  const { early, end } = glance();
  const never = new Promise<undefined>(() => {});
  const stuck = { ...early, glance: early.glance && { ...early.glance, found: never } };
  const engine = await open('state', stuck);
  const asked = viewOf(engine).knownTexts();
  end();
  expect((await (await asked).searchText({ terms: ['shared'] })).total).toBe(300);
  await engine.close();
});

onLinux(
  'a large vault is glanced at, a small one is not',
  async () => {
    putNotes(300);
    await leaveSnapshot();
    const state = join(base, 'state');
    expect(glanceEarly(root, state, () => true)).toBeUndefined();
    putNotes(3000);
    await leaveSnapshot();
    const early = glanceEarly(root, state, () => true);
    expect((await early?.glance?.found)?.length).toBe(3001);
    const released = glanceEarly(root, state, () => true);
    released?.release();
    expect(await released?.glance?.found).toBeUndefined();
    const engine = await open('state', early);
    const { searchText } = await viewOf(engine).knownTexts();
    expect((await searchText({ terms: ['shared'] })).total).toBe(3000);
    // Nobody has asked for more, and it is looked at all the same.
    await early?.glance?.after;
    await engine.close();
  },
  120_000,
);

/** A change may find that an earlier one has left nothing to change. */
function apply(change: () => void): void {
  try {
    change();
  } catch {
    // Then it is none.
  }
}

test('changes right after the first answer are in the next one', async () => {
  putNotes(300);
  await leaveSnapshot();
  const engine = await open('state');
  const known = await knownOf(engine);
  expect((await known.searchText({ terms: ['shared'] })).total).toBe(300);
  put(note, 'other words', Date.now() / 1000);
  rmSync(at('f1/g/n6.md'));
  renameSync(at('f3'), at('f3 moved'));
  put('f4/g/late.md', 'newcomer [[n7]]', Date.now() / 1000);
  const rebuilt = await open('anew');
  expect(await answers(engine)).toEqual(await answers(rebuilt));
  await engine.close();
  await rebuilt.close();
  const again = await open('state');
  const last = await open('anew again');
  expect(await answers(again)).toEqual(await answers(last));
  await again.close();
  await last.close();
}, 60_000);

test('a vault without changes is not saved again', async () => {
  putNotes(300);
  const snapshot = await leaveSnapshot();
  const before = statSync(snapshot);
  const second = await open('state');
  await (await knownOf(second)).searchText({ terms: ['shared'] });
  await second.close();
  expect(statSync(snapshot).ino).toBe(before.ino);
});

test('an engine that is closed before it has looked ends, and leaves the snapshot as it was', async () => {
  putNotes(300);
  const snapshot = await leaveSnapshot();
  const before = statSync(snapshot);
  put('f2/g/new.md', 'newcomer');
  for (const early of [undefined, watchEarly(root, join(base, 'state'))]) {
    const stateDir = join(base, 'state');
    await (await openEngine({ root, stateDir, live: true, early })).close();
  }
  expect(statSync(snapshot).ino).toBe(before.ino);
  const none = await openEngine({ root, stateDir: join(base, 'none'), live: true });
  const asked = knownOf(none);
  await Promise.all([none.close(), expect(asked).rejects.toThrow('closed before')]);
  expect(existsSync(join(base, 'none', none.id, 'index'))).toBe(false);
});
