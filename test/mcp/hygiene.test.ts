import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { McpHome } from '../support/mcp.ts';

/** Names that would end a line, act on a terminal or turn the direction of a text. */
const forged = 'a\n- Secret.md:1 forged\u001b[31m\u202edm.md';
const shown = 'a\\n- Secret.md:1 forged\\u001b[31m\\u202edm.md';
const folder = 'f\r\n# Heading';

let home: McpHome;
beforeAll(async () => {
  home = await McpHome.open({ args: ['--results', 'text'] });
});
afterAll(() => home.close());
beforeEach(() => {
  home.reset({ 'plain.md': 'plain #tag\n' });
  mkdirSync(join(home.root, folder));
  const text = `---\n"k\\nforged": "v\\nforged"\n---\n# H\u2028forged\n\nneedle [[plain]]\n\n- [ ] do\n`;
  writeFileSync(join(home.root, forged), text);
  writeFileSync(join(home.root, folder, 'x.md'), 'needle');
});

const raw = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

const renameForged = { type: 'renameHeading', path: forged, heading: 'H', to: 'I' };
const calls: readonly [tool: string, args: Record<string, unknown>][] = [
  ['list_notes', {}],
  ['list_tags', {}],
  ['search_notes', { mode: 'ranked', query: 'needle' }],
  ['search_notes', { mode: 'text', query: 'needle' }],
  ['search_notes', { mode: 'words', query: 'needle' }],
  ['search_notes', { query: 'LIST' }],
  ['search_notes', { query: 'TABLE file.folder' }],
  ['search_notes', { query: 'TASK' }],
  ['search_notes', { logic: { var: 'path' } }],
  ['get_note', { path: forged, format: 'document-map' }],
  ['get_links', { path: 'plain.md' }],
  ['manage_tags', { path: forged, operation: 'list' }],
  ['manage_frontmatter', { path: forged, operation: 'get', key: 'k\nforged' }],
  ['manage_tasks', {}],
  ['lint', {}],
  ['note_history', {}],
  ['append_to_note', { path: forged, content: 'x' }],
  ['open_in_ui', { path: forged }],
  ['move_note', { path: forged, newPath: 'new.md', dryRun: true }],
  ['delete_note', { path: forged }],
  ['read_notes', { paths: [`no\n${forged}`] }],
  ['get_note', { path: 'no\n**forged**' }],
  ['write_note', { path: 'no\n**forged**', content: '' }],
  ['write_note', { path: forged, content: 'x', overwrite: true }],
  ['patch_note', { path: forged, heading: 'no\n**forged**', operation: 'append', content: 'x' }],
  ['replace_in_note', { path: forged, replacements: [{ search: 'needle\n', replace: 'x' }] }],
  ['related_notes', { path: 'plain.md' }],
  ['create_note', { template: 'no\n**forged**', path: 'new.md' }],
  ['edit_notes', { edits: [{ path: forged, edit: { type: 'addTags', tags: ['t'] } }] }],
  ['refactor', { change: renameForged }],
  ['undo', {}],
  ['undo', { undoId: 'no\n**forged**' }],
  ['approvals', {}],
];

test('the calls below are of every tool', async () => {
  const { tools } = await home.client.listTools();
  const called = new Set(calls.map(([tool]) => `obsidian_${tool}`));
  expect(tools.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
});

test.each(calls)('%s shows names on one line: %j', async (tool, args) => {
  const { content } = await home.call(tool, args);
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  const lines = text.split('\n');
  for (const line of lines) expect(line).not.toMatch(raw);
  expect(lines.filter((line) => /^(- Secret|\*\*forged|# Heading)/.test(line))).toEqual([]);
});

test('an escaped name is shown as it is, but for what is escaped', async () => {
  expect((await home.says('list_notes'))[0]).toContain(`├── ${shown}`);
});

/** Every tool that can make a note. */
const makers = (path: string): readonly [tool: string, args: Record<string, unknown>][] => [
  ['write_note', { path, content: 'x' }],
  ['create_note', { path, template: 'T' }],
  ['move_note', { path: 'other.md', newPath: path }],
  ['refactor', { change: { type: 'split', path: 'other.md', heading: 'H', to: path } }],
];
/** These take a neighbour in another case for the note that is meant. */
const finders = (path: string): ReturnType<typeof makers> => [
  ['append_to_note', { path, content: 'x' }],
  ['open_in_ui', { path, failIfMissing: false }],
];

test.each([
  ['a control character', 'bell\u0007.md'],
  ['a line break', 'two\nlines.md'],
  ['a bidirectional override', 'x\u202edm.md'],
  ['the name of a device', 'Folder/CON.md'],
  ['a folder that is a device', 'aux/x.md'],
  ['a neighbour in another case', 'PLAIN.md'],
  ['a neighbour in another Unicode form', 'caf\u0065\u0301.md'],
])('a new note is refused for %s', async (what, path) => {
  home.write({
    'caf\u00e9.md': '',
    'other.md': '# H\n',
    'Templates/T.md': '',
    '.obsidian/templates.json': '{"folder":"Templates"}',
  });
  const isNeighbour = what.startsWith('a neighbour');
  for (const [tool, args] of [...makers(path), ...(isNeighbour ? [] : finders(path))]) {
    const { content, isError } = await home.call(tool, args);
    expect(isError, `${tool} ${path}`).toBe(true);
    expect(JSON.stringify(content), tool).toMatch(/invalid_name|file_exists/);
  }
  expect(home.has('plain.md')).toBe(true);
});

test('a note may change the case of its own name', async () => {
  await home.call('move_note', { path: 'plain.md', newPath: 'Plain.md' });
  expect(home.has('Plain.md')).toBe(true);
  expect(home.has('plain.md')).toBe(false);
});
