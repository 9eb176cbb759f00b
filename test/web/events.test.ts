import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { webLimits } from '../../src/contract/limits.ts';
import { operations } from '../../src/operations/index.ts';
import type { Session } from '../../src/operations/sessions.ts';
import { until } from '../support/until.ts';
import { WebHome } from '../support/web-protocol.ts';

async function ask(session: Session, name: string, input: unknown): Promise<unknown> {
  const operation = operations.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  const outcome = await session.dispatch(operation, input);
  return outcome.ok ? outcome.output : outcome.error;
}

const write = (session: Session, path: string, content: string) =>
  ask(session, 'note.write', { path, content });

test('a page hears of what other protocols do', async () => {
  const home = await WebHome.open();
  const stream = await (await home.enter()).listen('p');
  expect((await stream.next('hello')).data).toEqual({
    version: '1.2.3',
    vaults: ['V'],
    page: 'p',
    resumed: false,
  });
  const agent = home.attach('agent', { write: ['a.md'] });
  expect((await stream.next('client')).data).toMatchObject({
    happened: 'opened',
    client: { id: agent.id, client: 'agent', policy: { write: ['a.md'] } },
  });
  await write(agent, 'a.md', 'two\n');
  const { data: change } = await stream.next('change');
  expect(change).toMatchObject({
    vault: 'V',
    version: expect.stringMatching(/^\d+$/),
    changes: [{ kind: 'modified', path: 'a.md', origin: { client: 'agent' } }],
  });
  expect((await stream.next('step')).data).toMatchObject({
    vault: 'V',
    kind: 'step',
    client: 'agent',
    files: [{ what: 'changed', path: 'a.md' }],
  });
  await write(agent, 'b.md', 'no');
  expect((await stream.next('denied')).data).toMatchObject({
    kind: 'denied',
    client: 'agent',
    operation: 'note.write',
    path: 'b.md',
  });
  agent.close();
  await stream.next('client', ({ happened }) => happened === 'closed');
});

test('a page hears how far its own change of many files is', async () => {
  const linking = Array.from({ length: 200 }, (_, number) => [`n/${number}.md`, '[[a]]']);
  const home = await WebHome.open({ files: { 'a.md': '', ...Object.fromEntries(linking) } });
  const [mine, other] = [await home.enter('mine'), await home.enter('other')];
  const [stream, theirs] = [await mine.listen('mine'), await other.listen('other')];
  await mine.call('note.rename', { path: 'a.md', to: 'b.md' });
  expect((await stream.next('progress')).data).toEqual({
    operation: 'note.rename',
    stage: 'planning',
    done: 64,
    total: 201,
  });
  // What comes later has come: nothing of it was for the other page.
  await theirs.next('step');
  expect(theirs.heard.map(({ event }) => event)).not.toContain('progress');
});

test('a page hears of what others do on disk', async () => {
  const home = await WebHome.open();
  const client = await home.enter();
  const stream = await client.listen();
  await client.call('note.complete');
  writeFileSync(join(home.root, 'new.md'), 'from outside');
  const { data } = await stream.next('change');
  expect(data.changes).toEqual([{ kind: 'created', path: 'new.md', type: 'file' }]);
  const { version } = await client.call('note.complete', { paths: ['new.md'] });
  expect(version).toBe(data.version);
});

test('a page hears of editors and of what is proposed to them', async () => {
  const home = await WebHome.open();
  const client = await home.enter('p');
  const stream = await client.listen('p');
  await client.call('workspace.setState', { diffs: true });
  const agent = home.attach();
  const proposed = ask(agent, 'diff.open', { path: 'a.md', title: 't', text: 'two\n' });
  const { data: opened } = await stream.next('diff');
  expect(opened).toMatchObject({ happened: 'opened', path: 'a.md', title: 't', client: 'agent' });
  await ask(agent, 'workspace.open', { path: 'a.md', startLine: 0, endLine: 0 });
  expect((await stream.next('workspace', ({ path }) => path === 'a.md')).data).toMatchObject({
    happened: 'open-wanted',
    selection: { start: { line: 0 } },
  });
  expect(await client.call('diff.get', { id: opened.id })).toMatchObject({
    oldText: 'one\n',
    newText: 'two\n',
  });
  await client.call('diff.resolve', { id: opened.id, decision: 'accept', text: 'edited\n' });
  expect(await proposed).toEqual({ accepted: true, text: 'edited\n' });
  expect((await stream.next('diff')).data).toMatchObject({ happened: 'closed', end: 'accepted' });
});

test('what the page may not see it does not hear of', async () => {
  const home = await WebHome.open({ policy: { deny: ['secret'] } });
  const stream = await (await home.enter()).listen();
  const agent = home.attach();
  await write(agent, 'secret/s.md', 'x');
  await ask(agent, 'note.rename', { from: 'secret/s.md', to: 'open.md' });
  await write(agent, 'b.md', 'y');
  await stream.next('change', ({ changes }) => JSON.stringify(changes).includes('b.md'));
  const text = JSON.stringify(stream.heard);
  expect(text).not.toContain('secret');
});

test('a note that left what the page sees is deleted to it', async () => {
  const home = await WebHome.open({ policy: { deny: ['secret'] } });
  const stream = await (await home.enter()).listen();
  await ask(home.attach(), 'note.rename', { path: 'a.md', to: 'secret/a.md' });
  const { data } = await stream.next('change');
  expect(data.changes).toEqual([
    { kind: 'deleted', path: 'a.md', type: 'file', origin: expect.anything() },
  ]);
});

test('a page that comes back gets what it has missed', async () => {
  const home = await WebHome.open();
  const client = await home.enter();
  const first = await client.listen();
  const agent = home.attach();
  await write(agent, 'b.md', '1');
  const { id } = await first.next('step');
  first.close();
  await first.ended();
  await write(agent, 'c.md', '2');
  const second = await client.listen('', id);
  expect((await second.next('hello')).data).toMatchObject({ resumed: true });
  expect((await second.next('step')).data).toMatchObject({ files: [{ path: 'c.md' }] });
  expect(second.heard.filter(({ event }) => event === 'step')).toEqual([]);
});

for (const lastId of ['', 'nonsense', '00000000-5', 'EPOCH-999999', '-1']) {
  test(`the last event "${lastId}" is not known, and the page hears so`, async () => {
    const home = await WebHome.open();
    const client = await home.enter();
    const { id } = await (await client.listen()).next('hello');
    const given = lastId.replace('EPOCH', id.split('-')[0] ?? '');
    const { data } = await (await client.listen('', given)).next('hello');
    expect(data.resumed).toBe(false);
  });
}

test('what happened too long ago is not known either', async () => {
  const home = await WebHome.open();
  const client = await home.enter();
  const { id } = await (await client.listen()).next('hello');
  for (let i = 0; i < webLimits.eventsKeptMax; i++) home.attach().close();
  const { data } = await (await client.listen('', id)).next('hello');
  expect(data.resumed).toBe(false);
});

test('too many changes at once are counted instead of listed', async () => {
  const home = await WebHome.open();
  const client = await home.enter();
  const stream = await client.listen();
  await client.call('note.complete');
  for (let i = 0; i < webLimits.changesPerEventMax + 50; i++)
    writeFileSync(join(home.root, `n${i}.md`), 'x');
  const seen = () =>
    stream.heard
      .filter(({ event }) => event === 'change')
      .reduce((sum, { data }) => sum + Number(data.count ?? Object(data.changes).length), 0);
  await until(() => seen() >= webLimits.changesPerEventMax + 50, 'all changes');
  for (const { data } of stream.heard.filter(({ event }) => event === 'change')) {
    const { length } = Object(data.changes);
    expect(length).toBeLessThanOrEqual(webLimits.changesPerEventMax);
    expect(data.reset === true).toBe(length === 0);
  }
});

test('a page that reads too slowly hears how much it has missed, and gets the rest', async () => {
  const home = await WebHome.open({ limits: { unsentBytesMax: 256 * 1024 } });
  const client = await home.enter();
  const slow = await client.listen('slow');
  const quick = await client.listen('quick');
  await slow.next('hello');
  slow.response.pause();
  // The system's own buffers take some megabytes before the protocol notices, so events are long.
  const policy = { read: ['x'.repeat(100_000)] };
  const rounds = 200;
  for (let made = 0; made < rounds; made++) {
    home.attach(`agent ${made}`, policy).close();
    await quick.next('client', ({ happened }) => happened === 'closed');
  }
  slow.response.resume();
  const { data } = await slow.next('lagged');
  expect(data.dropped).toBeGreaterThan(0);
  home.attach('after').close();
  await slow.next('client', ({ client: who }) => Object(who).client === 'after');
  const sent = slow.heard.filter(({ event }) => event === 'client').length;
  expect(sent + Number(data.dropped)).toBeGreaterThanOrEqual(2 * rounds);
});

test('a page that reads nothing is disconnected', async () => {
  const limits = { unsentBytesMax: 64 * 1024, stalledMs: 100, pageAwayMs: 50, pageSweepMs: 10 };
  const home = await WebHome.open({ limits });
  const stuck = await (await home.enter()).listen('stuck');
  await stuck.next('hello');
  stuck.response.pause();
  const policy = { read: ['x'.repeat(50_000)] };
  await until(() => {
    for (let i = 0; i < 50; i++) home.attach('agent', policy).close();
    return home.protocol.status?.().pages === 0;
  }, 'the page to be disconnected');
});

test('there are only so many streams', async () => {
  const home = await WebHome.open({ limits: { streamsMax: 2 } });
  const client = await home.enter();
  const one = await client.listen('one');
  const two = await client.listen('two');
  await Promise.all([one.next('hello'), two.next('hello')]);
  expect((await client.get('/api/events?page=three')).status).toBe(503);
  one.close();
  await until(async () => {
    const three = await client.listen('three');
    return three.response.statusCode === 200;
  }, 'room for another stream');
});

test('a quiet stream shows that it lives', async () => {
  const home = await WebHome.open({ limits: { heartbeatMs: 10 } });
  const stream = await (await home.enter()).listen();
  let pulses = 0;
  stream.response.on('data', (chunk: string) => {
    pulses += chunk.split(':\n\n').length - 1;
  });
  await until(() => pulses > 3, 'pulses');
});
