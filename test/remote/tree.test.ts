import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { canRunAsOrdinaryUser } from '../../faults/refused.ts';
import { fixture, openRemote } from '../support/remote.ts';
import { RemoteHome } from '../support/remote-process.ts';
import { harvest } from '../support/vault.ts';

type Call = readonly [method: string, params: object, expected: unknown];
type Files = Readonly<Record<string, string | null | undefined>>;

const planted: Files = {
  'note.md': '# Hello\nbody',
  'docs/a.md': 'one',
  'docs/sub/b.md': 'two',
  'img/logo.png': fixture['img/logo.png']?.toString(),
  empty: null,
};

/** Calls on the fixture, and what is different in the vault after them. */
async function check(calls: readonly Call[], different: Files = {}): Promise<void> {
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

const mkdir = (path: string, recursive: boolean | undefined, expected: unknown): Call => [
  'fs.mkdir',
  { path, recursive },
  expected,
];
const rmdir = (path: string, recursive: boolean | undefined, expected: unknown): Call => [
  'fs.rmdir',
  { path, recursive },
  expected,
];
const rename = (oldPath: string, newPath: string, expected: unknown): Call => [
  'fs.rename',
  { oldPath, newPath },
  expected,
];
const copy = (srcPath: string, destPath: string, expected: unknown): Call => [
  'fs.copy',
  { srcPath, destPath },
  expected,
];
const on = (method: string, path: string, expected: unknown): Call => [method, { path }, expected];

test('M1 mkdir makes all folders of the way, and again is fine', () =>
  check([mkdir('a/b/c', true, {}), mkdir('a/b/c', true, {})], { 'a/b/c': null }));

test('M2 mkdir makes one folder unless asked for more', () =>
  check([mkdir('p/c', undefined, 'E -32010'), mkdir('p', false, {})], { p: null }));

test('M3 mkdir of a folder that is there is fine, the root included', () =>
  check(
    ['docs', '', '/', './'].flatMap((path) => [mkdir(path, true, {}), mkdir(path, false, {})]),
  ));

test('M4 mkdir makes no folder of a file', () =>
  check([
    mkdir('note.md', false, 'E -32013'),
    mkdir('note.md', true, 'E -32011'),
    mkdir('note.md/x', false, 'E -32011'),
    mkdir('note.md/x', true, 'E -32011'),
  ]));

test('M5 remove takes files only', () =>
  check(
    [
      on('fs.remove', 'docs/a.md', {}),
      on('fs.remove', 'docs', 'E -32012'),
      on('fs.remove', '', 'E -32012'),
      on('fs.remove', 'nope.md', 'E -32010'),
    ],
    { 'docs/a.md': undefined },
  ));

test('M6 rmdir takes a full folder only when asked to', () =>
  check(
    [rmdir('docs', undefined, 'E -32013'), rmdir('docs', true, {}), rmdir('empty', false, {})],
    { 'docs/a.md': undefined, 'docs/sub/b.md': undefined, empty: undefined },
  ));

test('M7 rmdir never takes the vault', () =>
  check(['', '/', '.', './', 'docs/..'].map((path) => rmdir(path, true, 'E -32602'))));

test('M8 rmdir takes folders only', () =>
  check([rmdir('note.md', false, 'E -32011'), rmdir('nope', true, 'E -32010')]));

test('M9 rmdir of a link to a folder takes the link', async () => {
  const { raw, root } = await openRemote();
  symlinkSync('docs', join(root, 'linked'));
  expect(await (await raw()).ask('fs.rmdir', { path: 'linked', recursive: true })).toEqual({});
  expect(existsSync(join(root, 'linked'))).toBe(false);
  expect(readFileSync(join(root, 'docs/a.md'), 'utf8')).toBe('one');
});

test('remove takes any link, a dangling one included', async () => {
  const { raw, root } = await openRemote();
  symlinkSync('docs', join(root, 'linked'));
  symlinkSync('nowhere', join(root, 'dangling'));
  const client = await raw();
  for (const path of ['linked', 'dangling']) {
    expect(await client.ask('fs.remove', { path })).toEqual({});
    expect(await client.ask('fs.list', { path: '' })).not.toContainEqual({ name: path });
  }
});

test('M10 a moved file keeps its mtime', async () => {
  const { raw, root } = await openRemote();
  const { mtimeMs } = statSync(join(root, 'note.md'));
  const params = { oldPath: 'note.md', newPath: 'moved.md' };
  expect(await (await raw()).ask('fs.rename', params)).toEqual({ mtime: Math.floor(mtimeMs) });
  expect(existsSync(join(root, 'note.md'))).toBe(false);
});

test('M11 and M13 rename makes missing folders and replaces a file', () =>
  check([rename('note.md', 'x/y/n.md', 'ok'), rename('docs/a.md', 'docs/sub/b.md', 'ok')], {
    'note.md': undefined,
    'x/y/n.md': '# Hello\nbody',
    'docs/a.md': undefined,
    'docs/sub/b.md': 'one',
  }));

test('M12 rename of what is missing leaves nothing behind', () =>
  check([rename('nope.md', 'new/folder/n.md', 'E -32010')]));

test('M14 rename replaces no folder, not even an empty one', () =>
  check([
    rename('note.md', 'docs', 'E -32013'),
    rename('docs', 'empty', 'E -32013'),
    rename('docs', 'docs', 'E -32013'),
    rename('note.md', '', 'E -32013'),
    rename('note.md', 'note.md', 'ok'),
  ]));

test('M15 a folder goes over no file and not into itself', () =>
  check([
    rename('docs', 'note.md', 'E -32011'),
    rename('docs', 'docs/inner', 'E -32602'),
    rename('docs', 'docs/sub/x', 'E -32602'),
    rename('', 'elsewhere', 'E -32602'),
    rename('docs', 'note.md/x', 'E -32011'),
  ]));

test('M16 rename stays inside', () =>
  check([rename('../x', 'y', 'E -32015'), rename('note.md', '/x', 'E -32015')]));

test('M17 copy makes an equal file, with missing folders, also onto itself', () =>
  check(
    [
      copy('note.md', 'docs/copy.md', 'ok'),
      copy('note.md', 'x/y.md', 'ok'),
      copy('docs/a.md', 'docs/a.md', 'ok'),
      copy('docs/a.md', 'docs/sub/b.md', 'ok'),
    ],
    { 'docs/copy.md': '# Hello\nbody', 'x/y.md': '# Hello\nbody', 'docs/sub/b.md': 'one' },
  ));

test('M18 copy takes one file to where no folder is', () =>
  check([
    copy('docs', 'x', 'E -32012'),
    copy('', 'x', 'E -32012'),
    copy('nope.md', 'x', 'E -32010'),
    copy('note.md', 'docs', 'E -32013'),
    copy('note.md', '', 'E -32013'),
  ]));

test('M19 and M21 trashLocal moves below .trash, where the last one of a name stays', async () => {
  const { raw, root } = await openRemote();
  const client = await raw();
  expect(await client.ask('fs.trashLocal', { path: 'docs/sub/b.md' })).toEqual({});
  expect(harvest(root)).toMatchObject({ '.trash/docs/sub/b.md': 'two' });
  await client.ask('fs.write', { path: 'docs/sub/b.md', content: 'again' });
  expect(await client.ask('fs.trashLocal', { path: 'docs/sub/b.md' })).toEqual({});
  expect(harvest(root)).toMatchObject({ '.trash/docs/sub/b.md': 'again' });
  expect(await client.ask('fs.trashLocal', { path: '.trash/docs/sub/b.md' })).toEqual({});
  expect(harvest(root)).toMatchObject({ '.trash/.trash/docs/sub/b.md': 'again' });
  await client.ask('fs.mkdir', { path: 'docs/sub', recursive: true });
  expect(await client.ask('fs.trashLocal', { path: 'docs/sub' })).toBe('E -32013');
});

test('M20 and M22 trashLocal takes neither the vault nor what is missing', () =>
  check([
    ...['', '/', '.', './', 'docs/..', '.trash'].map((path) =>
      on('fs.trashLocal', path, 'E -32602'),
    ),
    on('fs.trashLocal', 'nope/x.md', 'E -32010'),
  ]));

test.skipIf(!canRunAsOrdinaryUser())(
  'M23 nothing changes in a folder that is read-only',
  async () => {
    const home = new RemoteHome({ ...fixture, 'ro/x.md': 'x' });
    const options = home.asOrdinaryUser();
    chmodSync(join(home.vault, 'ro'), 0o555);
    // An ordinary user could not remove what is in it.
    onTestFinished(() => chmodSync(join(home.vault, 'ro'), 0o755));
    await home.start(undefined, options);
    const raw = await home.ways().raw();
    const calls: readonly Call[] = [
      on('fs.write', 'ro/new.md', ''),
      on('fs.write', 'ro/x.md', ''),
      on('fs.append', 'ro/new.md', ''),
      on('fs.mkdir', 'ro/new', ''),
      on('fs.remove', 'ro/x.md', ''),
      rename('ro/x.md', 'x.md', ''),
      rename('note.md', 'ro/note.md', ''),
      copy('note.md', 'ro/note.md', ''),
      on('fs.trashLocal', 'ro/x.md', ''),
    ];
    for (const [method, params] of calls) {
      expect([method, await raw.ask(method, params)]).toEqual([method, 'E -32014']);
    }
    expect(harvest(join(home.vault, 'ro'))).toEqual({ 'x.md': 'x' });
  },
);
