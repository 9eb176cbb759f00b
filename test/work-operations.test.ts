import { expect, test } from 'vitest';
import type { PathPolicy } from '../src/contract/callers.ts';
import { silentLog } from '../src/kit/log.ts';
import { operations } from '../src/operations/index.ts';
import { type Session, Sessions } from '../src/operations/sessions.ts';
import { caller, harvest, openTestVault } from './support/vault.ts';

/** Calls an operation, and holds its answer to its own declaration. */
async function ask<T>(session: Session, name: string, input: unknown = {}): Promise<T> {
  const operation = operations.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  const outcome = await session.dispatch(operation, input);
  if (!outcome.ok) throw outcome.error;
  operation.output.parse(outcome.output);
  return JSON.parse(JSON.stringify(outcome.output));
}

async function begin(files: Readonly<Record<string, string>>) {
  // Each change at another moment, so that none shares one with another.
  let ms = Date.parse('2026-01-01T00:00:00Z');
  const clock = { now: () => ms++ };
  const { engine, root } = await openTestVault(files, { name: 'V', clock });
  const sessions = new Sessions({ clock, log: silentLog });
  const enter = (client: string, policy: PathPolicy = {}) =>
    sessions.open(engine, caller(policy, client));
  return { root, enter, tree: () => harvest(root) };
}

const write = (session: Session, path: string, content: string) =>
  ask<{ step: string }>(session, 'note.write', { path, content });

interface Versions {
  readonly versions: readonly { change: string; what: string; path: string; from?: string }[];
}

test('versions of a note go back through its moves, and each can be restored', async () => {
  const { enter, tree } = await begin({ 'a.md': '1', 'b.md': '[[a]]' });
  const me = enter('me');
  const { step: second } = await write(me, 'a.md', '2');
  await ask(me, 'note.rename', { path: 'a.md', to: 'deep/c.md' });
  await ask(me, 'note.rename', { path: 'deep', to: 'far' });
  await write(me, 'far/c.md', '3');
  const { versions } = await ask<Versions>(me, 'history.versions', { path: 'far/c.md' });
  expect(versions.map(({ what, path, from }) => [what, path, from])).toEqual([
    ['changed', 'far/c.md', undefined],
    ['moved', 'far/c.md', 'deep/c.md'],
    ['moved', 'deep/c.md', 'a.md'],
    ['changed', 'a.md', undefined],
  ]);
  const asked = { path: 'far/c.md', change: second };
  expect(await ask(me, 'history.version', asked)).toEqual({ before: '1', after: '2' });
  await ask(me, 'history.restore', asked);
  expect(tree()['far/c.md']).toBe('2');
  await expect(ask(me, 'history.version', { path: 'b.md', change: second })).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('versions have nothing of what a client may not see', async () => {
  const { enter } = await begin({ 'secret/a.md': '1' });
  const owner = enter('owner');
  const { step: change } = await write(owner, 'secret/a.md', '2');
  await ask(owner, 'note.rename', { path: 'secret/a.md', to: 'a.md' });
  await write(owner, 'a.md', '3');
  const guest = enter('guest', { deny: ['secret'] });
  const { versions } = await ask<Versions>(guest, 'history.versions', { path: 'a.md' });
  expect(versions.map(({ what }) => what)).toEqual(['changed']);
  for (const name of ['history.version', 'history.restore']) {
    await expect(ask(guest, name, { path: 'a.md', change })).rejects.toMatchObject({
      code: 'not-found',
    });
  }
});

test('an undo that is blocked names the changes that block it, and only those', async () => {
  const { enter, tree } = await begin({ 'a.md': 'one\n', 'b.md': 'b' });
  const me = enter('me');
  const { step: first } = await write(me, 'a.md', 'two\n');
  const { step: undone } = await write(me, 'a.md', 'three\n');
  await ask(me, 'history.undo', { change: undone });
  const { step: blocking } = await write(me, 'a.md', 'four\n');
  await write(me, 'b.md', 'B');
  await expect(ask(me, 'history.undo', { change: first })).rejects.toMatchObject({
    code: 'changed-on-disk',
    about: { data: { blockedBy: [blocking] } },
  });
  await ask(me, 'history.undo', { change: blocking });
  await ask(me, 'history.undo', { change: first });
  expect(tree()).toEqual({ 'a.md': 'one\n', 'b.md': 'B' });
});

test('everything an agent did since a moment is undone, but for what others changed since', async () => {
  const { enter, tree } = await begin({ 'a.md': 'a', 'b.md': 'b', 'd/c.md': 'c' });
  const [agent, me] = [enter('agent'), enter('me')];
  await write(agent, 'a.md', 'before');
  const { entries } = await ask<{ entries: { at: string }[] }>(me, 'activity.list');
  const since = new Date(Date.parse(entries[0]?.at ?? '') + 1).toISOString();
  await write(agent, 'b.md', 'agent');
  await ask(agent, 'note.rename', { path: 'd/c.md', to: 'd/e.md' });
  const { step } = await write(agent, 'a.md', 'later');
  await write(me, 'a.md', 'mine');
  const wanted = { client: 'agent', since };
  expect(await ask(me, 'history.undoSince', { ...wanted, dryRun: true })).toMatchObject({
    found: 3,
    undone: [],
  });
  expect(await ask(me, 'history.undoSince', { ...wanted, path: 'd' })).toMatchObject({ found: 1 });
  expect(await ask(me, 'history.undoSince', wanted)).toMatchObject({
    found: 2,
    undone: [{ change: expect.any(String) }],
    blocked: [{ change: step, blockedBy: [expect.any(String)] }],
    more: false,
  });
  expect(tree()).toEqual({ 'a.md': 'mine', 'b.md': 'b', 'd/c.md': 'c' });
  expect(await ask(me, 'history.undoSince', { ...wanted, dryRun: true })).toMatchObject({
    found: 1,
  });
});

test('a task is ticked by one character, as long as the line is still the same', async () => {
  const text = '\ufeff- [ ] one\r\n  * [-] two ^id\r\n';
  const { enter, tree } = await begin({ 'a.md': text });
  const me = enter('me');
  await ask(me, 'task.set', { path: 'a.md', line: 2, status: 'x', text: 'two ^id' });
  expect(tree()['a.md']).toBe(text.replace('[-]', '[x]'));
  for (const [input, code] of [
    [{ line: 1, status: 'x', text: 'other' }, 'changed-on-disk'],
    [{ line: 3, status: 'x' }, 'target-missing'],
    [{ line: 1, status: '\n' }, 'invalid-input'],
    [{ line: 1, status: 'xx' }, 'invalid-input'],
  ] as const) {
    await expect(ask(me, 'task.set', { path: 'a.md', ...input })).rejects.toMatchObject({ code });
  }
});

test('what one note of many is refused for is listed like any other refusal', async () => {
  const { enter } = await begin({ 'a.md': 'a', 'secret/b.md': 'b' });
  const guest = enter('guest', { deny: ['secret'] });
  await ask(guest, 'agent.readMany', { paths: ['a.md', 'secret/b.md'] });
  const me = enter('me');
  expect(await ask(me, 'activity.list', { kinds: ['denied'] })).toMatchObject({
    entries: [{ client: 'guest', operation: 'agent.readMany', path: 'secret/b.md' }],
  });
  await write(me, 'a.md', 'x');
  expect(await ask(me, 'activity.clients')).toMatchObject({
    clients: [
      { client: 'guest', changes: 0, denied: 1 },
      { client: 'me', changes: 1, denied: 0 },
    ],
  });
});

test('a move comes first among the files of its step, however many links follow it', async () => {
  const links = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`n${at}.md`, '[[old/a]]']),
  );
  const { enter } = await begin({ 'old/a.md': 'a', ...links });
  const me = enter('me');
  await ask(me, 'note.rename', { path: 'old/a.md', to: 'new/b.md' });
  expect(await ask(me, 'activity.list')).toMatchObject({
    entries: [{ files: { 0: { what: 'moved', path: 'old/a.md', to: 'new/b.md' } } }],
  });
});
