import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRemote } from '../support/remote.ts';
import { freshFolder, plant } from '../support/vault.ts';

const file = { type: 'file' };
const folder = { type: 'folder' };

/** What `fs.stat` says of each path. */
const cases: Readonly<Record<string, readonly [paths: readonly string[], expected: unknown]>> = {
  'P1 every spelling of the root is the root': [['', '/', '.', './', 'docs/..'], folder],
  'P2 dots and doubled slashes are cleaned away': [
    ['note.md', './note.md', 'note.md/', 'docs//a.md'],
    file,
  ],
  'P3 two dots inside are followed': [['docs/sub/../a.md', 'nope/../note.md'], file],
  'P4 absolute paths are outside': [['/note.md', '/etc/passwd', '//'], 'E -32015'],
  'P5 what leaves the root is outside': [
    ['..', '../x', 'docs/../../etc', 'a/b/../../../c'],
    'E -32015',
  ],
  'P7 a backslash is refused': [['docs\\a.md'], 'E -32015'],
  'P8 what is missing is null': [['missing.md', 'missing/a.md'], null],
  'P9 a file is no folder': [['note.md/x'], 'E -32011'],
  'P10 a name can be too long': [['x'.repeat(300), `${'x'.repeat(300)}/y`], 'E -32603'],
  'P11 names are taken as they are': [['NOTE.md', ' note.md', '~'], null],
};

for (const [name, [paths, expected]] of Object.entries(cases)) {
  test(name, async () => {
    const raw = await (await openRemote()).raw();
    for (const path of paths) {
      const found = await raw.ask('fs.stat', { path });
      if (typeof expected === 'object' && expected !== null) expect(found).toMatchObject(expected);
      else expect(found).toBe(expected);
    }
  });
}

test('P6 a NUL is refused without a word about the machine', async () => {
  const { raw, root } = await openRemote();
  const client = await raw();
  client.send({ id: 1, method: 'fs.stat', params: { path: 'a\0b' } });
  const { error } = await client.reply(1);
  expect(error?.code).toBe(-32015);
  expect(JSON.stringify(error)).not.toContain(root);
});

test('P12 a link inside the vault shows its target', async () => {
  const { raw, root } = await openRemote();
  symlinkSync('docs/a.md', join(root, 'link.md'));
  symlinkSync('docs', join(root, 'linked'));
  const client = await raw();
  const target = await client.ask('fs.stat', { path: 'docs/a.md' });
  expect(await client.ask('fs.stat', { path: 'link.md' })).toEqual(target);
  expect(await client.ask('fs.stat', { path: 'linked/a.md' })).toEqual(target);
});

test('P13 a dangling link is nothing', async () => {
  const { raw, root } = await openRemote();
  symlinkSync('nowhere', join(root, 'dangling'));
  expect(await (await raw()).ask('fs.stat', { path: 'dangling' })).toBeNull();
});

test('P14 a link that leads out of the vault is refused, and so is every path through it', async () => {
  const { raw, root } = await openRemote();
  const outside = freshFolder();
  plant(outside, { 'secret.md': 'secret' });
  symlinkSync(outside, join(root, 'out'));
  symlinkSync(join(outside, 'secret.md'), join(root, 'out.md'));
  const client = await raw();
  for (const path of ['out', 'out/secret.md', 'out.md']) {
    for (const method of ['fs.stat', 'fs.exists', 'fs.list', 'fs.readText', 'fs.readBinary']) {
      expect(await client.ask(method, { path })).toBe('E -32015');
    }
  }
});

test('P15 nothing is written through a link that leads outside', async () => {
  const { raw, root } = await openRemote();
  const outside = freshFolder();
  symlinkSync(outside, join(root, 'out'));
  const client = await raw();
  const path = 'out/new.md';
  expect(await client.ask('fs.write', { path, content: 'x' })).toBe('E -32015');
  expect(await client.ask('fs.writeBinary', { path })).toBe('E -32015');
  expect(await client.ask('fs.append', { path, content: 'x' })).toBe('E -32015');
  expect(await client.ask('fs.mkdir', { path, recursive: true })).toBe('E -32015');
  expect(await client.ask('fs.copy', { srcPath: 'note.md', destPath: path })).toBe('E -32015');
  expect(await client.ask('fs.rename', { oldPath: 'note.md', newPath: path })).toBe('E -32015');
  expect(readdirSync(outside)).toEqual([]);
});

test('a lone surrogate becomes the replacement character', async () => {
  const raw = await (await openRemote()).raw();
  raw.frame(
    '{"jsonrpc":"2.0","id":1,"method":"fs.write","params":{"path":"\\ud800.md","content":"\\udc00"}}',
  );
  expect((await raw.reply(1)).error).toBeUndefined();
  expect(await raw.ask('fs.readText', { path: '\ufffd.md' })).toMatchObject({ content: '\ufffd' });
});
