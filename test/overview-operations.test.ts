import { expect, test } from 'vitest';
import type { PathPolicy } from '../src/contract/callers.ts';
import { systemClock } from '../src/kit/clock.ts';
import { silentLog } from '../src/kit/log.ts';
import { operations } from '../src/operations/index.ts';
import { type Session, Sessions } from '../src/operations/sessions.ts';
import { caller, openTestVault, type TestVault } from './support/vault.ts';

const files = {
  'Home.md':
    '---\naliases: [Start]\ntitle: The beginning\n---\n# Home\n[[Log]] [[Log#x|y]] [[gone]] ![[p.png]]\n',
  'Log.md': 'back to [[Home]]\n\nand [[deep/Far]] #log\n',
  'deep/Far.md': 'nothing\n',
  'secret/S.md': '[[Home]]\n',
  'p.png': 'x',
};

/** Calls an operation, and holds its answer to its own declaration. */
async function ask(session: Session, name: string, input: unknown = {}): Promise<unknown> {
  const operation = operations.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  const outcome = await session.dispatch(operation, input);
  if (!outcome.ok) throw outcome.error;
  operation.output.parse(outcome.output);
  return JSON.parse(JSON.stringify(outcome.output));
}

interface Scene extends TestVault {
  readonly sessions: Sessions;
  enter(client: string, policy?: PathPolicy): Session;
}

async function begin(): Promise<Scene> {
  const vault = await openTestVault(files, { name: 'V' });
  const sessions = new Sessions({ clock: systemClock, log: silentLog });
  return {
    ...vault,
    sessions,
    enter: (client, policy = {}) => sessions.open(vault.engine, caller(policy, client)),
  };
}

const readOnly = { readOnly: true };
const closed = { deny: ['secret'] };

test('names are told as small as they can be, without what is closed', async () => {
  const session = (await begin()).enter('x', closed);
  expect(await ask(session, 'note.complete')).toMatchObject({
    paths: ['Home.md', 'Log.md', 'deep/Far.md', 'p.png'],
    aliases: [[0, 'Start']],
    titles: [[0, 'The beginning']],
  });
  const some = await ask(session, 'note.complete', { paths: ['Log.md', 'secret/S.md', 'no.md'] });
  expect(some).toMatchObject({ paths: ['Log.md'], mtimes: [expect.any(Number)] });
});

test('the graph has every pair of notes once, without what is closed', async () => {
  const session = (await begin()).enter('x', closed);
  expect(await ask(session, 'graph.get')).toMatchObject({
    paths: ['Home.md', 'Log.md', 'deep/Far.md'],
    edges: [0, 1, 1, 0, 1, 2],
    unresolved: 1,
  });
});

test('the graph around a note follows links either way', async () => {
  const { enter } = await begin();
  expect(await ask(enter('x'), 'graph.get', { center: 'deep/Far.md' })).toMatchObject({
    paths: ['deep/Far.md', 'Log.md'],
    edges: [1, 0],
    center: 0,
  });
  const wider = await ask(enter('x'), 'graph.get', { center: 'deep/Far.md', depth: 3 });
  expect(wider).toMatchObject({ paths: ['deep/Far.md', 'Log.md', 'Home.md', 'secret/S.md'] });
  await expect(
    ask(enter('x', closed), 'graph.get', { center: 'secret/S.md' }),
  ).rejects.toMatchObject({ code: 'not-found' });
});

test('a note comes with all that it takes to show it', async () => {
  const session = (await begin()).enter('x', closed);
  expect(await ask(session, 'note.renderData', { path: 'Home.md' })).toMatchObject({
    text: files['Home.md'],
    links: {
      Log: { path: 'Log.md', type: 'note' },
      'Log#x': { path: 'Log.md', type: 'note' },
      gone: { type: 'missing' },
      'p.png': { path: 'p.png', type: 'file' },
    },
    backlinks: [{ path: 'Log.md', count: 1, lines: [{ line: 1, text: 'back to [[Home]]' }] }],
    backlinksTotal: 1,
    outline: [{ level: 1, text: 'Home', line: 5 }],
    properties: { title: 'The beginning' },
    propertiesEnd: files['Home.md'].indexOf('# Home'),
    aliases: ['Start'],
  });
});

test('the activity has steps and refusals, newest first, page by page', async () => {
  const { enter } = await begin();
  const agent = enter('agent', { write: ['deep'] });
  await ask(agent, 'note.write', { path: 'deep/Far.md', content: 'new\n' });
  await expect(ask(agent, 'note.write', { path: 'Log.md', content: 'no' })).rejects.toThrow();
  const owner = enter('owner');
  await ask(owner, 'note.append', { path: 'Log.md', content: 'more\n' });
  const { entries } = Object(await ask(owner, 'activity.list'));
  expect(entries).toMatchObject([
    { kind: 'step', client: 'owner', files: [{ what: 'changed', path: 'Log.md' }], filesTotal: 1 },
    { kind: 'denied', client: 'agent', operation: 'note.write', path: 'Log.md', op: 'write' },
    { kind: 'step', client: 'agent', files: [{ what: 'changed', path: 'deep/Far.md' }] },
  ]);
  const list = async (input: object) =>
    Object(await ask(owner, 'activity.list', input)).entries.map(({ id }: { id: string }) => id);
  const ids = entries.map(({ id }: { id: string }) => id);
  expect(await list({ limit: 1 })).toEqual([ids[0]]);
  expect(await list({ limit: 1, before: ids[0] })).toEqual([ids[1]]);
  expect(await list({ before: ids[1] })).toEqual([ids[2]]);
  expect(await list({ kinds: ['denied'] })).toEqual([ids[1]]);
  expect(await list({ client: 'agent' })).toEqual([ids[1], ids[2]]);
  expect(await list({ path: 'deep' })).toEqual([ids[2]]);
  expect(await list({ path: 'Log.md' })).toEqual([ids[0], ids[1]]);
  expect(await list({ protocol: 'mcp' })).toEqual([]);
});

test('an undone step says so, until its undo is undone', async () => {
  const owner = (await begin()).enter('owner');
  const { step } = Object(await ask(owner, 'note.write', { path: 'Log.md', content: 'x' }));
  const undo = Object(await ask(owner, 'history.undo', { change: step }));
  expect(await ask(owner, 'activity.list')).toMatchObject({
    entries: [
      { id: undo.step, undoes: step },
      { id: step, undoneBy: undo.step },
    ],
  });
  await ask(owner, 'history.undo', { change: undo.step });
  const { entries } = Object(await ask(owner, 'activity.list'));
  expect(entries[2].id).toBe(step);
  expect(entries[2].undoneBy).toBeUndefined();
});

test('clients are listed with what they may do, and the one who asks is marked', async () => {
  const { enter } = await begin();
  const agent = enter('agent', { write: ['deep'], within: { deny: ['secret'], hidden: true } });
  const owner = enter('owner');
  await ask(agent, 'note.read', { path: 'Log.md' });
  expect(await ask(owner, 'clients.list')).toMatchObject({
    clients: [
      { client: 'agent', calls: 1, own: false, policy: { write: ['deep'], deny: ['secret'] } },
      { client: 'owner', own: true, policy: { readOnly: false } },
    ],
  });
});

test('a client that is set to read-only reads what it did and writes nothing, however often it comes back', async () => {
  const { enter } = await begin();
  const owner = enter('owner');
  const agent = enter('agent');
  const write = { path: 'Log.md', content: 'x' };
  await ask(owner, 'clients.setReadOnly', { id: agent.id, ...readOnly });
  for (const session of [agent, enter('agent')]) {
    await expect(ask(session, 'note.write', write)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('the owner of the vault lets this client only read for now'),
    });
    await ask(session, 'note.read', { path: 'Log.md' });
  }
  await ask(enter('other'), 'note.write', write);
  await ask(owner, 'clients.setReadOnly', { id: agent.id, readOnly: false });
  await ask(agent, 'note.write', { ...write, content: 'y' });
});

test('a client is disconnected by its protocol', async () => {
  const { sessions, engine, enter } = await begin();
  let asked = 0;
  const agent = sessions.open(engine, caller({}, 'agent'), () => {
    asked++;
  });
  const owner = enter('owner');
  await ask(owner, 'clients.disconnect', { id: agent.id });
  expect(asked).toBe(1);
  await expect(ask(owner, 'clients.disconnect', { id: 'nobody' })).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('without a daemon there is no health to tell', async () => {
  const owner = (await begin()).enter('owner');
  await expect(ask(owner, 'health.get')).rejects.toMatchObject({ code: 'unavailable' });
});
