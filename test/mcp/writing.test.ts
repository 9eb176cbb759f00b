import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { H, McpHome, P } from '../support/mcp.ts';

let mcp: McpHome;
beforeAll(async () => {
  mcp = await McpHome.open();
});
afterAll(() => mcp.close());
beforeEach(() => mcp.reset());

const write = (path: string, content: string, more: object = {}) =>
  mcp.ok('write_note', { target: P(path), content, ...more });
const append = (path: string, content: string, more: object = {}) =>
  mcp.ok('append_to_note', { target: P(path), content, ...more });

test('75 a new note in a new folder', async () => {
  expect(await write('W/new.md', 'héllo')).toMatchObject({
    path: 'W/new.md',
    created: true,
    sectionTargeted: false,
    previousSizeInBytes: 0,
    currentSizeInBytes: 6,
  });
  expect(mcp.text('W/new.md')).toBe('héllo');
  const [text] = await mcp.says('write_note', { target: P('W/two.md'), content: 'x' });
  expect(text).toMatch(
    /^\*\*Created W\/two\.md\*\*\n\*Size:\* 0 → 1 bytes\n\*Section targeted:\* false\n\*Created:\* true\n\*Hash:\* /,
  );
});

test('76 an existing note is not overwritten', async () => {
  const error = await mcp.fails(
    'write_note',
    { target: P('README.md'), content: 'x' },
    'file_exists',
    -32002,
  );
  expect(error).toMatchObject({ path: 'README.md', message: "Note 'README.md' already exists." });
  expect(mcp.text('README.md')).toBe('abc');
});

test('77 unless asked for', async () => {
  expect(await write('README.md', 'x', { overwrite: true })).toMatchObject({
    created: false,
    previousSizeInBytes: 3,
    currentSizeInBytes: 1,
  });
});

test('78 a folder cannot be written', () =>
  mcp.fails('write_note', { target: P('Projects'), content: 'x' }, 'path_is_directory'));

test('79 JSON is written compactly, a JSON text as its text', async () => {
  await write('j.json', '{"a":  1}', { contentType: 'json' });
  expect(mcp.text('j.json')).toBe('{"a":1}');
  await write('t.json', '"hi"', { contentType: 'json' });
  expect(mcp.text('t.json')).toBe('hi');
  const bad = { target: P('n.json'), content: 'not json', contentType: 'json' };
  await mcp.fails('write_note', bad, 'content_invalid_json', -32007);
  expect(mcp.has('n.json')).toBe(false);
});

test('80 a periodic note is not created', () =>
  mcp.fails(
    'write_note',
    { target: { type: 'periodic', period: 'daily' }, content: 'x' },
    'periodic_not_found',
    -32001,
  ));

test('81 and 82 text is added on a new line, each time', async () => {
  expect(await append('README.md', 'BBBB')).toMatchObject({
    previousSizeInBytes: 3,
    currentSizeInBytes: 8,
  });
  expect(mcp.text('README.md')).toBe('abc\nBBBB');
  await append('README.md', 'BBBB');
  expect(mcp.text('README.md')).toBe('abc\nBBBB\nBBBB');
});

test('an empty note gets no line break first', async () => {
  mcp.write({ 'e.md': '' });
  await append('e.md', 'x');
  expect(mcp.text('e.md')).toBe('x');
});

test('83 a missing note is made', async () => {
  expect(await append('ap.md', 'tail')).toMatchObject({ created: true });
  expect(mcp.text('ap.md')).toBe('tail');
  const [text] = await mcp.says('append_to_note', { target: P('aq.md'), content: 'x' });
  expect(text).toMatch(
    /^\*\*Created aq\.md\*\* .*\n\*Size:\* 0 → 1 bytes\n\*Created:\* true\n\*Section targeted:\* false/,
  );
});

test('84 only a JSON text can be added', () =>
  mcp.fails(
    'append_to_note',
    { target: P('README.md'), content: '[1]', contentType: 'json' },
    'content_invalid_json',
    -32007,
  ));

test('85 a deleted note is in the trash', async () => {
  expect(await mcp.ok('delete_note', { target: P('README.md') })).toMatchObject({
    path: 'README.md',
    deleted: true,
    previousSizeInBytes: 3,
    currentSizeInBytes: 0,
  });
  expect(mcp.has('README.md')).toBe(false);
  expect(mcp.text('.trash/README.md')).toBe('abc');
  mcp.write({ 'README.md': 'again' });
  const [text] = await mcp.says('delete_note', { target: P('README.md') });
  expect(text).toMatch(
    /^\*\*Deleted README\.md\*\* \(size: 5 → 0 bytes\)\n\*Moved to:\* \.trash\/README 2\.md/,
  );
  expect(mcp.text('.trash/README.md')).toBe('abc');
});

test('a vault may want its notes deleted for good', async () => {
  mcp.write({ '.obsidian/app.json': '{"trashOption":"none"}' });
  await mcp.ok('delete_note', { target: P('README.md') });
  expect(mcp.has('README.md') || mcp.has('.trash/README.md')).toBe(false);
});

test('86 another spelling is suggested, not deleted', async () => {
  const error = await mcp.fails('delete_note', { target: P('readme.md') }, 'note_missing');
  expect(error.suggestions).toEqual(['README.md']);
  expect(mcp.has('README.md')).toBe(true);
});

test('87 a folder is never deleted', async () => {
  await mcp.fails('delete_note', { target: P('Projects') }, 'path_is_directory');
  expect(mcp.has('Projects/Plan.md')).toBe(true);
});

test('127 a section of a missing note', async () => {
  const error = await mcp.fails(
    'write_note',
    { target: P('no.md'), section: H('A'), content: 'x' },
    'note_missing',
    -32001,
  );
  expect(error.message).toBe('Note not found: no.md');
});

test('what is not text is refused', async () => {
  mcp.write({ 'b.md': '' });
  const { writeFileSync } = await import('node:fs');
  writeFileSync(`${mcp.root}/b.md`, Buffer.from([0xff, 0xfe, 0x00]));
  await mcp.fails('get_note', { format: 'content', target: P('b.md') }, 'not_text', -32007);
  await mcp.fails('append_to_note', { target: P('b.md'), content: 'x' }, 'not_text');
});

test('a stale hash is refused, a fresh one is not', async () => {
  const { hash } = await mcp.result('get_note', { format: 'content', target: P('README.md') });
  mcp.write({ 'README.md': 'other' });
  const stale = { target: P('README.md'), content: 'x', expectedHash: hash };
  await mcp.fails('append_to_note', stale, 'changed_on_disk', -32002);
  const fresh = await mcp.result('get_note', { format: 'content', target: P('README.md') });
  await append('README.md', 'x', { expectedHash: fresh.hash });
  expect(mcp.text('README.md')).toBe('other\nx');
});
