import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixture, openRemote, type RawRemote } from '../support/remote.ts';
import { RemoteHome } from '../support/remote-process.ts';
import { harvest } from '../support/vault.ts';

const planted = {
  'note.md': '# Hello\nbody',
  'docs/a.md': 'one',
  'docs/sub/b.md': 'two',
  'img/logo.png': fixture['img/logo.png']?.toString(),
  empty: null,
};

/** Calls on the fixture, and what is different in the vault after them. No temporary file stays (W17). */
async function check(
  calls: readonly (readonly [method: string, params: object, expected: unknown])[],
  different: Readonly<Record<string, string | null | undefined>> = {},
): Promise<void> {
  const { raw, root } = await openRemote();
  const client = await raw();
  for (const [method, params, expected] of calls) {
    const found = await client.ask(method, params);
    if (expected === 'ok') expect(found).toMatchObject({ mtime: expect.any(Number) });
    else expect(found).toEqual(expected);
  }
  const wanted = Object.entries({ ...planted, ...different }).filter(
    ([, text]) => text !== undefined,
  );
  expect(harvest(root)).toEqual(Object.fromEntries(wanted));
}

test('W17 whether a write succeeds or fails, no temporary file stays', async () => {
  const { raw, root } = await openRemote();
  const client = await raw();
  const before = readdirSync(root, { recursive: true, encoding: 'utf8' });
  for (const [path, content, more] of [
    ['note.md', 'new', {}],
    ['note.md', 'new', { expectedMtime: 1 }],
    ['docs', 'onto a folder', {}],
    ['note.md/x', 'below a file', {}],
    ['../x.md', 'outside', {}],
  ] as const) {
    await client.ask('fs.write', { path, content, ...more });
    await client.ask('fs.writeBinary', { path, contentBase64: '@@@', ...more });
    await client.ask('fs.copy', { srcPath: 'docs/a.md', destPath: path });
    expect(readdirSync(root, { recursive: true, encoding: 'utf8' })).toEqual(before);
    expect(readdirSync(join(root, '..')).filter((name) => name.startsWith('.rsh'))).toEqual([]);
  }
});

test('W2 and W3 write makes missing folders and replaces what was there', () =>
  check(
    [
      ['fs.write', { path: 'x/y/z.md', content: 'first' }, 'ok'],
      ['fs.write', { path: 'x/y/z.md', content: 'second' }, 'ok'],
      ['fs.write', { path: 'slash.md/', content: 'x' }, 'ok'],
    ],
    { 'x/y/z.md': 'second', 'slash.md': 'x' },
  ));

test('W4 and W7 a write on another version is refused, 0 and null mean no check', () =>
  check(
    [
      ['fs.write', { path: 'note.md', content: 'x', expectedMtime: 1 }, 'E -32020'],
      ['fs.write', { path: 'note.md', content: 'x', expectedMtime: -1 }, 'E -32020'],
      ['fs.writeBinary', { path: 'note.md', contentBase64: '', expectedMtime: 1 }, 'E -32020'],
      ['fs.write', { path: 'docs/a.md', content: 'x', expectedMtime: 0 }, 'ok'],
      ['fs.write', { path: 'docs/a.md', content: 'y', expectedMtime: null }, 'ok'],
    ],
    { 'docs/a.md': 'y' },
  ));

test('W6 what is missing fails no check of its mtime', () =>
  check([['fs.write', { path: 'new.md', content: 'x', expectedMtime: 12345 }, 'ok']], {
    'new.md': 'x',
  }));

test('W8 an mtime is a whole number', () =>
  check([
    ['fs.write', { path: 'note.md', content: 'x', expectedMtime: 1.5 }, 'E -32602'],
    ['fs.write', { path: 'note.md', content: 'x', expectedMtime: '1' }, 'E -32602'],
  ]));

test('W9, W10 and W11 write stays inside, and replaces no folder', () =>
  check([
    ['fs.write', { path: '../sneaky.txt', content: 'x' }, 'E -32015'],
    ['fs.write', { path: 'docs', content: 'x' }, 'E -32013'],
    ['fs.writeBinary', { path: 'docs', contentBase64: '' }, 'E -32013'],
    ['fs.write', { path: '', content: 'x' }, 'E -32013'],
    ['fs.write', { path: './', content: 'x' }, 'E -32013'],
    ['fs.write', { path: 'note.md/x', content: 'x' }, 'E -32011'],
    ['fs.write', { path: 'note.md/x/y', content: 'x' }, 'E -32011'],
  ]));

test('W10 nothing appears beside the vault', async () => {
  const { raw, root } = await openRemote();
  const before = readdirSync(join(root, '..')).filter((name) => name.startsWith('.rsh'));
  await (await raw()).ask('fs.write', { path: '', content: 'x' });
  expect(readdirSync(join(root, '..')).filter((name) => name.startsWith('.rsh'))).toEqual(before);
});

test('W12 a write without content makes an empty file', () =>
  check([['fs.write', { path: 'new.md' }, 'ok']], { 'new.md': '' }));

test('W14 and W16 bad base64 is refused before the path is looked at', () =>
  check([
    ...[
      'not-valid-base64-@@@',
      'AAA',
      'AA-_',
      'AA==AA==',
      'A===',
      '====',
      'AA=A',
      'AA A',
      '=AAA',
    ].map(
      (contentBase64) =>
        ['fs.writeBinary', { path: 'new.bin', contentBase64 }, 'E -32602'] as const,
    ),
    ['fs.writeBinary', { path: '../x', contentBase64: '@' }, 'E -32602'],
    ['fs.appendBinary', { path: '../x', contentBase64: '@' }, 'E -32602'],
  ]));

test('W15 no base64 is an empty file, and line breaks in it count for nothing', () =>
  check(
    [
      ['fs.writeBinary', { path: 'empty.bin', contentBase64: '' }, 'ok'],
      ['fs.writeBinary', { path: 'one.bin', contentBase64: 'QQ==\n' }, 'ok'],
      ['fs.writeBinary', { path: 'three.bin', contentBase64: 'QU\r\nJD' }, 'ok'],
      ['fs.writeBinary', { path: 'bits.bin', contentBase64: 'QR==' }, 'ok'],
    ],
    { 'empty.bin': '', 'one.bin': 'A', 'three.bin': 'ABC', 'bits.bin': 'A' },
  ));

test('W20 append makes the file or adds to it', () =>
  check(
    [
      ['fs.append', { path: 'new.md', content: 'a' }, 'ok'],
      ['fs.append', { path: 'new.md', content: 'b' }, 'ok'],
      ['fs.append', { path: 'note.md', content: '!' }, 'ok'],
    ],
    { 'new.md': 'ab', 'note.md': '# Hello\nbody!' },
  ));

test('W21 append makes no folder and adds to none', () =>
  check([
    ['fs.append', { path: 'nope/new.md', content: 'x' }, 'E -32010'],
    ['fs.append', { path: 'docs', content: 'x' }, 'E -32012'],
    ['fs.append', { path: '', content: 'x' }, 'E -32012'],
    ['fs.append', { path: 'note.md/x', content: 'x' }, 'E -32011'],
  ]));

test('W13 and W22 bytes are written and added as they are', async () => {
  const { raw, root } = await openRemote();
  const client = await raw();
  const base64 = (...bytes: number[]) => Buffer.from(bytes).toString('base64');
  await client.ask('fs.writeBinary', { path: 'a.bin', contentBase64: base64(0, 1, 2, 255, 254) });
  expect([...readFileSync(join(root, 'a.bin'))]).toEqual([0, 1, 2, 255, 254]);
  await client.ask('fs.writeBinary', { path: 'a.bin', contentBase64: base64(1, 2) });
  await client.ask('fs.appendBinary', { path: 'a.bin', contentBase64: base64(3, 4) });
  expect([...readFileSync(join(root, 'a.bin'))]).toEqual([1, 2, 3, 4]);
});

test('W1 a new file has the mode 0644, whatever the umask', async () => {
  const { raw, root } = await openRemote();
  const client = await raw();
  const umask = process.umask(0o077);
  const { mtime } = (await client.ask('fs.write', { path: 'note2.md', content: 'x' })) as {
    mtime: number;
  };
  process.umask(umask);
  expect(mtime).toBeGreaterThan(0);
  expect(statSync(join(root, 'note2.md')).mode & 0o777).toBe(0o644);
});

test('W5 a write on the mtime just returned goes through, however fast', async () => {
  const raw = await (await openRemote()).raw();
  let expectedMtime = 0;
  for (let i = 0; i < 20; i++) {
    const params = { path: 'note.md', content: `${i}`, expectedMtime };
    const written = (await raw.ask('fs.write', params)) as { mtime: number };
    expect(written.mtime).toBeGreaterThan(expectedMtime);
    expectedMtime = written.mtime;
  }
});

test('W18 of two writers with the same precondition exactly one wins', async () => {
  const { raw, root } = await openRemote();
  const [a, b] = [await raw(), await raw()];
  for (let round = 0; round < 50; round++) {
    const { mtime } = (await a.ask('fs.stat', { path: 'note.md' })) as { mtime: number };
    const write = (client: RawRemote, content: string) =>
      client.ask('fs.write', { path: 'note.md', content, expectedMtime: mtime });
    const outcomes = await Promise.all([write(a, `a${round}`), write(b, `b${round}`)]);
    const winner = outcomes.findIndex((outcome) => outcome !== 'E -32020');
    expect(outcomes[1 - winner]).toBe('E -32020');
    expect(readFileSync(join(root, 'note.md'), 'utf8')).toBe(`${'ab'[winner]}${round}`);
  }
});

test('W19 an overwritten file keeps its mode, and a link keeps being one', async () => {
  const { raw, root } = await openRemote();
  chmodSync(join(root, 'note.md'), 0o755);
  symlinkSync('docs/a.md', join(root, 'link.md'));
  const client = await raw();
  await client.ask('fs.write', { path: 'note.md', content: 'new' });
  await client.ask('fs.write', { path: 'link.md', content: 'through' });
  expect(statSync(join(root, 'note.md')).mode & 0o777).toBe(0o755);
  expect(harvest(root)).toMatchObject({
    'note.md': 'new',
    'link.md': '→ docs/a.md',
    'docs/a.md': 'through',
  });
});

test('W23 text is written as exact UTF-8', async () => {
  const { raw, root } = await openRemote();
  const content = '\ufeff🎉\0\r\né';
  await (await raw()).ask('fs.write', { path: 'odd.md', content });
  expect(readFileSync(join(root, 'odd.md'))).toEqual(Buffer.from(content));
});

test('W24 a daemon killed during a large write leaves the old content or the new', async () => {
  const size = 4_000_000;
  const [old, fresh] = [Buffer.alloc(size, 1), Buffer.alloc(size, 2)];
  for (let round = 0; round < 4; round++) {
    const home = new RemoteHome({ 'big.bin': old });
    const daemon = await home.start();
    const raw = await home.ways().raw();
    const inode = () => statSync(join(home.vault, 'big.bin')).ino;
    const before = inode();
    raw.send({
      id: 1,
      method: 'fs.writeBinary',
      params: { path: 'big.bin', contentBase64: fresh.toString('base64') },
    });
    // Each round lets the write get further: begun, half staged, staged or in place.
    const staged = () => {
      const name = readdirSync(home.vault).find((each) => each.startsWith('.rsh-write-'));
      return name === undefined
        ? -1
        : (statSync(join(home.vault, name), { throwIfNoEntry: false })?.size ?? size);
    };
    const isInPlace = () => inode() !== before;
    await daemon.until(() => staged() >= (round * size) / 3 || isInPlace(), 'the write to get on');
    await daemon.stop('SIGKILL');
    const found = readFileSync(join(home.vault, 'big.bin'));
    expect(found.equals(old) || found.equals(fresh)).toBe(true);
    await home.start();
    expect(readdirSync(home.vault).filter((name) => name.startsWith('.rsh-write-'))).toEqual([]);
  }
});

test('a write can be made on a content instead of a time', async () => {
  const raw = await (await openRemote()).raw();
  const { hash } = (await raw.ask('fs.write', { path: 'h.md', content: 'x' })) as { hash: string };
  const write = (expectedHash: string, content: string) =>
    raw.ask('fs.write', { path: 'h.md', content, expectedHash });
  expect(await write('0'.repeat(64), 'y')).toBe('E -32020');
  expect(await write(hash, 'y')).toMatchObject({ mtime: expect.any(Number) });
});
