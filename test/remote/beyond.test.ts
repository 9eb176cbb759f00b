import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RemoteClient } from '../../src/protocols/remote/client/index.ts';
import { openRemote } from '../support/remote.ts';

const note = `---
tags: [project]
aliases: Start
status: open
---
# Home
See [[Other#Part|the other]] and ![[img.png]], #todo.
## Later
[[Nowhere]]
`;

async function openKnown() {
  const files = { 'Home.md': note, 'dir/Other.md': '# Part\n', 'img.png': 'x', 'z.md': '' };
  const protocol = await openRemote({ live: true, files });
  return { ...protocol, client: await protocol.client() };
}

test('vault.metadata tells of a note what one would read it for', async () => {
  const { client } = await openKnown();
  const { notes, removed, next } = await client.call('vault.metadata', {});
  expect(notes.map(({ path }) => path)).toEqual(['Home.md', 'dir/Other.md', 'z.md']);
  expect({ removed, next }).toEqual({ removed: [], next: undefined });
  const stat = await client.call('fs.stat', { path: 'Home.md' });
  expect(notes[0]).toEqual({
    path: 'Home.md',
    mtime: stat?.mtime,
    size: stat?.size,
    hash: createHash('sha256').update(note).digest('hex'),
    tags: ['#project', '#todo'],
    aliases: ['Start'],
    headings: [
      { level: 1, text: 'Home' },
      { level: 2, text: 'Later' },
    ],
    properties: { tags: ['project'], aliases: 'Start', status: 'open' },
    links: [
      { target: 'Other#Part', path: 'dir/Other.md' },
      { target: 'Nowhere' },
      { target: 'img.png', path: 'img.png', embed: true },
    ],
  });
});

test('the hash of vault.metadata is one that a write can be made on', async () => {
  const { client } = await openKnown();
  const { notes } = await client.call('vault.metadata', {});
  const expectedHash = notes[0]?.hash ?? '';
  const path = 'Home.md';
  await client.call('fs.write', { path, content: 'new', expectedHash });
  const late = client.call('fs.write', { path, content: 'late', expectedHash });
  await expect(late).rejects.toMatchObject({ code: -32020 });
});

async function allMetadata(client: RemoteClient, params: { since?: string; limit: number }) {
  const paths: string[] = [];
  const gone: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await client.call('vault.metadata', { ...params, ...(after && { after }) });
    paths.push(...page.notes.map(({ path }) => path));
    gone.push(...page.removed);
    if (page.next === undefined) return { paths, gone, cursor: page.cursor };
    after = page.next;
  }
}

test('vault.metadata comes in pages, and later only what changed', async () => {
  const { client, root } = await openKnown();
  const { paths, cursor } = await allMetadata(client, { limit: 1 });
  expect(paths).toEqual(['Home.md', 'dir/Other.md', 'z.md']);
  writeFileSync(join(root, 'z.md'), 'changed by another program');
  await client.call('fs.write', { path: 'new.md', content: 'x' });
  renameSync(join(root, 'dir'), join(root, 'folder'));
  rmSync(join(root, 'Home.md'));
  const changed = await allMetadata(client, { since: cursor, limit: 1 });
  expect(changed.paths).toEqual(['folder/Other.md', 'new.md', 'z.md']);
  expect(changed.gone.sort()).toEqual(['Home.md', 'dir']);
  const last = await client.call('vault.metadata', { since: changed.cursor });
  expect(last).toMatchObject({ notes: [], removed: [], reset: false });
  const unknown = await client.call('vault.metadata', { since: 'gone-7' });
  expect(unknown).toMatchObject({ notes: [], reset: true });
  const nonsense = client.call('vault.metadata', { after: 'nonsense' });
  await expect(nonsense).rejects.toMatchObject({ code: -32602 });
});

test('what changes between two pages is told by the next question', async () => {
  const { client, root } = await openKnown();
  const first = await client.call('vault.metadata', { limit: 1 });
  writeFileSync(join(root, 'Home.md'), 'changed between two pages');
  rmSync(join(root, 'z.md'));
  const second = await client.call('vault.metadata', { limit: 9, after: first.next ?? '' });
  expect(second.notes.map(({ path }) => path)).toEqual(['dir/Other.md']);
  expect(second.cursor).toBe(first.cursor);
  const later = await client.call('vault.metadata', { since: second.cursor });
  expect(later.notes.map(({ path, size }) => [path, size])).toEqual([['Home.md', 25]]);
  expect(later.removed).toEqual(['z.md']);
});

test('of a folder that went and came again, nothing old is left', async () => {
  const { client, root } = await openKnown();
  const { cursor } = await client.call('vault.metadata', {});
  rmSync(join(root, 'dir'), { recursive: true });
  await client.call('fs.exists', { path: 'dir' });
  await client.call('fs.changesSince', {});
  await client.call('fs.write', { path: 'dir/New.md', content: 'x' });
  const { notes, removed } = await client.call('vault.metadata', { since: cursor });
  expect(removed).toContain('dir');
  expect(notes.map(({ path }) => path)).toEqual(['dir/New.md']);
});

test('a hash is that of the bytes, whatever they are, or there is none', async () => {
  const contents: Record<string, Buffer> = {
    'bom.md': Buffer.from('\ufeff# With a mark\r\n'),
    'broken.md': Buffer.from([0x61, 0xff, 0x62]),
    'nul.md': Buffer.from('a\0b'),
  };
  const client = await (await openRemote({ live: true, files: contents })).client();
  const { notes } = await client.call('vault.metadata', {});
  for (const { path, hash } of notes) {
    const own = createHash('sha256')
      .update(contents[path] ?? '')
      .digest('hex');
    expect([path, hash]).toEqual([path, path === 'broken.md' ? undefined : own]);
  }
});

test('a note with more in it than a reply can hold is told in part, and what follows it whole', async () => {
  const links = '[[target of a link]] '.repeat(500_000);
  const protocol = await openRemote({ live: true, files: { 'a.md': links, 'b.md': '#tag' } });
  const client = await protocol.client();
  const { paths } = await allMetadata(client, { limit: 9 });
  expect(paths).toEqual(['a.md', 'b.md']);
  const { notes } = await client.call('vault.metadata', {});
  expect(notes[0]).toMatchObject({ path: 'a.md', links: [], partial: true });
});

test('vault.search finds notes', async () => {
  const { client } = await openKnown();
  const { hits, total } = await client.call('vault.search', { query: 'other' });
  expect(hits.map(({ path }) => path)).toEqual(['Home.md', 'dir/Other.md']);
  expect(total).toBe(2);
  const regex = client.call('vault.search', { query: '(', mode: 'regex' });
  await expect(regex).rejects.toMatchObject({ code: -32602 });
});

test('fs.statMany and fs.readMany answer for each path, whatever happens to the others', async () => {
  const { client } = await openKnown();
  const paths = ['z.md', 'nope.md', '../x', 'dir/Other.md', 'dir'];
  const { stats } = await client.call('fs.statMany', { paths });
  expect(stats).toEqual([
    { path: 'z.md', stat: await client.call('fs.stat', { path: 'z.md' }) },
    { path: 'nope.md', stat: null },
    { path: '../x', error: { code: 'path-outside-vault', message: expect.any(String) } },
    { path: 'dir/Other.md', stat: expect.objectContaining({ size: 7 }) },
    { path: 'dir', stat: expect.objectContaining({ type: 'folder' }) },
  ]);
  const { files, rest } = await client.call('fs.readMany', { paths });
  expect(rest).toEqual([]);
  expect(files).toMatchObject([
    { path: 'z.md', contentBase64: '', size: 0 },
    { path: 'nope.md', error: { code: 'not-found' } },
    { path: '../x', error: { code: 'path-outside-vault' } },
    { path: 'dir/Other.md', contentBase64: Buffer.from('# Part\n').toString('base64') },
    { path: 'dir', error: { code: 'is-a-folder' } },
  ]);
  const text = await client.call('fs.readMany', { paths: ['dir/Other.md'], as: 'text' });
  expect(text.files).toMatchObject([{ content: '# Part\n', size: 7 }]);
});

test('fs.readMany stops where the reply would be too large, and says what is left', async () => {
  const { client, root } = await openKnown();
  mkdirSync(join(root, 'big'));
  const paths = Array.from({ length: 5 }, (_, n) => `big/${n}.bin`);
  for (const path of paths) writeFileSync(join(root, path), Buffer.alloc(4_000_000, path));
  const read: string[] = [];
  for (let left = paths; left.length > 0; ) {
    const { files, rest } = await client.call('fs.readMany', { paths: left });
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      expect('contentBase64' in file && file.contentBase64.length).toBe(5_333_336);
      read.push(file.path);
    }
    left = rest;
  }
  expect(read).toEqual(paths);
});

test('fs.readMany gets past a text that fits into no reply', async () => {
  const { client, root } = await openKnown();
  // Each character is six in JSON.
  writeFileSync(join(root, 'dense.txt'), '\u0001'.repeat(3_000_000));
  const paths = ['z.md', 'dense.txt', 'img.png'];
  const first = await client.call('fs.readMany', { paths, as: 'text' });
  expect(first).toMatchObject({ files: [{ path: 'z.md' }], rest: ['dense.txt', 'img.png'] });
  const second = await client.call('fs.readMany', { paths: first.rest, as: 'text' });
  expect(second.files).toMatchObject([
    { path: 'dense.txt', error: { code: 'too-large' } },
    { path: 'img.png', content: 'x' },
  ]);
});

test('what goes beyond the plugin’s protocol is announced', async () => {
  const { client } = await openKnown();
  const beyond = ['fs.readMany', 'fs.statMany', 'fs.changesSince', 'vault.metadata'];
  for (const name of [...beyond, 'vault.search', 'expectedHash'])
    expect(client.can(name)).toBe(true);
});

test('fs.changesSince tells what happened while nobody listened', async () => {
  const { client, root } = await openKnown();
  const { cursor } = await client.call('fs.changesSince', {});
  writeFileSync(join(root, 'z.md'), 'changed');
  rmSync(join(root, 'img.png'));
  await client.call('fs.write', { path: 'new.md', content: 'x' });
  const page = await client.call('fs.changesSince', { cursor });
  expect(page.changes.map(({ event, path }) => `${event} ${path}`).sort()).toEqual([
    ...['created new.md', 'deleted img.png', 'modified z.md'],
  ]);
  expect(page).toMatchObject({ more: false, reset: false });
  const next = await client.call('fs.changesSince', { cursor: page.cursor });
  expect(next.changes).toEqual([]);
  expect(await client.call('fs.changesSince', { cursor: 'old-1' })).toMatchObject({ reset: true });
});
