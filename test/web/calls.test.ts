import { expect, test } from 'vitest';
import { webLimits } from '../../src/contract/limits.ts';
import { until } from '../support/until.ts';
import { WebHome } from '../support/web-protocol.ts';

test('a call runs an operation under its own name, and the history knows the protocol', async () => {
  const home = await WebHome.open();
  const client = await home.enter();
  const { etag } = await client.call('note.read', { path: 'a.md' });
  const { step } = await client.call('note.write', {
    path: 'a.md',
    content: 'two\n',
    ifMatch: etag,
  });
  expect(await client.call('history.show', { change: step })).toMatchObject({
    protocol: 'web',
    client: 'dashboard',
    files: [{ what: 'changed', path: 'a.md', before: 'one\n', after: 'two\n' }],
  });
  const late = {
    operation: 'note.write',
    input: { path: 'a.md', content: 'three', ifMatch: etag },
  };
  expect(await client.post('/api/call', late)).toMatchObject({
    status: 409,
    json: { ok: false, error: { code: 'changed-on-disk', path: 'a.md', hint: expect.any(String) } },
  });
});

test('the vault can be named by name or id', async () => {
  const home = await WebHome.open();
  const client = await home.enter();
  for (const vault of ['V', home.engine.id]) {
    const answer = await client.post('/api/call', {
      operation: 'note.read',
      input: { path: 'a.md' },
      vault,
    });
    expect(answer).toMatchObject({ status: 200, json: { ok: true, value: { content: 'one\n' } } });
  }
});

test('bytes travel as base64', async () => {
  const home = await WebHome.open({ files: { 'p.bin': Buffer.from([0, 255, 128]) } });
  const value = await (await home.enter()).call('fs.readBinary', { path: 'p.bin' });
  expect(Object.values(value)).toContain(Buffer.from([0, 255, 128]).toString('base64'));
});

test('calls of a batch have their own outcomes, in order', async () => {
  const home = await WebHome.open();
  const client = await home.enter();
  const { status, json } = await client.post('/api/batch', {
    calls: [
      { operation: 'note.read', input: { path: 'a.md' } },
      { operation: 'note.read', input: { path: 'no.md' } },
      { operation: 'nothing.here' },
    ],
  });
  expect(status).toBe(200);
  expect(json.results).toMatchObject([
    { ok: true, value: { content: 'one\n' } },
    { ok: false, error: { code: 'not-found' } },
    { ok: false, error: { code: 'not-found' } },
  ]);
  const calls = Array.from({ length: webLimits.callsPerBatchMax + 1 }, () => ({ operation: 'x' }));
  expect((await client.post('/api/batch', { calls })).status).toBe(400);
});

test('the configuration can let the dashboard do less', async () => {
  const files = { 'a.md': 'x', 'secret/s.md': 'hidden' };
  const home = await WebHome.open({ files, policy: { readOnly: true, deny: ['secret'] } });
  const client = await home.enter();
  const write = { operation: 'note.write', input: { path: 'a.md', content: 'y' } };
  expect((await client.post('/api/call', write)).status).toBe(403);
  const read = { operation: 'note.read', input: { path: 'secret/s.md' } };
  expect((await client.post('/api/call', read)).status).toBe(403);
  expect(await client.call('note.complete')).toMatchObject({ paths: ['a.md'] });
  expect((await client.get('/files/secret/s.md')).status).toBe(403);
});

test('a call whose page is gone is given up', async () => {
  const home = await WebHome.open();
  const client = await home.enter();
  const first = await client.call('query.run', { query: 'LIST' });
  const sent = client.start('POST', '/api/call');
  sent.on('error', () => undefined);
  // It waits for another answer, and there will be none.
  const input = { query: 'LIST', after: first.version, waitMs: 20_000 };
  sent.end(JSON.stringify({ operation: 'query.run', input }));
  const callsOf = () => home.sessions.list().find(({ caller }) => caller.protocol === 'web');
  await until(() => sent.socket?.bytesWritten !== 0 && sent.writableFinished, 'the request');
  await client.call('note.read', { path: 'a.md' });
  const before = callsOf()?.failures ?? 0;
  sent.destroy();
  await until(() => (callsOf()?.failures ?? 0) > before, 'the call to end');
});

test('each page has a session of its own, pages without a name share one', async () => {
  const home = await WebHome.open();
  const client = await home.enter();
  const ids = async (name?: string) => {
    const { clients } = await client.with({ 'x-vaultd-page': name }).call('clients.list');
    return Object(clients).find(({ own }: { own: boolean }) => own).id;
  };
  const [one, two] = [await ids('one'), await ids('two')];
  expect(one).not.toBe(two);
  expect(await ids('one')).toBe(one);
  const shared = await ids();
  expect([one, two]).not.toContain(shared);
  expect(await ids('not a name/')).toBe(shared);
});

test('what a page loads counts as its own', async () => {
  const home = await WebHome.open();
  const client = await home.enter('p');
  await (await client.listen('p')).next('hello');
  await client.call('note.read', { path: 'a.md' });
  await client.get('/files/a.md');
  expect(home.sessions.list()).toHaveLength(1);
});

test('what a page reports is gone soon after its stream', async () => {
  const limits = { pageAwayMs: 50, pageSweepMs: 10, pageIdleMs: 60_000 };
  const home = await WebHome.open({ limits });
  const client = await home.enter('p');
  const stream = await client.listen('p');
  await stream.next('hello');
  await client.call('workspace.setState', { active: 'a.md', diffs: true });
  const agent = home.attach();
  expect(agent.view.workspace.state().active).toBe('a.md');
  // A page that comes back in time keeps everything.
  const again = await client.listen('p');
  stream.close();
  await again.next('hello');
  expect(agent.view.workspace.state().active).toBe('a.md');
  again.close();
  await until(() => agent.view.workspace.state().active === undefined, 'the page to be gone');
  expect(home.sessions.list().map(({ caller }) => caller.client)).toEqual(['agent']);
});

test('an idle page makes room for another one', async () => {
  const home = await WebHome.open({ limits: { pagesMax: 2 } });
  const client = await home.enter();
  for (const name of ['a', 'b', 'c', 'd'])
    await client.with({ 'x-vaultd-page': name }).call('note.read', { path: 'a.md' });
  expect(home.sessions.list()).toHaveLength(2);
});

test('the protocol closes while a call is under way, and lets it finish', async () => {
  const home = await WebHome.open();
  const client = await home.enter();
  const answers = Array.from({ length: 8 }, (_, i) =>
    client.call('note.write', { path: `n${i}.md`, content: 'x' }).catch(() => undefined),
  );
  await until(() => home.sessions.list().length > 0, 'a session');
  await home.protocol.close();
  await Promise.all(answers);
  await expect(client.get('/')).rejects.toThrow();
});
