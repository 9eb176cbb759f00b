import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../../../test/support/until.ts';
import { caller, freshFolder, openTestVault, plant } from '../../../test/support/vault.ts';
import type { PathPolicy } from '../../contract/callers.ts';
import { parseVaultPath } from '../../contract/paths.ts';
import type { FileContent } from '../store/vault/disk.ts';
import type { View } from '../view.ts';

const at = parseVaultPath;

/** A live engine that knows the vault. */
async function openLive(files: Readonly<Record<string, string | null>>, policy?: PathPolicy) {
  const { root, engine } = await openTestVault(files, { live: true });
  const view = engine.as(caller(policy));
  await view.known();
  return { root, view };
}

/** Reads until the content comes from memory. */
async function untilKept({ vault }: View, path: string): Promise<FileContent> {
  let [last, now] = [vault.readSmall(at(path)), vault.readSmall(at(path))];
  await until(() => {
    [last, now] = [now, vault.readSmall(at(path))];
    return last === now;
  }, 'the content to be kept');
  if (now === undefined) throw new Error('nothing was read');
  return now;
}

/** Everything that can be answered from memory. */
async function readAll({ vault }: View) {
  const paths = ['a.md', 'b.md', 'dir', 'dir/c.md', 'dir/d.md', 'nope'].map(at);
  const stats = paths.map((path) => vault.stat(path));
  const listed = await vault.listCached(at('dir'));
  const walked = [...(await vault.walkCached(at(''), { recursive: true }))].flat();
  return {
    stats: stats.map((stat) => stat && `${stat.type} ${stat.size}`),
    listed: listed.map(({ name, stat }) => `${name} ${stat.size}`),
    walked: walked.map(({ path, stat }) => `${path} ${stat.size}`),
  };
}

test('what others did a moment ago is in every answer', async () => {
  const { root, view } = await openLive({ 'a.md': 'a', 'dir/c.md': 'c' });
  for (let round = 1; round <= 30; round++) {
    writeFileSync(join(root, 'dir/c.md'), 'c'.repeat(round));
    writeFileSync(join(root, 'b.md'), 'b'.repeat(round));
    if (round % 2 === 0) writeFileSync(join(root, 'dir/d.md'), 'd');
    else rmSync(join(root, 'dir/d.md'), { force: true });
    const d = round % 2 === 0;
    expect(await readAll(view)).toEqual({
      stats: [
        ...['file 1', `file ${round}`, 'folder 0', `file ${round}`],
        ...[d ? 'file 1' : undefined, undefined],
      ],
      listed: [`c.md ${round}`, ...(d ? ['d.md 1'] : [])],
      walked: [
        ...['a.md 1', `b.md ${round}`, 'dir 0', `dir/c.md ${round}`],
        ...(d ? ['dir/d.md 1'] : []),
      ],
    });
  }
});

test('a content is given again while the file is the same, and only then', async () => {
  const { root, view } = await openLive({ 'a.md': 'one' });
  const old = new Date(Date.now() - 60_000);
  const read = () => view.vault.readSmall(at('a.md'));
  // What was written just now could change without a trace, so it is not kept yet.
  expect((await untilKept(view, 'a.md')).bytes.toString()).toBe('one');
  writeFileSync(join(root, 'a.md'), 'two');
  utimesSync(join(root, 'a.md'), old, old);
  expect(read()?.bytes.toString()).toBe('two');
  writeFileSync(join(root, 'b.md'), 'six');
  renameSync(join(root, 'b.md'), join(root, 'a.md'));
  expect(read()?.bytes.toString()).toBe('six');
  rmSync(join(root, 'a.md'));
  expect(read()).toBeUndefined();
});

test('a folder that is swapped for a link to the outside shows nothing of it', async () => {
  const { root, view } = await openLive({ 'dir/c.md': 'inside' });
  await untilKept(view, 'dir/c.md');
  const outside = freshFolder();
  plant(outside, { 'c.md': 'secret' });
  renameSync(join(root, 'dir'), join(root, 'moved'));
  symlinkSync(outside, join(root, 'dir'));
  for (const look of [
    () => view.vault.readSmall(at('dir/c.md')),
    () => view.vault.stat(at('dir/c.md')),
    () => view.vault.statAndRead(at('dir/c.md')),
  ]) {
    expect(look).toThrow(expect.objectContaining({ code: 'path-outside-vault' }));
  }
  const walked = [...(await view.vault.walkCached(at(''), { recursive: true }))].flat();
  expect(walked.map(({ path }) => path)).toEqual(['dir', 'moved', 'moved/c.md']);
});

test('answers from memory obey the policy', async () => {
  const files = { 'a.md': 'a', 'open/x.md': 'x', 'open/deep/y.md': 'y', 'closed/z.md': 'z' };
  const { view } = await openLive(files, { read: ['open'], hidden: true });
  const walked = [...(await view.vault.walkCached(at(''), { recursive: true }))].flat();
  const paths = ['open', 'open/deep', 'open/deep/y.md', 'open/x.md'];
  expect(walked.map(({ path }) => path)).toEqual(paths);
  const paged = [...(await view.vault.walkCached(at(''), { recursive: true, offset: 2 }))].flat();
  expect(paged.map(({ path }) => path)).toEqual(paths.slice(2));
  const listed = await view.vault.listCached(at(''));
  expect(listed.map(({ name }) => name)).toEqual(['open']);
  expect(() => view.vault.stat(at('closed/z.md'))).toThrow('not readable');
  expect(() => view.vault.readSmall(at('closed/z.md'))).toThrow('not readable');
  expect(() => view.vault.statAndRead(at('closed/z.md'))).toThrow('not readable');
  const { stat, content } = view.vault.statAndRead(at('open'));
  expect([stat?.type, content]).toEqual(['folder', undefined]);
});

test('what the watcher does not follow is taken from the disk', async () => {
  const { root, view } = await openLive({ 'node_modules/x/y.js': 'y', 'dir/c.md': 'c' });
  symlinkSync('dir', join(root, 'linked'));
  mkdirSync(join(root, 'node_modules/z'));
  const walked = [...(await view.vault.walkCached(at(''), { recursive: true }))].flat();
  expect(walked.map(({ path }) => path)).toEqual([
    ...['dir', 'dir/c.md', 'linked', 'node_modules', 'node_modules/x'],
    ...['node_modules/x/y.js', 'node_modules/z'],
  ]);
  expect(view.vault.stat(at('linked/c.md'))?.size).toBe(1);
  expect(view.vault.readSmall(at('linked/c.md'))?.bytes.toString()).toBe('c');
  expect(view.vault.statAndRead(at('linked/c.md')).content?.bytes.toString()).toBe('c');
});

test('a note is never older than its file', async () => {
  const { root, view } = await openLive({ 'a.md': 'one' });
  await untilKept(view, 'a.md');
  const { notes } = view;
  expect((await notes.read(at('a.md'))).text).toBe('one');
  for (const text of ['two', 'six', 'ten']) {
    writeFileSync(join(root, 'a.md'), text);
    expect((await notes.read(at('a.md'))).text).toBe(text);
  }
  renameSync(join(root, 'a.md'), join(root, 'b.md'));
  expect((await notes.read(at('b.md'))).path).toBe('b.md');
  await expect(notes.read(at('a.md'))).rejects.toMatchObject({ code: 'not-found' });
});

test('what a policy closes is not read from what was kept for others', async () => {
  const { engine } = await openTestVault({ 'private/a.md': 'x' }, { live: true });
  const [owner, guest] = [engine.as(caller()), engine.as(caller({ read: ['public'] }))];
  await owner.known();
  await untilKept(owner, 'private/a.md');
  await owner.notes.read(at('private/a.md'));
  await expect(guest.notes.read(at('private/a.md'))).rejects.toMatchObject({ code: 'forbidden' });
});
