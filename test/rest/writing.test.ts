import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { historyUndo } from '../../src/operations/history/undo.ts';
import { perform } from '../../src/operations/perform.ts';
import { outcomeOf, RestHome } from '../support/rest.ts';
import { openTestSession } from '../support/vault.ts';

const text = { 'content-type': 'text/markdown' };

const read = (home: RestHome, path: string) => readFileSync(join(home.root, path), 'utf8');

/** Takes the step back that an answer names. */
const undo = (home: RestHome, step: unknown) =>
  perform(openTestSession(home), historyUndo, { change: String(step) });

test('79, 80 PUT makes a file with its folders, and replaces it; each is a step', async () => {
  const home = await RestHome.open();
  const first = await home.client().send('PUT', '/vault/New/x.md', 'hello', text);
  expect(first.status).toBe(204);
  expect(first.headers.etag).toMatch(/^"[0-9a-f]{64}"$/);
  expect(read(home, 'New/x.md')).toBe('hello');
  const second = await home.client().send('PUT', '/vault/New/x.md', 'again', text);
  expect(read(home, 'New/x.md')).toBe('again');
  await undo(home, second.headers['vaultd-step']);
  expect(read(home, 'New/x.md')).toBe('hello');
  await undo(home, first.headers['vaultd-step']);
  expect(existsSync(join(home.root, 'New/x.md'))).toBe(false);
});

const latin1 = { 'content-type': 'text/markdown; charset=iso-8859-1' };
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const octets = { 'content-type': 'application/octet-stream' };
const bytes = Buffer.from([1, 2, 0xff]);

test.each([
  ['81', '/vault/J%2Fx.md', 'J/x.md', 'x', text, 'x'],
  ['82', '/vault/x.md', 'x.md', 'no type', {}, 'no type'],
  ['83', '/vault/x.md', 'x.md', 'a=b', form, 'a=b'],
  [
    '84',
    '/vault/c.canvas',
    'c.canvas',
    '{"nodes":[],   "edges":[]}\n',
    json,
    '{"nodes":[],   "edges":[]}\n',
  ],
  ['86', '/vault/x.bin', 'x.bin', bytes, octets, bytes],
  ['87', '/vault/x.md', 'x.md', Buffer.from([0xe4]), latin1, 'ä'],
  ['88', '/vault/x.md', 'x.md', '', text, ''],
  ['90', '/vault/heading/new.md', 'heading/new.md', 'x', text, 'x'],
  ['bytes that are no text', '/vault/x.md', 'x.md', bytes, text, bytes],
  ['a folder by case alone', '/vault/projects/new.md', 'Projects/new.md', 'x', text, 'x'],
])('%s PUT %s stores what came', async (_, url, path, body, headers, expected) => {
  const home = await RestHome.open();
  expect(outcomeOf(await home.client().send('PUT', url, body, headers))).toBe('204');
  expect(readFileSync(join(home.root, path)).equals(Buffer.from(expected))).toBe(true);
});

test.each([
  ['85', 'PUT', '/vault/x.md', '{', json, '400/40015'],
  ['85 too deep', 'PUT', '/vault/x.md', `${'['.repeat(300)}${']'.repeat(300)}`, json, '400/40015'],
  ['89', 'PUT', '/vault/New/', 'x', text, '405/40510'],
  ['89', 'PUT', '/vault/Projects', 'x', text, '405/40510'],
  ['91', 'PUT', '/vault/.obsidian/plugins/x/main.js', 'x', text, '403/40321'],
  ['98', 'POST', '/vault/x.md', '{}', json, '400/40010'],
  ['98', 'POST', '/vault/x.md', 'x', {}, '400/40010'],
  ['99', 'POST', '/vault/p/', 'x', text, '405/40510'],
  ['102', 'DELETE', '/vault/none.md', undefined, {}, '404/40400'],
  ['104', 'DELETE', '/vault/Projects/', undefined, {}, '405/40510'],
  ['104', 'DELETE', '/vault/Projects', undefined, {}, '405/40510'],
  ['104', 'DELETE', '/vault/Empty', undefined, {}, '405/40510'],
  ['105', 'DELETE', '/vault/a.md/heading/One', undefined, {}, '405/40500'],
  ['113', 'PROPFIND', '/vault/a.md', undefined, {}, '404/40400'],
  ['a part of a missing note', 'PUT', '/vault/no.md/heading/X', 'x', text, '404/40400'],
  [
    'a charset that is none',
    'PUT',
    '/vault/x.md',
    'x',
    { 'content-type': 'text/plain; charset=klingon' },
    '400/40015',
  ],
])('%s %s %s is refused, and nothing changes', async (_, method, path, body, headers, expected) => {
  const home = await RestHome.open();
  const before = (await home.client().get('/vault/')).text;
  expect(outcomeOf(await home.client().send(method, path, body, headers))).toBe(expected);
  expect((await home.client().get('/vault/')).text).toBe(before);
});

test('92 If-Match lets only the version through that it names', async () => {
  const home = await RestHome.open();
  const { etag = '' } = (await home.client().get('/vault/nonl.md')).headers;
  const put = (path: string, tag: string) =>
    home.client().send('PUT', path, 'new', { ...text, 'if-match': tag });
  expect(outcomeOf(await put('/vault/nonl.md', '"stale"'))).toBe('412/41200');
  expect(read(home, 'nonl.md')).toBe('no newline');
  expect(outcomeOf(await put('/vault/none.md', etag))).toBe('412/41200');
  expect(outcomeOf(await put('/vault/none.md', '*'))).toBe('412/41200');
  expect(outcomeOf(await put('/vault/nonl.md', `W/${etag}`))).toBe('412/41200');
  expect(outcomeOf(await put('/vault/nonl.md', `"other", ${etag}`))).toBe('204');
  expect(read(home, 'nonl.md')).toBe('new');
  const bare = etag.replaceAll('"', '');
  await home.client().send('PUT', '/vault/nonl.md', 'no newline', text);
  expect(outcomeOf(await put('/vault/nonl.md', bare))).toBe('204');
});

test('93 If-None-Match: * only creates', async () => {
  const home = await RestHome.open();
  const put = (path: string) =>
    home.client().send('PUT', path, 'new', { ...text, 'if-none-match': '*' });
  expect(outcomeOf(await put('/vault/fresh.md'))).toBe('204');
  expect(outcomeOf(await put('/vault/nonl.md'))).toBe('412/41200');
  expect(read(home, 'nonl.md')).toBe('no newline');
});

test('92 conditions hold for every method that changes a file', async () => {
  const home = await RestHome.open();
  const stale = { ...text, 'if-match': '"stale"', destination: 'to.md' };
  for (const method of ['PUT', 'POST', 'DELETE', 'MOVE', 'COPY']) {
    const body = /^P/.test(method) ? 'x' : undefined;
    const answer = await home.client().send(method, '/vault/nonl.md', body, stale);
    expect(`${method} ${outcomeOf(answer)}`).toBe(`${method} 412/41200`);
  }
  expect(read(home, 'nonl.md')).toBe('no newline');
  expect(existsSync(join(home.root, 'to.md'))).toBe(false);
  const { etag } = (await home.client().get('/vault/nonl.md')).headers;
  const moved = await home.client().send('MOVE', '/vault/nonl.md', undefined, {
    'if-match': etag,
    destination: 'to.md',
  });
  expect(outcomeOf(moved)).toBe('204');
  const gone = await home.client().send('DELETE', '/vault/to.md', undefined, { 'if-match': etag });
  expect(outcomeOf(gone)).toBe('204');
});

test('94 a condition that is malformed is said', async () => {
  const home = await RestHome.open();
  const put = (tag: string) =>
    home.client().send('PUT', '/vault/nonl.md', 'x', { ...text, 'if-match': tag });
  expect(outcomeOf(await put('W/x'))).toBe('400/40024');
  expect(outcomeOf(await put('"open'))).toBe('400/40024');
});

test('95 of two writers with the same version, one wins', async () => {
  const home = await RestHome.open();
  const { etag } = (await home.client().get('/vault/nonl.md')).headers;
  const put = (body: string) =>
    home.client().send('PUT', '/vault/nonl.md', body, { ...text, 'if-match': etag });
  const outcomes = (await Promise.all([put('one'), put('two')])).map(outcomeOf);
  expect(outcomes.sort()).toEqual(['204', '412/41200']);
});

test('96, 97, 100 POST adds a line to what is on disk at that moment', async () => {
  const home = await RestHome.open();
  const post = (path: string, body: string) => home.client().send('POST', path, body, text);
  expect(outcomeOf(await post('/vault/nonl.md', 'more'))).toBe('204');
  expect(read(home, 'nonl.md')).toBe('no newline\nmore');
  expect(outcomeOf(await post('/vault/fresh/note.md', 'first'))).toBe('204');
  expect(read(home, 'fresh/note.md')).toBe('first');
  writeFileSync(join(home.root, 'nonl.md'), 'by another program\n');
  expect(outcomeOf(await post('/vault/nonl.md', 'mine\n'))).toBe('204');
  expect(read(home, 'nonl.md')).toBe('by another program\nmine\n');
});

test('101, 103 DELETE goes to the trash, or for good, and both can be undone', async () => {
  const home = await RestHome.open();
  const before = read(home, 'odd.md');
  const trashed = await home.client().send('DELETE', '/vault/odd.md');
  expect(outcomeOf(trashed)).toBe('204');
  expect(read(home, '.trash/odd.md')).toBe(before);
  await undo(home, trashed.headers['vaultd-step']);
  expect(read(home, 'odd.md')).toBe(before);
  const removed = await home.client().send('DELETE', '/vault/odd.md?permanent=true');
  expect(outcomeOf(removed)).toBe('204');
  expect(existsSync(join(home.root, '.trash/odd.md'))).toBe(false);
  await undo(home, removed.headers['vaultd-step']);
  expect(read(home, 'odd.md')).toBe(before);
});

test('112 the limit is 64 MiB unless it is set', async () => {
  const home = await RestHome.open({ files: {} });
  const sent = home.client().send('PUT', '/vault/x.md', 'x', {
    ...text,
    'content-length': 65 * 2 ** 20,
  });
  expect(outcomeOf(await sent)).toBe('413/41300');
});

test('112 a body that is too large is refused before it is read', async () => {
  const home = await RestHome.open({ files: {}, settings: { bodyBytesMax: 1000 } });
  const large = 'x'.repeat(1001);
  const announced = await home.client().send('PUT', '/vault/x.md', large, text);
  expect(outcomeOf(announced)).toBe('413/41300');
  const chunked = { ...text, 'transfer-encoding': 'chunked' };
  expect(outcomeOf(await home.client().send('PUT', '/vault/x.md', large, chunked))).toBe(
    '413/41300',
  );
  expect(existsSync(join(home.root, 'x.md'))).toBe(false);
});
