import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { H, McpHome, P, toData } from '../support/mcp.ts';
import { harvest } from '../support/vault.ts';

let mcp: McpHome;
beforeAll(async () => {
  mcp = await McpHome.open();
});
afterAll(() => mcp.close());
beforeEach(() => mcp.reset());

const example = fileURLToPath(new URL('../../example-vault', import.meta.url));

test('a move keeps links right and is undone as one', async () => {
  mcp.reset({ 'A.md': '[[B]] [m](B.md)', 'B.md': 'b', 'sub/C.md': '![[B#h|x]]' });
  const before = harvest(mcp.root);
  const dry = await mcp.ok('move_note', { path: 'B.md', newPath: 'sub/New.md', dryRun: true });
  expect(dry).toMatchObject({ linksUpdated: 3, dryRun: true });
  expect(harvest(mcp.root)).toEqual(before);
  const moved = await mcp.ok('move_note', { path: 'B.md', newPath: 'sub/New.md' });
  expect(moved).toMatchObject({
    path: 'B.md',
    newPath: 'sub/New.md',
    linksUpdated: 3,
    filesLeft: [],
  });
  expect(harvest(mcp.root)).toEqual({
    'A.md': '[[New]] [m](New.md)',
    'sub/C.md': '![[New#h|x]]',
    'sub/New.md': 'b',
  });
  const undone = await mcp.ok('undo', { undoId: moved.undoId });
  expect(undone.undone).toBe(moved.undoId);
  expect(harvest(mcp.root)).toEqual(before);
});

test('a client that wants to know hears how far a move is', async () => {
  const linking = Array.from({ length: 300 }, (_, number) => [`n/${number}.md`, '[[B]]']);
  mcp.reset({ 'B.md': 'b', ...Object.fromEntries(linking) });
  const heard: { progress: number; total?: number | undefined; message?: string | undefined }[] =
    [];
  await mcp.client.callTool(
    { name: 'obsidian_move_note', arguments: { path: 'B.md', newPath: 'C.md' } },
    { onprogress: (progress) => heard.push(progress) },
  );
  const ofFiles = heard.filter(({ message }) =>
    /^(Planned|Wrote) \d+ of 30[01] files\.$/.test(message ?? ''),
  );
  expect(ofFiles.length).toBeGreaterThan(0);
  for (const { progress, total = 0 } of ofFiles) expect(progress).toBeLessThanOrEqual(total);
  const numbers = heard.map(({ progress }) => progress);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
});

test('a move does not overwrite, and needs something to move', async () => {
  await mcp.fails('move_note', { path: 'N.md', newPath: 'dup.md' }, 'file_exists', -32002);
  await mcp.fails('move_note', { path: 'no.md', newPath: 'x.md' }, 'note_missing', -32001);
  await mcp.fails('move_note', { path: 'N.md', newPath: '../x.md' }, 'path_traversal');
});

test('links of a note', async () => {
  mcp.reset({ 'A.md': '[[B]] [[B]] [[None]]', 'B.md': '[[A]]', 'C.md': '[[B]]' });
  expect(await mcp.ok('get_links', { target: P('B.md') })).toEqual({
    path: 'B.md',
    backlinks: [
      { path: 'A.md', count: 2 },
      { path: 'C.md', count: 1 },
    ],
    outgoing: [{ path: 'A.md', count: 1 }],
    unresolved: [],
  });
  expect((await mcp.ok('get_links', { target: P('A.md') })).unresolved).toEqual([
    { target: 'None', count: 1 },
  ]);
});

test('related notes, with the reasons', async () => {
  mcp.reset({
    'Apple.md': 'Prune the apple on its rootstock. [[Saw]]',
    'Pear.md': 'Prune the pear on a rootstock. [[Saw]]',
    'Saw.md': '',
    'Wheel.md': 'Spokes and a rim.',
  });
  expect(await mcp.ok('related_notes', { target: P('apple.md') })).toMatchObject({
    path: 'Apple.md',
    notes: [
      { path: 'Pear.md', why: 'links to the same note: Saw; shares: prune, rootstock, saw' },
      { path: 'Saw.md', why: 'linked from this note' },
    ],
  });
  await mcp.fails('related_notes', { target: P('no.md') }, 'note_missing', -32001);
});

test('several notes in one call', async () => {
  const { notes } = await mcp.ok('read_notes', { paths: ['README.md', 'no.md', 'n.md'] });
  expect(notes).toMatchObject([
    { path: 'README.md', content: 'abc' },
    { path: 'no.md', error: 'Not found: no.md' },
    { path: 'N.md' },
  ]);
});

test('the history of a note, deleted or not', async () => {
  await mcp.ok('append_to_note', { target: P('README.md'), content: 'x' });
  await mcp.ok('delete_note', { target: P('README.md') });
  const { changes } = await mcp.ok('note_history', { target: P('README.md') });
  const [last, first] = Array.isArray(changes) ? changes : [];
  expect(first).toMatchObject({ why: 'append to README.md', client: 'test' });
  expect(last).toMatchObject({
    files: expect.arrayContaining([expect.objectContaining({ what: 'moved', path: 'README.md' })]),
  });
  await mcp.ok('undo', { undoId: toData(last).undoId });
  expect(mcp.text('README.md')).toBe('abc\nx');
  await mcp.ok('undo', { undoId: toData(first).undoId });
  expect(mcp.text('README.md')).toBe('abc');
});

test('a change is not undone over another one', async () => {
  const { undoId } = await mcp.ok('append_to_note', { target: P('README.md'), content: 'x' });
  mcp.write({ 'README.md': 'mine' });
  await mcp.fails('undo', { undoId }, 'changed_on_disk', -32002);
  expect(mcp.text('README.md')).toBe('mine');
  await mcp.fails('undo', { undoId: 'nobody' }, 'step_missing', -32001);
});

/** Every file of the vault, byte for byte. */
const bytes = () =>
  Object.keys(harvest(mcp.root)).map((path) => [
    path,
    mcp.has(path) && readFileSync(join(mcp.root, path)).toString('base64'),
  ]);

test("an agent's session leaves the vault as it was when all of it is undone", async () => {
  mcp.reset({});
  cpSync(example, mcp.root, { recursive: true });
  const before = bytes();
  const undo: unknown[] = [];
  const change = async (name: string, args: Record<string, unknown>) => {
    const result = await mcp.ok(name, args);
    undo.push(result.undoId ?? toData(result.result).undoId);
    return result;
  };
  const found = await mcp.result('search_notes', { mode: 'text', query: 'garden' });
  const [hit] = Array.isArray(found.hits) ? found.hits : [];
  const path = String(toData(hit).filename);
  const map = await mcp.result('get_note', { format: 'document-map', target: P(path) });
  const [heading] = Array.isArray(map.headings) ? map.headings : [];
  await change('append_to_note', {
    target: P(path),
    section: H(String(heading)),
    content: 'A thought.',
  });
  await change('manage_frontmatter', {
    operation: 'set',
    target: P(path),
    key: 'seen',
    value: true,
  });
  await change('manage_tags', { operation: 'add', target: P(path), tags: ['visited'] });
  const moved = await change('move_note', { path, newPath: 'Inbox/Renamed.md' });
  expect(moved.linksUpdated).toBeGreaterThan(0);
  const after = await mcp.result('search_notes', { mode: 'text', query: 'A thought.' });
  expect(after.totalCount).toBe(1);
  for (const undoId of undo.reverse()) await mcp.ok('undo', { undoId });
  expect(bytes()).toEqual(before);
});
