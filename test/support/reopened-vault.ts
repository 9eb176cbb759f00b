import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { ownerGrants } from '../../src/contract/callers.ts';
import { type Engine, openEngine } from '../../src/engine/engine.ts';
import type { Known } from '../../src/engine/knowledge/known.ts';

/** Old enough that a snapshot has no doubt. */
export const longAgo = 1_600_000_000;
/** Enough notes that they are worth a snapshot. */
export const few = 260;
/** The note that is changed. */
export const note = 'f2/g/n7.md';

let base: string;

/** Gives each test of a file a folder of its own. */
export function useFolders(): void {
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'reopen-'));
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));
}

/** A folder of this test beside the vault. */
export const besideVault = (...names: string[]) => join(base, ...names);

export const at = (path: string) => join(base, 'vault', path);

export function put(path: string, text: string | Buffer, seconds = longAgo): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
  utimesSync(at(path), seconds, seconds);
}

/** Notes in folders of their own, and what is no note. */
export function putNotes(count: number): void {
  for (let i = 0; i < count; i++) {
    const text = `---\ntags: [t${i % 3}]\n---\nword${i} shared [[n${i + 1}]]\n`;
    put(`f${i % 5}/g/n${i}.md`, text);
  }
  put('f0/g/board.canvas', '{"nodes":[],"edges":[]}');
  put('picture.png', 'no text');
  put('.obsidian/app.json', '{}');
}

export function open(state: string, live = false): Promise<Engine> {
  return openEngine({ root: at(''), stateDir: join(base, state), live });
}

export function knownOf(engine: Engine): Promise<Known> {
  return engine.as({ protocol: 'local', client: 'test', grants: ownerGrants, policy: {} }).known();
}

/** Where an engine that knew all of the vault has left its snapshot. */
export async function leaveSnapshot(): Promise<string> {
  const engine = await open('state');
  await knownOf(engine);
  await engine.close();
  return join(base, 'state', engine.id, 'index', 'manifest');
}

/** The first answers, in the order of agents: a search before anything that needs the index. */
export async function answers(engine: Engine) {
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
    tags: await tags(),
    files: [...named()],
  };
}

/** What an engine answers is what one answers that read everything anew. */
export async function expectAsRebuilt(engine: Engine, state: string): Promise<void> {
  const rebuilt = await open(state);
  expect(await answers(engine)).toEqual(await answers(rebuilt));
  await Promise.all([engine.close(), rebuilt.close()]);
}

/** The first answers after a start are right about what changed while nothing ran. */
export async function expectNoticed(change: () => void, notes = few): Promise<void> {
  putNotes(notes);
  await leaveSnapshot();
  change();
  await expectAsRebuilt(await open('state'), 'anew');
}
