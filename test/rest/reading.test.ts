import { symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../support/folder.ts';
import { outcomeOf, RestHome } from '../support/rest.ts';

test('31, 32, 33, 34, 35, 36 folders are listed by name, with or without the last slash', async () => {
  const home = await RestHome.open();
  const list = async (path: string) => (await home.client().get(path)).json.files;
  const all = [
    'Empty/',
    'Projects/',
    'a.md',
    'board.canvas',
    'broken.md',
    'dup.md',
    'heading/',
    'my folder/',
    'noext',
    'nonl.md',
    'odd.md',
    'pic.png',
    'Äpfel.md',
  ];
  expect(await list('/vault/')).toEqual(all);
  expect(await list('/vault')).toEqual(all);
  expect(await list('/vault/Projects/')).toEqual(['Deep/', 'b.md']);
  expect(await list('/vault/Projects')).toEqual(['Deep/', 'b.md']);
  expect(await list('/vault/projects/')).toEqual(['Deep/', 'b.md']);
  expect(await list('/vault/Empty/')).toEqual([]);
  expect(outcomeOf(await home.client().get('/vault/None/'))).toBe('404/40400');
});

test('37, 38, 39 a note has its type, its path, its version and its size', async () => {
  const home = await RestHome.open();
  const note = await home.client().get('/vault/Projects/b.md');
  expect(note).toMatchObject({
    status: 200,
    text: 'plain\n',
    headers: {
      'content-type': 'text/markdown; charset=utf-8',
      'content-disposition': 'attachment; filename="Projects/b.md"',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    },
  });
  const head = await home.client().send('HEAD', '/vault/Projects/b.md');
  expect(head).toMatchObject({
    status: 200,
    text: '',
    headers: {
      'content-length': '6',
      etag: note.headers.etag,
      'last-modified': expect.stringMatching(/ GMT$/),
    },
  });
  expect((await home.client().send('HEAD', '/vault/zz.md')).status).toBe(404);
});

test.each([
  ['40', '/vault/Projects/b.md/', 'plain\n'],
  ['41', '/vault/Projects%2Fb.md', 'plain\n'],
  ['42', '/vault/Projects/Deep/c%2C%20d.md', 'deep\n'],
  ['43', '/vault/%C3%84pfel.md', 'umlaut ä\n'],
  ['46', '/vault//a.md', '---\ntitle: Alpha'],
  ['46', '/VAULT/a.md', '---\ntitle: Alpha'],
  ['by case alone', '/vault/PROJECTS/B.md', 'plain\n'],
  ['with a blank', '/vault/my%20folder/b%20c.md', 'blank name\n'],
])('%s %s is the note', async (_, path, text) => {
  const home = await RestHome.open();
  const answer = await home.client().get(path);
  expect(answer.status).toBe(200);
  expect(answer.text.startsWith(text)).toBe(true);
});

test('42 commas and blanks are encoded in the name of a download', async () => {
  const home = await RestHome.open();
  const { headers } = await home.client().get('/vault/Projects/Deep/c%2C%20d.md');
  expect(headers['content-disposition']).toContain('c%2C%20d.md');
});

test.each([
  ['44', '/vault/%E0%A4%A', '400/40021'],
  ['45', '/vault/..%2f..%2fetc%2fpasswd', '400/40021'],
  ['45', '/vault/%2e%2e/x', '400/40021'],
  ['45', '/vault/../../etc/passwd', '400/40021'],
  ['a backslash', '/vault/a%5C..%5Cb.md', '400/40021'],
  ['a backslash', '/vault/a%5Cb.md', '400/40021'],
  ['a NUL', '/vault/a%00.md', '400/40021'],
  ['47', '/vault/.obsidian/app.json', '403/40321'],
  ['47', '/vault/.obsidian/', '403/40321'],
  ['48', '/vault/.OBSIDIAN/app.json', '403/40321'],
  ['49', '/vault/.hidden.md', '404/40400'],
  ['a name that is too long', `/vault/${'n'.repeat(300)}.md`, '400/40021'],
  ['113', '/open/a.md', '404/40400'],
])('%s %s is %s', async (_, path, expected) => {
  const home = await RestHome.open();
  expect(outcomeOf(await home.client().get(path))).toBe(expected);
});

test('48, 53 a link leads nowhere that is closed', async () => {
  const home = await RestHome.open();
  const outside = join(freshFolder(), 'secret.md');
  writeFileSync(outside, 'secret');
  symlinkSync(outside, join(home.root, 'out.md'));
  symlinkSync(join(home.root, '.obsidian'), join(home.root, 'settings'));
  expect(outcomeOf(await home.client().get('/vault/out.md'))).toBe('404/40400');
  expect(outcomeOf(await home.client().get('/vault/settings/app.json'))).toBe('403/40321');
  const put = await home.client().send('PUT', '/vault/settings/x.json', '{}');
  expect(outcomeOf(put)).toBe('403/40321');
  const { files } = (await home.client().get('/vault/')).json;
  expect(files).not.toContain('out.md');
});

test.each([
  ['50', '/vault/pic.png', 'image/png', 6],
  ['51', '/vault/board.canvas', 'application/json; charset=utf-8', 26],
  ['51', '/vault/noext', 'application/octet-stream', 4],
])('%s %s is %s', async (_, path, type, size) => {
  const home = await RestHome.open();
  const { headers, bytes } = await home.client().get(path);
  expect({ type: headers['content-type'], size: bytes.length }).toEqual({ type, size });
});

test('a client that asks for HTML gets the Markdown', async () => {
  const home = await RestHome.open();
  const note = await home.client().get('/vault/Projects/b.md', { accept: 'text/html' });
  expect(note.text).toBe('plain\n');
  expect(note.headers['content-type']).toBe('text/markdown; charset=utf-8');
});

test('52 a client that has this version gets nothing again', async () => {
  const home = await RestHome.open();
  const { headers } = await home.client().get('/vault/a.md');
  const again = (tag: string) => home.client().get('/vault/a.md', { 'if-none-match': tag });
  expect(await again(headers.etag ?? '')).toMatchObject({ status: 304, text: '' });
  expect(await again(`"x", W/${headers.etag}`)).toMatchObject({ status: 304, text: '' });
  expect((await again('"x"')).status).toBe(200);
});

test('what is sent is what is on disk, also of a note that is in memory', async () => {
  // For this clock the files are old enough to stay in memory.
  const home = await RestHome.open({ engine: { clock: { now: () => Date.now() + 60_000 } } });
  const file = join(home.root, 'Projects/b.md');
  const get = async () => {
    const { text, headers } = await home.client().get('/vault/Projects/b.md');
    return { text, etag: headers.etag, date: headers['last-modified'] };
  };
  const first = await get();
  expect(await get()).toEqual(first);
  utimesSync(file, 1_000_000_000, 1_000_000_000);
  const touched = await get();
  expect(touched).toEqual({ ...first, date: 'Sun, 09 Sep 2001 01:46:40 GMT' });
  writeFileSync(file, 'other\n');
  utimesSync(file, 1_000_000_000, 1_000_000_000);
  expect(await get()).toEqual({
    text: 'other\n',
    etag: expect.not.stringMatching(String(first.etag)),
    date: touched.date,
  });
});

test('a file that is too large for one piece of memory is sent in parts', async () => {
  const home = await RestHome.open({ files: {} });
  const bytes = Buffer.alloc(13_000_000, 'x');
  writeFileSync(join(home.root, 'big.bin'), bytes);
  const answer = await home.client().get('/vault/big.bin');
  expect(answer.headers['content-length']).toBe('13000000');
  expect(answer.bytes.equals(bytes)).toBe(true);
});
