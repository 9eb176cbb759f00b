import { execFileSync } from 'node:child_process';
import { symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRemote, type RawRemote } from '../support/remote.ts';
import { plant } from '../support/vault.ts';

/** Calls on the fixture, with what they give. */
const cases: Readonly<Record<string, readonly (readonly [string, unknown, unknown])[]>> = {
  'R1 stat of a file': [
    ['fs.stat', { path: 'note.md' }, { type: 'file', size: 12, mode: expect.any(Number) }],
  ],
  'R2 stat of a folder': [['fs.stat', { path: 'docs' }, { type: 'folder', size: 0 }]],
  'R3 exists tells present from missing, and nothing about the outside': [
    ['fs.exists', { path: 'note.md' }, { exists: true }],
    ['fs.exists', { path: 'nope.md' }, { exists: false }],
    ['fs.exists', { path: '/etc/passwd' }, 'E -32015'],
  ],
  'R6 list needs a folder': [
    ['fs.list', { path: 'nope' }, 'E -32010'],
    ['fs.list', { path: 'note.md' }, 'E -32011'],
  ],
  'R7 an empty folder has no entries': [['fs.list', { path: 'empty' }, { entries: [] }]],
  'R21 walk needs a folder inside the vault': [
    ['fs.walk', { path: 'nope' }, 'E -32010'],
    ['fs.walk', { path: 'note.md' }, 'E -32011'],
    ['fs.walk', { path: '../x' }, 'E -32015'],
  ],
  'R24 readText gives text, bytes and encoding': [
    ['fs.readText', { path: 'note.md' }, { content: '# Hello\nbody', size: 12, encoding: 'utf8' }],
    ['fs.readText', { path: 'note.md', encoding: '' }, { size: 12 }],
    ['fs.readText', { path: 'note.md', encoding: 'utf8' }, { size: 12 }],
  ],
  'R25 bytes that are no UTF-8 are no text': [
    ['fs.readText', { path: 'img/logo.png' }, 'E -32602'],
  ],
  'R26 there is one encoding': [
    ['fs.readText', { path: 'note.md', encoding: 'shift-jis' }, 'E -32602'],
    ['fs.readText', { path: 'note.md', encoding: 'utf-8' }, 'E -32602'],
    ['fs.readText', { path: 'note.md', encoding: 'UTF8' }, 'E -32602'],
  ],
  'R27 readText needs a file': [
    ['fs.readText', { path: 'docs' }, 'E -32012'],
    ['fs.readText', { path: '' }, 'E -32012'],
    ['fs.readText', { path: 'nope.md' }, 'E -32010'],
  ],
  'R29 readBinary gives base64': [
    ['fs.readBinary', { path: 'img/logo.png' }, { contentBase64: 'iVBOR//+', size: 6 }],
    ['fs.readBinary', { path: 'docs' }, 'E -32012'],
    ['fs.readBinary', { path: 'nope' }, 'E -32010'],
  ],
  'R35 a range does not start or end before the file': [
    ['fs.readBinaryRange', { path: 'note.md', offset: -1, length: 1 }, 'E -32602'],
    ['fs.readBinaryRange', { path: 'note.md', offset: 0, length: -5 }, 'E -32602'],
    ['fs.readBinaryRange', { path: 'note.md', offset: 1.5, length: 1 }, 'E -32602'],
    ['fs.readBinaryRange', { path: 'note.md', offset: '1', length: 1 }, 'E -32602'],
  ],
  'R36 a range needs a file': [
    ['fs.readBinaryRange', { path: 'docs', offset: 0, length: 1 }, 'E -32012'],
    ['fs.readBinaryRange', { path: '../x', offset: 0, length: 1 }, 'E -32015'],
    ['fs.readBinaryRange', { path: 'nope', offset: 0, length: 1 }, 'E -32010'],
  ],
  'R37 a range is cut where the file ends, however long it is': [
    [
      'fs.readBinaryRange',
      { path: 'note.md', offset: 1, length: 2 ** 63 },
      { contentBase64: Buffer.from(' Hello\nbody').toString('base64'), size: 12 },
    ],
    ['fs.readBinaryRange', { path: 'note.md' }, { contentBase64: '', size: 12 }],
  ],
};

for (const [name, calls] of Object.entries(cases)) {
  test(name, async () => {
    const raw = await (await openRemote()).raw();
    for (const [method, params, expected] of calls) {
      const found = await raw.ask(method, params);
      if (typeof expected === 'string') expect(found).toBe(expected);
      else expect(found).toMatchObject(expected as object);
    }
  });
}

async function namesIn(raw: RawRemote, path: string): Promise<string[]> {
  const { entries } = (await raw.ask('fs.list', { path })) as {
    entries: { name: string; type: string }[];
  };
  return entries.map(({ name, type }) => `${name} ${type}`);
}

test('R1 times are whole milliseconds since 1970, rounded down', async () => {
  const { raw, root } = await openRemote();
  const client = await raw();
  utimesSync(join(root, 'note.md'), 1_700_000_000.1239, 1_700_000_000.1239);
  expect(await client.ask('fs.stat', { path: 'note.md' })).toMatchObject({
    mtime: 1_700_000_000_123,
  });
  utimesSync(join(root, 'note.md'), new Date(-1500), new Date(-1500));
  expect(await client.ask('fs.stat', { path: 'note.md' })).toMatchObject({ mtime: -1500 });
});

test('R4 and R5 list gives the entries with their types, in order', async () => {
  const raw = await (await openRemote()).raw();
  expect(await namesIn(raw, '')).toEqual([
    'docs folder',
    'empty folder',
    'img folder',
    'note.md file',
  ]);
  expect(await namesIn(raw, 'docs')).toEqual(['a.md file', 'sub folder']);
});

test('R8 list shows links as links, and lists through one', async () => {
  const { raw, root } = await openRemote();
  symlinkSync('../note.md', join(root, 'empty/file'));
  symlinkSync('../docs', join(root, 'empty/folder'));
  const client = await raw();
  expect(await namesIn(client, 'empty')).toEqual(['file symlink', 'folder symlink']);
  expect(await namesIn(client, 'empty/folder')).toEqual(['a.md file', 'sub folder']);
});

test('R9 names are sorted by their bytes', async () => {
  const names = ['.hid', '10', '9', 'A.md', '_', 'a', 'z', 'é', '\uffee', '😀'];
  const files = Object.fromEntries(names.toReversed().map((name) => [name, '']));
  const raw = await (await openRemote({ files })).raw();
  expect(await namesIn(raw, '')).toEqual(names.map((name) => `${name} file`));
});

test('R28 a byte order mark stays', async () => {
  const raw = await (await openRemote({ files: { 'bom.md': '\ufeffx' } })).raw();
  expect(await raw.ask('fs.readText', { path: 'bom.md' })).toMatchObject({
    content: '\ufeffx',
    size: 4,
  });
});

test('R30 a file whose reply would be too large is refused, with the way out', async () => {
  const { raw, root } = await openRemote();
  writeFileSync(join(root, 'big.bin'), Buffer.alloc(13 * 1024 * 1024, 1));
  writeFileSync(join(root, 'wide.txt'), '\u0001'.repeat(3 * 1024 * 1024));
  const client = await raw();
  client.send({ id: 1, method: 'fs.readBinary', params: { path: 'big.bin' } });
  const { error } = await client.reply(1);
  expect(error?.code).toBe(-32603);
  expect(JSON.stringify(error)).toContain('fs.readBinaryRange');
  // A control character takes six bytes in JSON.
  expect(await client.ask('fs.readText', { path: 'wide.txt' })).toBe('E -32603');
  const range = { path: 'big.bin', offset: 0, length: 13 * 1024 * 1024 };
  const part = (await client.ask('fs.readBinaryRange', range)) as { contentBase64: string };
  expect(Buffer.from(part.contentBase64, 'base64').equals(Buffer.alloc(12_500_000, 1))).toBe(true);
});

test('R30 the largest file that fits is read', async () => {
  const { raw, root } = await openRemote();
  writeFileSync(join(root, 'big.bin'), Buffer.alloc(12_500_000, 0xa7));
  writeFileSync(join(root, 'big.md'), 'é\n'.repeat(4_000_000));
  const client = await raw();
  const { contentBase64 } = (await client.ask('fs.readBinary', { path: 'big.bin' })) as {
    contentBase64: string;
  };
  expect(Buffer.from(contentBase64, 'base64').equals(Buffer.alloc(12_500_000, 0xa7))).toBe(true);
  const { content } = (await client.ask('fs.readText', { path: 'big.md' })) as { content: string };
  expect(content === 'é\n'.repeat(4_000_000)).toBe(true);
});

test('R31, R32 and R33 a range gives its bytes and the size of the whole', async () => {
  const bytes = Buffer.from(Array.from({ length: 1024 }, (_, at) => at % 251));
  const files = { 'kilo.bin': bytes, 'hundred.bin': bytes.subarray(0, 100) };
  const raw = await (await openRemote({ files })).raw();
  const range = async (path: string, offset: number, length: number) => {
    const found = (await raw.ask('fs.readBinaryRange', { path, offset, length })) as {
      contentBase64: string;
      size: number;
      mtime: number;
    };
    expect(found.mtime).toBeGreaterThan(0);
    return [Buffer.from(found.contentBase64, 'base64'), found.size];
  };
  expect(await range('kilo.bin', 100, 50)).toEqual([bytes.subarray(100, 150), 1024]);
  expect(await range('hundred.bin', 80, 100)).toEqual([bytes.subarray(80, 100), 100]);
  expect(await range('hundred.bin', 100, 10)).toEqual([Buffer.alloc(0), 100]);
  expect(await range('hundred.bin', 500, 10)).toEqual([Buffer.alloc(0), 100]);
});

test('R34 a range of a file that changed is refused', async () => {
  const raw = await (await openRemote()).raw();
  const { mtime } = (await raw.ask('fs.stat', { path: 'note.md' })) as { mtime: number };
  const range = (expectedMtime: unknown) =>
    raw.ask('fs.readBinaryRange', { path: 'note.md', offset: 0, length: 1, expectedMtime });
  expect(await range(mtime + 1)).toBe('E -32020');
  for (const same of [mtime, 0, null]) expect(await range(same)).toMatchObject({ mtime });
});

test('R38 a FIFO is refused at once', async () => {
  const { raw, root } = await openRemote();
  execFileSync('mkfifo', [join(root, 'fifo')]);
  const client = await raw();
  for (const method of ['fs.readText', 'fs.readBinary', 'fs.readBinaryRange', 'fs.thumbnail']) {
    expect(await client.ask(method, { path: 'fifo', maxDim: 5 })).toBe('E -32602');
  }
  expect(await client.ask('fs.stat', { path: 'fifo' })).toMatchObject({ type: 'file' });
  expect(await client.ask('fs.append', { path: 'fifo', content: 'x' })).toBe('E -32602');
});

test('R40 a file has one mtime, whoever asks', async () => {
  const raw = await (await openRemote()).raw();
  const path = 'docs/new.md';
  const { mtime } = (await raw.ask('fs.write', { path, content: 'x' })) as { mtime: number };
  const { entries } = (await raw.ask('fs.list', { path: 'docs' })) as { entries: object[] };
  expect(entries).toContainEqual(expect.objectContaining({ name: 'new.md', mtime }));
  const walked = (await raw.ask('fs.walk', { path: 'docs' })) as { entries: object[] };
  expect(walked.entries).toContainEqual(expect.objectContaining({ path, mtime }));
  for (const method of ['fs.stat', 'fs.readText', 'fs.readBinary', 'fs.readBinaryRange']) {
    expect(await raw.ask(method, { path })).toMatchObject({ mtime });
  }
});

test('a file that grows sparse and large is read in parts only', async () => {
  const { raw, root } = await openRemote();
  plant(root, { 'sparse.bin': '' });
  truncateSync(join(root, 'sparse.bin'), 2 ** 33);
  const client = await raw();
  expect(await client.ask('fs.readBinary', { path: 'sparse.bin' })).toBe('E -32603');
  const end = { path: 'sparse.bin', offset: 2 ** 33 - 3, length: 10 };
  expect(await client.ask('fs.readBinaryRange', end)).toMatchObject({ contentBase64: 'AAAA' });
});

test('R29 a large file is whole each time it is read, and new as soon as it changes', async () => {
  const { raw, root } = await openRemote({ live: true });
  const client = await raw();
  for (let version = 1; version <= 3; version++) {
    const bytes = Buffer.alloc(1_000_001, version);
    writeFileSync(join(root, 'film.mp4'), bytes);
    for (let time = 1; time <= 3; time++) {
      const { contentBase64 } = (await client.ask('fs.readBinary', { path: 'film.mp4' })) as {
        contentBase64: string;
      };
      expect(Buffer.from(contentBase64, 'base64').equals(bytes)).toBe(true);
    }
  }
});
