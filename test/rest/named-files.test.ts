import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyNamed, outcomeOf, RestHome } from '../support/rest.ts';

const text = { 'content-type': 'text/markdown' };
const read = (home: RestHome, path: string) => readFileSync(join(home.root, path), 'utf8');

test('196, 197, 198 the active file is the one that was opened last', async () => {
  const home = await RestHome.open();
  const client = home.client();
  expect(outcomeOf(await client.get('/active/'))).toBe('404/40400');
  const opened = await client.send('POST', '/open/Projects%2Fb.md');
  expect(opened).toMatchObject({ status: 200, json: { opened: false } });
  for (const path of ['/active/', '/active']) {
    expect(await client.get(path)).toMatchObject({
      status: 200,
      text: 'plain\n',
      headers: { 'content-location': 'Projects/b.md' },
    });
  }
  expect(outcomeOf(await client.send('POST', '/active/', 'more\n', text))).toBe('204');
  expect(read(home, 'Projects/b.md')).toBe('plain\nmore\n');
  expect(outcomeOf(await client.send('DELETE', '/active/'))).toBe('204');
  expect(existsSync(join(home.root, 'Projects/b.md'))).toBe(false);
  expect(outcomeOf(await client.get('/active/'))).toBe('404/40400');
});

test('200 opening a missing note makes it, where the key may write', async () => {
  const home = await RestHome.open({
    keys: [keyNamed('k'), keyNamed('reader', { read_only: true })],
  });
  const open = async (key: string, path: string) =>
    outcomeOf(await home.client(key).send('POST', path));
  expect(await open('k', '/open/New%20note.md')).toBe('200');
  expect(read(home, 'New note.md')).toBe('');
  expect(await open('reader', '/open/Other.md')).toBe('404/40400');
  expect(existsSync(join(home.root, 'Other.md'))).toBe(false);
  expect(await open('k', '/open/..%2Fx.md')).toBe('400/40021');
  expect(await open('k', '/open/.obsidian/x.md')).toBe('403/40321');
});

const periodic = {
  'Templates/day.md': '# {{title}}\n\nnotes:\n',
  '.obsidian/daily-notes.json': JSON.stringify({ folder: 'Days', template: 'Templates/day' }),
};

test('201, 205 a text for today becomes a note with its template, in one step', async () => {
  const home = await RestHome.open({ files: periodic });
  const posted = await home.client().send('POST', '/periodic/daily/', 'line\n', text);
  expect(posted.status).toBe(204);
  const path = decodeURIComponent(posted.headers['content-location'] ?? '');
  expect(path).toMatch(/^Days\/\d{4}-\d\d-\d\d\.md$/);
  const title = path.slice('Days/'.length, -'.md'.length);
  expect(read(home, path)).toBe(`# ${title}\n\nnotes:\nline\n`);
  for (const url of ['/periodic/daily/', '/periodic/daily']) {
    expect((await home.client().get(url)).text).toBe(read(home, path));
  }
});

test('202 a text for a date goes to the note of that date', async () => {
  const home = await RestHome.open({ files: periodic });
  const url = '/periodic/daily/2026/01/05/';
  const posted = await home.client().send('POST', url, 'x\n', text);
  expect(posted.headers['content-location']).toBe('Days/2026-01-05.md');
  expect(read(home, 'Days/2026-01-05.md')).toBe('# 2026-01-05\n\nnotes:\nx\n');
  expect((await home.client().get('/vault/Days/')).json).toEqual({ files: ['2026-01-05.md'] });
  expect(outcomeOf(await home.client().send('DELETE', url))).toBe('204');
  expect(outcomeOf(await home.client().send('PUT', url, 'all\n', text))).toBe('204');
  expect(read(home, 'Days/2026-01-05.md')).toBe('all\n');
});

test.each([
  ['203', 'GET', '/periodic/weekly/', '404/40461'],
  ['203', 'DELETE', '/periodic/yearly/', '404/40461'],
  ['204', 'GET', '/periodic/hourly/', '404/40460'],
  ['204', 'GET', '/periodic/', '404/40460'],
  ['a day that is none', 'GET', '/periodic/daily/2026/02/31/', '400/40000'],
  ['a month that is none', 'GET', '/periodic/daily/2026/13/01/', '400/40000'],
])('%s %s %s is %s', async (_, method, path, expected) => {
  const home = await RestHome.open({ files: {} });
  expect(outcomeOf(await home.client().send(method, path))).toBe(expected);
});

test('a period that the vault has switched off has its usual names', async () => {
  const home = await RestHome.open({ files: {} });
  const posted = await home.client().send('POST', '/periodic/monthly/2026/01/05/', 'x', text);
  expect(posted.headers['content-location']).toBe('2026-01.md');
});

test('206 the latest notes of a period come first', async () => {
  const home = await RestHome.open({
    files: { '2026-01-01.md': 'one', '2026-01-03.md': 'three', '2026-01-02.md': 'two', 'x.md': '' },
  });
  const list = async (query: string) =>
    Object(await home.client().get(`/periodic/daily/recent${query}`)).json;
  expect(await list('?limit=2&includeContent=true')).toEqual([
    { path: '2026-01-03.md', mtime: expect.any(Number), content: 'three' },
    { path: '2026-01-02.md', mtime: expect.any(Number), content: 'two' },
  ]);
  // As Python's requests writes it.
  expect((await list('?includeContent=True'))[0]).toHaveProperty('content', 'three');
  expect(await list('')).toHaveLength(3);
  expect((await list(''))[0]).not.toHaveProperty('content');
});

test('207 tags are counted with those below them', async () => {
  const home = await RestHome.open();
  for (const path of ['/tags/', '/tags']) {
    const { tags } = (await home.client().get(path)).json;
    expect(tags).toEqual([
      { name: 'work', count: 2 },
      { name: 'work/deep', count: 1 },
    ]);
  }
});
