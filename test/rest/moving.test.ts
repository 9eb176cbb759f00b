import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { historyUndo } from '../../src/operations/history/undo.ts';
import { perform } from '../../src/operations/perform.ts';
import { outcomeOf, RestHome } from '../support/rest.ts';
import { openTestSession } from '../support/vault.ts';

const files = {
  'a.md': 'to [[b]]\n',
  'b.md': 'b\n',
  'c.md': 'c\n',
  'Folder/d.md': 'd\n',
};

const read = (home: RestHome, path: string) => readFileSync(join(home.root, path), 'utf8');
const move = (home: RestHome, path: string, destination?: string, headers = {}) =>
  home.client().send('MOVE', path, undefined, { ...(destination && { destination }), ...headers });

test('106 MOVE takes the links along, as one step', async () => {
  const home = await RestHome.open({ files });
  const moved = await move(home, '/vault/b.md', 'Moved/n%20o.md');
  expect(moved).toMatchObject({
    status: 204,
    headers: { 'content-location': 'Moved/n%20o.md', 'vaultd-step': expect.any(String) },
  });
  expect(read(home, 'Moved/n o.md')).toBe('b\n');
  expect(read(home, 'a.md')).toBe('to [[n o]]\n');
  const change = String(moved.headers['vaultd-step']);
  await perform(openTestSession(home), historyUndo, { change });
  expect(read(home, 'a.md')).toBe('to [[b]]\n');
  expect(read(home, 'b.md')).toBe('b\n');
});

test('107 a destination that ends in a slash keeps the name', async () => {
  const home = await RestHome.open({ files });
  const moved = await move(home, '/vault/b.md', 'Moved/');
  expect(moved.headers['content-location']).toBe('Moved/b.md');
  expect(read(home, 'Moved/b.md')).toBe('b\n');
});

test.each([
  ['108', undefined, '400/40020'],
  ['108', '../x.md', '400/40021'],
  ['108', '/x.md', '400/40021'],
  ['108', '%E0%A4%A', '400/40022'],
  ['109', 'c.md', '409/40920'],
  ['109', 'Folder', '409/40920'],
  ['the configuration folder', '.obsidian/x.md', '403/40321'],
  ['the same path', 'b.md', '204'],
])('%s MOVE to %j is %s', async (_, destination, expected) => {
  const home = await RestHome.open({ files });
  expect(outcomeOf(await move(home, '/vault/b.md', destination))).toBe(expected);
  expect(read(home, 'b.md')).toBe('b\n');
  expect(read(home, 'c.md')).toBe('c\n');
});

test('109 what was overwritten is in the history', async () => {
  const home = await RestHome.open({ files });
  const moved = await move(home, '/vault/b.md', 'c.md', { 'allow-overwrite': 'true' });
  expect(outcomeOf(moved)).toBe('204');
  expect(read(home, 'c.md')).toBe('b\n');
  expect(existsSync(join(home.root, 'b.md'))).toBe(false);
  const change = String(moved.headers['vaultd-step']);
  await perform(openTestSession(home), historyUndo, { change });
  expect(read(home, 'c.md')).toBe('c\n');
  expect(read(home, 'b.md')).toBe('b\n');
});

test('110 a missing note, or a folder, is not moved', async () => {
  const home = await RestHome.open({ files });
  expect(outcomeOf(await move(home, '/vault/none.md', 'x.md'))).toBe('404/40400');
  expect(outcomeOf(await move(home, '/vault/Folder/', 'Other/'))).toBe('405/40510');
});

test('111 COPY leaves the source, and never replaces it', async () => {
  const home = await RestHome.open({ files });
  const copy = (destination: string, headers = {}) =>
    home.client().send('COPY', '/vault/b.md', undefined, { destination, ...headers });
  const copied = await copy('Copies/b.md');
  expect(copied).toMatchObject({ status: 204, headers: { 'content-location': 'Copies/b.md' } });
  expect(read(home, 'Copies/b.md')).toBe('b\n');
  expect(read(home, 'b.md')).toBe('b\n');
  expect(outcomeOf(await copy('b.md'))).toBe('409/40920');
  expect(outcomeOf(await copy('b.md', { 'allow-overwrite': 'true' }))).toBe('409/40920');
  expect(outcomeOf(await copy('c.md'))).toBe('409/40920');
  expect(outcomeOf(await copy('c.md', { 'allow-overwrite': 'true' }))).toBe('204');
  expect(read(home, 'c.md')).toBe('b\n');
});
