import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { openThumbnailCache } from '../../src/engine/app/thumbnails/cache.ts';
import type { RemoteThumbnail } from '../../src/protocols/remote/client/index.ts';
import { openRemote, type RawRemote } from '../support/remote.ts';
import { freshFolder, plant } from '../support/vault.ts';

/** A picture that does not compress to nothing. */
function picture(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  const bytes = Buffer.alloc(width * height * channels);
  for (let at = 0; at < bytes.length; at++) bytes[at] = (at * 7 + (at >> 9) * 13) % 256;
  return sharp(bytes, { raw: { width, height, channels } });
}

const jpeg = (width: number, height: number) => picture(width, height).jpeg().toBuffer();

async function openWith(files: Readonly<Record<string, Buffer | string>>) {
  const protocol = await openRemote({ files: { ...files, 'docs/a.md': 'one' } });
  return { ...protocol, raw: await protocol.raw() };
}

async function thumbnail(raw: RawRemote, path: string, maxDim: number): Promise<RemoteThumbnail> {
  return (await raw.ask('fs.thumbnail', { path, maxDim })) as RemoteThumbnail;
}

/** What is really in a thumbnail. */
async function look({ contentBase64 }: RemoteThumbnail) {
  const { format, width, height, hasAlpha } = await sharp(
    Buffer.from(contentBase64, 'base64'),
  ).metadata();
  return { format, width, height, hasAlpha };
}

/** The thumbnail says what it is, and is it. */
async function check(
  bytes: Buffer,
  maxDim: number,
  expected: { format: string; width: number; height: number; hasAlpha?: boolean },
): Promise<void> {
  const { raw } = await openWith({ picture: bytes });
  const made = await thumbnail(raw, 'picture', maxDim);
  const { hasAlpha, ...size } = expected;
  expect(made).toMatchObject(size);
  expect(await look(made)).toMatchObject(expected);
  if (hasAlpha === undefined) return;
  expect((await look(made)).hasAlpha).toBe(hasAlpha);
}

test('T1 a JPEG shrinks to the size that is asked for', async () => {
  const bytes = await jpeg(800, 600);
  await check(bytes, 256, { format: 'jpeg', width: 256, height: 192 });
  const { raw } = await openWith({ 'p.jpg': bytes });
  const made = await thumbnail(raw, 'p.jpg', 256);
  expect(Buffer.from(made.contentBase64, 'base64').length).toBeLessThan(bytes.length);
});

test('T2 the other side follows, rounded down, and never vanishes', async () => {
  await check(await jpeg(200, 1000), 100, { format: 'jpeg', width: 20, height: 100 });
  await check(await jpeg(333, 777), 256, { format: 'jpeg', width: 109, height: 256 });
  await check(await jpeg(1, 4000), 10, { format: 'jpeg', width: 1, height: 10 });
});

test('T3 nothing grows', async () =>
  check(await jpeg(64, 48), 1024, { format: 'jpeg', width: 64, height: 48 }));

test('T4 a PNG stays a PNG and keeps what can be seen through', async () =>
  check(await picture(600, 300, 4).png().toBuffer(), 200, {
    format: 'png',
    width: 200,
    height: 100,
    hasAlpha: true,
  }));

test('T5 the content tells what it is, not the name', async () => {
  const { raw } = await openWith({ 'lie.jpg': await picture(30, 30).png().toBuffer() });
  expect(await thumbnail(raw, 'lie.jpg', 10)).toMatchObject({ format: 'png' });
});

test('T6 of a moving GIF the first picture is taken, as JPEG', async () => {
  const frames = Buffer.concat([Buffer.alloc(40 * 20 * 3, 255), Buffer.alloc(40 * 20 * 3, 0)]);
  const raw = { width: 40, height: 40, channels: 3 as const, pageHeight: 20 };
  const gif = await sharp(frames, { raw })
    .gif({ loop: 0, delay: [50, 50] })
    .toBuffer();
  const protocol = await openWith({ 'a.gif': gif });
  const made = await thumbnail(protocol.raw, 'a.gif', 20);
  expect(made).toMatchObject({ format: 'jpeg', width: 20, height: 10 });
  const { channels } = await sharp(Buffer.from(made.contentBase64, 'base64')).stats();
  expect(channels[0]?.mean).toBeGreaterThan(250);
});

test('T7 mtime and size are those of the source', async () => {
  const { raw, root } = await openWith({ 'p.jpg': await jpeg(80, 60) });
  const { size, mtimeMs } = statSync(join(root, 'p.jpg'));
  const expected = { mtime: Math.floor(mtimeMs), sourceSize: size };
  expect(await thumbnail(raw, 'p.jpg', 10)).toMatchObject(expected);
});

test('T8 what is no picture is refused', async () => {
  const whole = await jpeg(400, 400);
  const { raw } = await openWith({
    'text.jpg': 'not a picture',
    'half.jpg': whole.subarray(0, whole.length / 3),
    'empty.jpg': '',
    'head.png': Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    'p.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    'p.tiff': await picture(9, 9).tiff().toBuffer(),
  });
  for (const path of ['text.jpg', 'half.jpg', 'empty.jpg', 'head.png', 'p.svg', 'p.tiff']) {
    expect([path, await thumbnail(raw, path, 10)]).toEqual([path, 'E -32602']);
  }
});

// The reference refuses WebP because its image library cannot read it. Ours can, and a client that
// gets a thumbnail instead of an error fetches less.
test('T8 a WebP is shrunk, too, and stays transparent', async () => {
  await check(await picture(60, 30).webp().toBuffer(), 20, {
    format: 'jpeg',
    width: 20,
    height: 10,
  });
  const transparent = await picture(60, 30, 4).webp().toBuffer();
  await check(transparent, 20, { format: 'png', width: 20, height: 10, hasAlpha: true });
});

test('T9 maxDim is a positive whole number', async () => {
  const { raw } = await openWith({ 'p.jpg': await jpeg(8, 8) });
  for (const maxDim of [0, -1, undefined, 1.5, '5']) {
    expect(await raw.ask('fs.thumbnail', { path: 'p.jpg', maxDim })).toBe('E -32602');
  }
  expect(await raw.ask('fs.thumbnail', { path: '../x', maxDim: 0 })).toBe('E -32602');
});

test('T10 a thumbnail is of a file inside the vault', async () => {
  const { raw } = await openWith({});
  expect(await thumbnail(raw, 'docs', 10)).toBe('E -32012');
  expect(await thumbnail(raw, '', 10)).toBe('E -32012');
  expect(await thumbnail(raw, 'nope.jpg', 10)).toBe('E -32010');
  expect(await thumbnail(raw, '../x.jpg', 10)).toBe('E -32015');
});

test('T11 the same question has the same answer until the source or the size is another', async () => {
  const { raw, root } = await openWith({ 'p.jpg': await jpeg(80, 60) });
  const first = await thumbnail(raw, 'p.jpg', 40);
  expect(await thumbnail(raw, 'p.jpg', 40)).toEqual(first);
  expect((await thumbnail(raw, 'p.jpg', 20)).contentBase64).not.toBe(first.contentBase64);
  writeFileSync(join(root, 'p.jpg'), await jpeg(60, 80));
  expect(await thumbnail(raw, 'p.jpg', 40)).toMatchObject({ width: 30, height: 40 });
});

test('T12 a picture that claims to be huge is refused', async () => {
  const { raw } = await openWith({ 'bomb.png': claimingPng(100_000, 100_000) });
  expect(await thumbnail(raw, 'bomb.png', 10)).toBe('E -32602');
});

test('a picture that lies on its side is turned upright', async () =>
  check(await picture(80, 40).jpeg().withMetadata({ orientation: 6 }).toBuffer(), 20, {
    format: 'jpeg',
    width: 10,
    height: 20,
  }));

test('the cache forgets what was not used, and what is damaged', async () => {
  const folder = freshFolder();
  const made = { bytes: Buffer.alloc(100, 1), format: 'jpeg', width: 3, height: 2 } as const;
  const key = (n: number) => String(n).repeat(64);
  const cache = openThumbnailCache(folder, 350);
  for (const n of [1, 2, 3]) cache.keep(key(n), made);
  expect(cache.find(key(1))).toEqual(made);
  cache.keep(key(4), made);
  expect([1, 2, 3, 4].map((n) => cache.find(key(n)) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
  ]);

  const [damaged = ''] = readdirSync(folder);
  plant(folder, { [damaged]: 'damaged', 'stray.tmp': '' });
  const again = openThumbnailCache(folder, 350);
  expect(readdirSync(folder)).toHaveLength(3);
  expect(again.find(damaged.slice(0, 64))).toBeUndefined();
  expect(readdirSync(folder)).toHaveLength(2);
  expect(readFileSync(join(folder, readdirSync(folder)[0] ?? ''))).toEqual(made.bytes);
});

/** A PNG whose header claims a size that its data does not have. */
function claimingPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
  };
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(10))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
