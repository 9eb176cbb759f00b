import { chmodSync, existsSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { caller, freshFolder, harvest, openTestVault, plant } from '../../../test/support/vault.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { parseVaultPath as p } from '../../contract/paths.ts';
import type { View } from '../view.ts';

const bytes = (text: string) => Buffer.from(text);
const start = { 'note.md': 'one', 'docs/a.md': 'a', 'docs/sub/b.md': 'b', empty: null };

/** Runs changes on the fixture and compares the whole tree. */
async function check(
  run: (view: View) => Promise<unknown>,
  after: Readonly<Record<string, string | null>>,
): Promise<void> {
  const { engine, root } = await openTestVault(start);
  await run(engine.as(caller()));
  expect(harvest(root)).toEqual(after);
}

/** A refused change leaves the tree as it was. */
async function refuses(run: (view: View) => Promise<unknown>, code: ErrorCode): Promise<void> {
  const { engine, root } = await openTestVault(start);
  await expect(run(engine.as(caller()))).rejects.toMatchObject({ code });
  expect(harvest(root)).toEqual(start);
}

test('write makes missing folders and leaves no temporary file', () =>
  check(({ vault }) => vault.write(p('x/y/z.md'), bytes('z')), { ...start, 'x/y/z.md': 'z' }));

test('write replaces the content', () =>
  check(({ vault }) => vault.write(p('note.md'), bytes('two')), { ...start, 'note.md': 'two' }));

test('write refuses a folder, the root, and a file as a folder', async () => {
  await refuses(({ vault }) => vault.write(p('docs'), bytes('')), 'already-exists');
  await refuses(({ vault }) => vault.write(p('.'), bytes('')), 'already-exists');
  await refuses(({ vault }) => vault.write(p('note.md/x'), bytes('')), 'not-a-folder');
});

test('a wrong hash or mtime is a conflict, a right one is not', async () => {
  const { engine, root } = await openTestVault(start);
  const { vault } = engine.as(caller());
  const write = (expect: object) => vault.write(p('note.md'), bytes('two'), { expect });
  await expect(write({ hash: 'no' })).rejects.toMatchObject({ code: 'changed-on-disk' });
  await expect(write({ mtime: 1 })).rejects.toMatchObject({ code: 'changed-on-disk' });
  expect(harvest(root)).toEqual(start);
  const { mtime, hash } = await write({ mtime: vault.stat(p('note.md'))?.mtime });
  expect(vault.stat(p('note.md'))?.mtime).toBe(mtime);
  await vault.write(p('note.md'), bytes('three'), { expect: { hash } });
  expect(harvest(root)['note.md']).toBe('three');
});

test('two writes within a millisecond have different mtimes', async () => {
  const { engine } = await openTestVault(start);
  const { vault } = engine.as(caller());
  const seen = new Set<number>();
  for (let i = 0; i < 20; i++) seen.add((await vault.write(p('a.md'), bytes(`${i}`))).mtime);
  expect(seen.size).toBe(20);
});

test('mode is kept', async () => {
  const { engine, root } = await openTestVault(start);
  chmodSync(join(root, 'note.md'), 0o640);
  await engine.as(caller()).vault.write(p('note.md'), bytes('two'));
  expect(statSync(join(root, 'note.md')).mode & 0o777).toBe(0o640);
});

test('append concatenates, creates the file, and wants its folder', async () => {
  await check(({ vault }) => vault.append(p('note.md'), bytes('!')), {
    ...start,
    'note.md': 'one!',
  });
  await check(({ vault }) => vault.append(p('new.md'), bytes('!')), { ...start, 'new.md': '!' });
  await refuses(({ vault }) => vault.append(p('no/new.md'), bytes('!')), 'not-found');
  await refuses(({ vault }) => vault.append(p('docs'), bytes('!')), 'is-a-folder');
});

test('a folder is made once, recursively when asked', async () => {
  await check(({ vault }) => vault.makeFolder(p('a/b'), { recursive: true }), {
    ...start,
    'a/b': null,
  });
  await check(({ vault }) => vault.makeFolder(p('docs')), start);
  await check(({ vault }) => vault.makeFolder(p('')), start);
  await refuses(({ vault }) => vault.makeFolder(p('a/b')), 'not-found');
  await refuses(({ vault }) => vault.makeFolder(p('note.md')), 'already-exists');
  await refuses(({ vault }) => vault.makeFolder(p('note.md'), { recursive: true }), 'not-a-folder');
  await refuses(
    ({ vault }) => vault.makeFolder(p('note.md/x'), { recursive: true }),
    'not-a-folder',
  );
});

test('remove takes files, not folders', async () => {
  const { 'note.md': _, ...rest } = start;
  await check(({ vault }) => vault.remove(p('note.md')), rest);
  await refuses(({ vault }) => vault.remove(p('docs')), 'is-a-folder');
  await refuses(({ vault }) => vault.remove(p('no.md')), 'not-found');
});

test('the root is never removed, however it is spelled', async () => {
  for (const path of ['', '/', '.', './', 'docs/..']) {
    await refuses(({ vault }) => vault.removeFolder(p(path), { recursive: true }), 'invalid-input');
    await refuses(({ vault }) => vault.trash(p(path)), 'invalid-input');
  }
});

test('a folder is removed when empty, or with everything when asked', async () => {
  await refuses(({ vault }) => vault.removeFolder(p('docs')), 'not-empty');
  await refuses(({ vault }) => vault.removeFolder(p('note.md')), 'not-a-folder');
  await check(({ vault }) => vault.removeFolder(p('docs'), { recursive: true }), {
    'note.md': 'one',
    empty: null,
  });
});

test('rename moves files and folders and makes parents', async () => {
  const { 'note.md': one, ...rest } = start;
  await check(({ vault }) => vault.rename(p('note.md'), p('x/n.md')), { ...rest, 'x/n.md': one });
  await check(({ vault }) => vault.rename(p('docs'), p('d')), {
    'note.md': 'one',
    'd/a.md': 'a',
    'd/sub/b.md': 'b',
    empty: null,
  });
  await check(({ vault }) => vault.rename(p('note.md'), p('docs/a.md')), {
    ...rest,
    'docs/a.md': 'one',
  });
  await check(({ vault }) => vault.rename(p('note.md'), p('Note.md')), { ...rest, 'Note.md': one });
});

test('rename refuses what would lose something', async () => {
  await refuses(({ vault }) => vault.rename(p('note.md'), p('empty')), 'already-exists');
  await refuses(({ vault }) => vault.rename(p('docs'), p('docs')), 'already-exists');
  await refuses(({ vault }) => vault.rename(p('docs'), p('note.md')), 'not-a-folder');
  await refuses(({ vault }) => vault.rename(p('docs'), p('docs/sub/x')), 'invalid-input');
  await refuses(({ vault }) => vault.rename(p('no.md'), p('x/y.md')), 'not-found');
  await refuses(({ vault }) => vault.rename(p('note.md'), p('docs/a.md/x')), 'not-a-folder');
  await refuses(({ vault }) => vault.rename(p('.'), p('x')), 'invalid-input');
});

test('copy and trash', async () => {
  await check(({ vault }) => vault.copy(p('note.md'), p('x/c.md')), { ...start, 'x/c.md': 'one' });
  await refuses(({ vault }) => vault.copy(p('docs'), p('x')), 'is-a-folder');
  const { 'docs/sub/b.md': _, ...rest } = start;
  await check(({ vault }) => vault.trash(p('docs/sub/b.md')), {
    ...rest,
    'docs/sub': null,
    '.trash/docs/sub/b.md': 'b',
  });
  await refuses(({ vault }) => vault.trash(p('no.md')), 'not-found');
});

test('W16 a second copy of the same path in the trash gets a number', async () => {
  const { engine, root } = await openTestVault({ 'a/n.md': 'one' });
  const { vault } = engine.as(caller());
  await vault.trash(p('a/n.md'), { keepBoth: true });
  await vault.write(p('a/n.md'), bytes('two'));
  await vault.trash(p('a/n.md'), { keepBoth: true });
  expect(harvest(root)).toEqual({ a: null, '.trash/a/n.md': 'one', '.trash/a/n 2.md': 'two' });
});

test('a link inside the vault is written through and read through', async () => {
  const { engine, root } = await openTestVault(start);
  symlinkSync('docs/a.md', join(root, 'l.md'));
  symlinkSync('docs', join(root, 'd'));
  const { vault } = engine.as(caller());
  await vault.write(p('l.md'), bytes('new'));
  expect(vault.readNow(p('d/a.md')).bytes.toString()).toBe('new');
  await vault.write(p('d/c.md'), bytes('c'));
  expect(harvest(root)).toEqual({
    ...start,
    'docs/a.md': 'new',
    'docs/c.md': 'c',
    'l.md': '→ docs/a.md',
    d: '→ docs',
  });
  await vault.removeFolder(p('d'), { recursive: true });
  await vault.remove(p('l.md'));
  expect(existsSync(join(root, 'docs/c.md'))).toBe(true);
});

test('a link that leads outside is closed to every operation', async () => {
  const outside = freshFolder();
  plant(outside, { 'secret.md': 'secret' });
  const { engine, root } = await openTestVault(start);
  symlinkSync(outside, join(root, 'out'));
  symlinkSync(join(outside, 'secret.md'), join(root, 's.md'));
  const { vault } = engine.as(caller());
  const code = 'path-outside-vault';
  const fails = (run: () => unknown) =>
    expect((async () => run())()).rejects.toMatchObject({ code });
  await fails(() => vault.stat(p('out/secret.md')));
  await fails(() => vault.stat(p('out')));
  await fails(() => vault.list(p('out')));
  await fails(() => [...vault.walk(p('out'))]);
  await fails(() => vault.readNow(p('s.md')));
  await fails(() => vault.read(p('out/secret.md')));
  await fails(() => vault.readPart(p('out/secret.md'), 0, 1));
  await fails(() => vault.write(p('out/x.md'), bytes('x')));
  await fails(() => vault.write(p('s.md'), bytes('x')));
  await fails(() => vault.append(p('s.md'), bytes('x')));
  await fails(() => vault.makeFolder(p('out/x'), { recursive: true }));
  await fails(() => vault.remove(p('out/secret.md')));
  await fails(() => vault.rename(p('note.md'), p('out/x.md')));
  await fails(() => vault.rename(p('out/secret.md'), p('x.md')));
  await fails(() => vault.copy(p('out/secret.md'), p('x.md')));
  await fails(() => vault.copy(p('note.md'), p('out/x.md')));
  expect(harvest(outside)).toEqual({ 'secret.md': 'secret' });
});

test('a step over many files that is given up while it is staged leaves nothing behind', async () => {
  const { engine, root } = await openTestVault({ 'a.md': 'old' });
  const { vault, history } = engine.as(caller());
  const stop = new AbortController();
  const changes = Array.from({ length: 300 }, (_, n) => ({
    kind: 'write' as const,
    path: p(`f/${n}.md`),
    bytes: () => {
      if (n === 299) setImmediate(() => stop.abort());
      return Buffer.from(`text ${n}`);
    },
  }));
  const step = vault.apply(changes, { why: 'many', signal: stop.signal });
  await expect(step).rejects.toThrow();
  expect(harvest(root)).toEqual({ 'a.md': 'old' });
  expect(history.log()).toEqual([]);
});
