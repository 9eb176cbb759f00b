import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { until } from '../support/until.ts';
import { freshFolder } from '../support/vault.ts';
import { WebHome } from '../support/web-protocol.ts';

const files = {
  'p.png': Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
  'deep/Ä b#c?.png': 'umlaut',
  'v.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  'e.html': '<script>alert(1)</script>',
  'n.md': '# note',
  'd.pdf': '%PDF-1.4',
  'UP.MP4': 'video',
  'no-ending': 'x',
  '.obsidian/app.json': '{}',
  '.trash/t.png': 'x',
};

const types: [string, string, boolean][] = [
  ['p.png', 'image/png', false],
  ['v.svg', 'image/svg+xml', false],
  ['d.pdf', 'application/pdf', false],
  ['UP.MP4', 'video/mp4', false],
  ['e.html', 'application/octet-stream', true],
  ['n.md', 'application/octet-stream', true],
  ['no-ending', 'application/octet-stream', true],
];

for (const [path, type, isDownload] of types) {
  test(`${path} is ${isDownload ? 'a download' : type}, and nothing in it can run`, async () => {
    const home = await WebHome.open({ files });
    const { status, headers } = await (await home.enter()).get(`/files/${path}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(type);
    expect(headers['content-disposition']).toBe(isDownload ? 'attachment' : undefined);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';/);
    expect(headers['content-security-policy']).not.toMatch(/script/);
    if (type !== 'application/pdf') expect(headers['content-security-policy']).toMatch(/sandbox$/);
  });
}

test('a path may have any letters, each part encoded', async () => {
  const home = await WebHome.open({ files });
  const path = 'deep/Ä b#c?.png'.split('/').map(encodeURIComponent).join('/');
  const { status, text } = await (await home.enter()).get(`/files/${path}?vault=V`);
  expect([status, text]).toEqual([200, 'umlaut']);
});

const closed: [string, number][] = [
  ['/files/../a', 400],
  ['/files/%2e%2e/a', 400],
  ['/files/..%2f..%2fetc%2fpasswd', 400],
  ['/files/%2fetc%2fpasswd', 400],
  ['/files/x%00y', 400],
  ['/files/%', 400],
  ['/files/%ff', 400],
  ['/files/no.png', 404],
  ['/files/deep', 400],
  ['/files/', 400],
  ['/files/.obsidian/app.json', 403],
  ['/files/.trash/t.png', 403],
  ['/files/out.png', 400],
  ['/files/p.png?vault=other', 404],
];

for (const [path, status] of closed) {
  test(`${path} gets ${status} and no byte of any file`, async () => {
    const home = await WebHome.open({ files });
    const outside = freshFolder();
    writeFileSync(join(outside, 'secret.png'), 'SECRET');
    symlinkSync(join(outside, 'secret.png'), join(home.root, 'out.png'));
    const answered = await (await home.enter()).get(path);
    expect([400, 403, 404]).toContain(answered.status);
    expect(answered.status).toBe(status);
    expect(answered.headers['content-type']).toBe('application/json');
    expect(answered.text).not.toMatch(/SECRET|root:/);
    expect(answered.text).not.toContain(home.root);
  });
}

const ranges: [string, number, string | undefined, number[]][] = [
  ['bytes=0-2', 206, 'bytes 0-2/10', [1, 2, 3]],
  ['bytes=-2', 206, 'bytes 8-9/10', [9, 10]],
  ['bytes=8-', 206, 'bytes 8-9/10', [9, 10]],
  ['bytes=20-', 416, 'bytes */10', []],
  ['bytes=0-1,3-4', 200, undefined, [...files['p.png']]],
];

for (const [range, status, content, bytes] of ranges) {
  test(`the range ${range} of ten bytes gets ${status}`, async () => {
    const home = await WebHome.open({ files });
    const answered = await (await home.enter()).get('/files/p.png', { range });
    expect(answered.status).toBe(status);
    expect(answered.headers['content-range']).toBe(content);
    expect([...answered.bytes]).toEqual(bytes);
  });
}

test('a file that the browser has is not sent again, until it changes', async () => {
  const home = await WebHome.open({ files });
  const client = await home.enter();
  const { etag = '' } = (await client.get('/files/p.png')).headers;
  const again = await client.get('/files/p.png', { 'if-none-match': etag });
  expect([again.status, again.text]).toEqual([304, '']);
  expect((await client.get('/files/p.png', { range: 'bytes=0-0', 'if-range': '"x"' })).status).toBe(
    200,
  );
  expect((await client.get('/files/p.png', { range: 'bytes=0-0', 'if-range': etag })).status).toBe(
    206,
  );
  writeFileSync(join(home.root, 'p.png'), 'other');
  const changed = await client.get('/files/p.png', { 'if-none-match': etag });
  expect([changed.status, changed.text]).toEqual([200, 'other']);
});

test('HEAD has the headers of a file without its content', async () => {
  const home = await WebHome.open({ files });
  const { status, headers, text } = await (await home.enter()).send('HEAD', '/files/p.png');
  expect([status, headers['content-length'], text]).toEqual([200, '10', '']);
});

test('a large file comes whole, in parts, and an empty one is empty', async () => {
  const large = Buffer.alloc(3 * 1024 * 1024 + 17);
  for (let i = 0; i < large.length; i += 4096) large[i] = i % 251;
  const home = await WebHome.open({ files: { 'l.mp4': large, 'e.png': '' } });
  const client = await home.enter();
  expect((await client.get('/files/l.mp4')).bytes.equals(large)).toBe(true);
  expect((await client.get('/files/e.png')).bytes).toHaveLength(0);
});

test('a file that changes while it is sent breaks off', async () => {
  const large = Buffer.alloc(32 * 1024 * 1024, 'a');
  const home = await WebHome.open({ files: { 'l.mp4': large } });
  const sent = (await home.enter()).start('GET', '/files/l.mp4');
  let got = 0;
  let isOver = false;
  sent.on('error', () => {
    isOver = true;
  });
  sent.on('response', (response) => {
    response.pause();
    response.on('data', (chunk: Buffer) => {
      got += chunk.length;
    });
    response.on('error', () => undefined);
    response.on('close', () => {
      isOver = true;
    });
    writeFileSync(join(home.root, 'l.mp4'), Buffer.alloc(32 * 1024 * 1024, 'b'));
    response.resume();
  });
  sent.end();
  await until(() => isOver, 'the end');
  expect(got).toBeLessThan(large.length);
});

const assets = {
  'index.html': '<!doctype html>page',
  'favicon.svg': '<svg/>',
  'assets/app-1a2b3c4d.js': 'plain',
  'assets/app-1a2b3c4d.js.br': 'brotli',
  'assets/app-1a2b3c4d.js.gz': 'gzip',
  'assets/packed-1a2b3c4d.js.gz': gzipSync('packed'),
  'assets/plain.css': 'css',
  'assets/.hidden.js': 'SECRET',
  'assets/odd.exe': 'SECRET',
};

test('every view of the page is the page', async () => {
  const home = await WebHome.open({ assets });
  const client = await home.enter();
  for (const path of [
    '/',
    '/activity',
    '/notes/deep/N.md',
    '/note/p.png',
    '/index.html',
    '/..',
    '/%2e%2e/x',
  ]) {
    const { status, text, headers } = await client.get(path);
    expect([status, text]).toEqual([200, assets['index.html']]);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; media-src 'self'; manifest-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    );
  }
  expect((await client.get('/favicon.svg')).headers['content-type']).toBe('image/svg+xml');
});

test('built files come compressed as the browser likes, and stay in its cache', async () => {
  const home = await WebHome.open({ assets });
  const client = await home.enter();
  const take = async (accept?: string) => {
    const headers = accept === undefined ? {} : { 'accept-encoding': accept };
    const answered = await client.get('/assets/app-1a2b3c4d.js', headers);
    return [answered.text, answered.headers['content-encoding']];
  };
  expect(await take()).toEqual(['plain', undefined]);
  expect(await take('gzip, deflate, br')).toEqual(['brotli', 'br']);
  expect(await take('gzip')).toEqual(['gzip', 'gzip']);
  expect((await client.get('/assets/packed-1a2b3c4d.js')).text).toBe('packed');
  const { headers } = await client.get('/assets/app-1a2b3c4d.js');
  expect(headers['cache-control']).toContain('immutable');
  expect(headers.vary).toBe('Accept-Encoding');
  expect((await client.get('/assets/plain.css')).headers['cache-control']).toBe('no-cache');
});

for (const path of [
  '/assets/no.js',
  '/assets/../index.html',
  '/assets/..%2findex.html',
  '/assets/%2e%2e/index.html',
  '/assets/..',
  '/assets/.hidden.js',
  '/assets/odd.exe',
  '/assets/app-1a2b3c4d.js/',
  '/assets//app-1a2b3c4d.js',
  '/assets/app-1a2b3c4d.js%00',
  '/assets/..\\index.html',
]) {
  test(`${path} is no built file`, async () => {
    const home = await WebHome.open({ assets });
    const { status, text } = await (await home.enter()).get(path);
    expect(status).toBe(404);
    expect(text).not.toContain('SECRET');
  });
}

test('a copy without a built page says so', async () => {
  const home = await WebHome.open();
  const { status, text } = await (await home.enter()).get('/');
  expect(status).toBe(503);
  expect(text).toContain('npm run build');
});

test('a folder that is swapped for a link to the outside shows nothing', async () => {
  const home = await WebHome.open({ files });
  const outside = freshFolder();
  mkdirSync(join(outside, 'd'));
  writeFileSync(join(outside, 'd/x.png'), 'SECRET');
  symlinkSync(join(outside, 'd'), join(home.root, 'swapped'));
  const { status, text } = await (await home.enter()).get('/files/swapped/x.png');
  expect(status).not.toBe(200);
  expect(text).not.toContain('SECRET');
});
