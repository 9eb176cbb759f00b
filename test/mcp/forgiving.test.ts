import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Data, McpHome, toData } from '../support/mcp.ts';

const vault = {
  'Home.md':
    '---\naliases: [Start]\nstatus: open\n---\n# Plans\n\nplans\n\n## Garden\n\nprune #tree\n',
  'Notes/Deep.md': '- [ ] dig\n- [x] dug\n',
  'C# notes.md': 'sharp',
  'a/Twin.md': '1',
  'b/Twin.md': '2',
};

let mcp: McpHome;
beforeAll(async () => {
  mcp = await McpHome.open();
});
afterAll(() => mcp.close());
beforeEach(() => mcp.reset(vault));

const read = (args: Data) => mcp.result('get_note', args);

test.each<[string, Data, string]>([
  ['a path', { path: 'Home.md' }, 'Home.md'],
  ['a name', { path: 'Home' }, 'Home.md'],
  ['a name in another case', { path: 'home.md' }, 'Home.md'],
  ['a name in a folder', { path: 'deep' }, 'Notes/Deep.md'],
  ['the end of a path', { path: 'notes/deep.md' }, 'Notes/Deep.md'],
  ['another name', { path: 'Start' }, 'Home.md'],
  ['a link', { path: '[[Home|see]]' }, 'Home.md'],
  ['a name with a sharp', { path: 'C# notes' }, 'C# notes.md'],
  ['a target that is a text', { target: 'Home' }, 'Home.md'],
  ['a target without a type', { target: { path: 'Home' } }, 'Home.md'],
  ['a target of the contract', { target: { type: 'path', path: 'Home' } }, 'Home.md'],
  ['a target as JSON', { target: '{"type":"path","path":"Home.md"}' }, 'Home.md'],
  ['another word for it', { note: 'Home' }, 'Home.md'],
])('a note is found by %s', async (_, args, path) => {
  expect(await read(args)).toMatchObject({ path, format: 'content' });
});

test('what stands for a note is said with the result', async () => {
  expect(await mcp.ok('get_note', { path: 'Start' })).toMatchObject({
    notice: '"Start" is the note "Home.md".',
    result: { requestedPath: 'Start' },
  });
});

test('a link to a heading reads it, and adds to it', async () => {
  const section = { format: 'section', sectionTarget: 'Plans::Garden' };
  expect(await read({ path: 'Home#Garden' })).toMatchObject(section);
  expect(await read({ path: '[[Home#Plans#Garden]]' })).toMatchObject(section);
  await mcp.ok('append_to_note', { path: 'Home#Garden', content: 'water' });
  expect(mcp.text('Home.md')).toContain('prune #tree\n\nwater\n');
});

test('a part of a note is named without an object around it', async () => {
  expect(await read({ path: 'Home', heading: 'Garden', format: 'section' })).toMatchObject({
    valueText: '## Garden\n\nprune #tree',
  });
  const patch = { path: 'Home', operation: 'replace', content: 'done' };
  await mcp.ok('patch_note', { ...patch, property: 'status' });
  await mcp.ok('patch_note', { ...patch, section: 'Garden' });
  expect(mcp.text('Home.md')).toContain('status: done\n');
  expect(mcp.text('Home.md')).toContain('## Garden\n\ndone\n');
});

test('what several notes are called is not guessed', async () => {
  const error = await mcp.fails('get_note', { path: 'Twin' }, 'ambiguous_path', -32002);
  expect(error.matches).toEqual(['a/Twin.md', 'b/Twin.md']);
});

test('edits find notes by name, and new notes get their ending', async () => {
  await mcp.ok('append_to_note', { path: 'deep', content: 'more' });
  expect(mcp.text('Notes/Deep.md')).toContain('more');
  expect(await mcp.ok('write_note', { path: 'New idea', content: 'x' })).toMatchObject({
    path: 'New idea.md',
    created: true,
  });
  expect(await mcp.ok('move_note', { path: 'New idea', newPath: 'Notes/' })).toMatchObject({
    newPath: 'Notes/New idea.md',
  });
  await mcp.ok('edit_notes', {
    edits: [{ path: 'New idea', edit: { type: 'append', content: 'y' } }],
  });
  expect(mcp.text('Notes/New idea.md')).toBe('x\ny');
});

test('a link that leads nowhere does not make a note', async () => {
  const append = { path: 'Nowhere#Heading', content: 'x' };
  await mcp.fails('append_to_note', append, 'note_missing');
  expect(mcp.has('Nowhere#Heading.md')).toBe(false);
});

test('what is deleted is named to the letter', async () => {
  const error = await mcp.fails('delete_note', { path: 'home' }, 'note_missing');
  expect(error.suggestions).toContain('Home.md');
  expect(await mcp.ok('delete_note', { path: 'Home' })).toMatchObject({ path: 'Home.md' });
});

test('unknown arguments are ignored with a notice', async () => {
  const found = await mcp.ok('get_note', { path: 'Home', verbose: true, _meta: {} });
  expect(found.notice).toBe(
    'Ignored: "verbose". This tool takes: format, target, section, includeLinks.',
  );
});

test('the mode of a search is guessed from what is given', async () => {
  const modeOf = async (args: Data) => (await mcp.result('search_notes', args)).mode;
  expect(await modeOf({ query: 'plans' })).toBe('ranked');
  expect(await modeOf({ query: 'TABLE status' })).toBe('dataview');
  expect(await modeOf({ logic: { '==': [{ var: 'path' }, 'Home.md'] } })).toBe('jsonlogic');
});

test('every miss offers what is near', async () => {
  const suggestions = async (tool: string, args: Data, reason: string) =>
    (await mcp.fails(tool, args, reason)).suggestions;
  expect(await suggestions('get_note', { path: 'Hoem' }, 'note_missing')).toEqual(['Home.md']);
  expect(
    await suggestions(
      'get_note',
      { path: 'Home', heading: 'Gardn', format: 'section' },
      'section_missing',
    ),
  ).toEqual(['Plans::Garden']);
  const patch = { path: 'Home', operation: 'append', content: 'x' };
  expect(
    await suggestions('patch_note', { ...patch, heading: 'garden' }, 'section_target_missing'),
  ).toEqual(['Plans::Garden']);
  expect(
    await suggestions('patch_note', { ...patch, property: 'statsu' }, 'section_target_missing'),
  ).toEqual(['status']);
  expect(await suggestions('list_notes', { path: 'Note' }, 'directory_missing')).toEqual(['Notes']);
  const none = await mcp.ok('search_notes', { query: 'LIST FROM #tre' });
  expect(none.notice).toBe('There is no tag #tre. Did you mean: #tree?');
  const removed = await mcp.ok('manage_tags', {
    path: 'Home',
    operation: 'remove',
    tags: ['trees'],
  });
  expect(removed.notice).toBe('There is no tag #trees. Did you mean: #tree?');
  const rename = { type: 'renameTag', tag: 'trees', to: 'x' };
  const { message } = await mcp.fails('refactor', rename, 'tag_missing', -32001);
  expect(message).toContain('Did you mean: #tree?');
});

test('TASK queries are answered', async () => {
  const { hits } = await mcp.result('search_notes', { query: 'TASK WHERE !completed' });
  expect(hits).toEqual([
    { filename: 'Notes/Deep.md', result: { line: 1, status: ' ', text: 'dig' } },
  ]);
});

test('the last change of a client is undone without an id, then the one before', async () => {
  const before = mcp.text('Home.md');
  await mcp.ok('append_to_note', { path: 'Home', content: 'one' });
  await mcp.ok('append_to_note', { path: 'Home', content: 'two' });
  await mcp.ok('undo');
  expect(mcp.text('Home.md')).toMatch(/one$/);
  await mcp.ok('undo');
  expect(mcp.text('Home.md')).toBe(before);
});

test('tasks are listed, checked and added', async () => {
  expect(await mcp.ok('manage_tasks', { path: 'Notes/', status: 'open' })).toEqual({
    tasks: [{ path: 'Notes/Deep.md', line: 1, status: ' ', text: 'dig' }],
  });
  await mcp.ok('manage_tasks', { operation: 'set', path: 'Deep', line: 1 });
  const added = await mcp.ok('manage_tasks', { operation: 'add', path: 'Deep', text: 'rest' });
  expect(mcp.text('Notes/Deep.md')).toBe('- [x] dig\n- [x] dug\n- [ ] rest\n');
  expect(added).toMatchObject({ tasks: [{ line: 3, status: ' ', text: 'rest' }] });
  const missed = { operation: 'set', path: 'Deep', line: 9 };
  const error = await mcp.fails('manage_tasks', missed, 'section_target_missing');
  expect(toData(error.recovery).hint).toMatch(/^Its tasks are on lines 1, 2, 3\./);
});

test('notes are made from templates, and periodic notes from theirs', async () => {
  mcp.write({
    '.obsidian/templates.json': '{"folder": "Templates"}',
    '.obsidian/daily-notes.json': '{"folder": "Daily", "template": "Templates/Day"}',
    'Templates/Book.md': '# {{title}}\n',
    'Templates/Day.md': '# Today\n',
  });
  expect(await mcp.ok('create_note')).toEqual({ templates: ['Book', 'Day'] });
  const book = { template: 'book', path: 'Books/Dune', content: 'sand' };
  expect(await mcp.ok('create_note', book)).toMatchObject({ path: 'Books/Dune.md', created: true });
  expect(mcp.text('Books/Dune.md')).toBe('# Dune\nsand');
  await mcp.fails('create_note', book, 'file_exists');
  const day = { period: 'daily', date: '2026-01-31', content: 'rain' };
  expect(await mcp.ok('create_note', day)).toMatchObject({ created: true });
  expect(await mcp.ok('create_note', { ...day, content: 'sun' })).toMatchObject({ created: false });
  expect(mcp.text('Daily/2026-01-31.md')).toBe('# Today\nrain\nsun');
});

test('problems of notes are found with what a broken link may mean', async () => {
  mcp.write({ 'links.md': 'one\n[[Hoem]] [[Home#Nope]]' });
  expect(await mcp.ok('lint', { path: 'links' })).toEqual({
    problems: [
      {
        path: 'links.md',
        line: 2,
        code: 'broken-link',
        message: 'No note is named "Hoem".',
        suggestions: ['Home.md'],
      },
      {
        path: 'links.md',
        line: 2,
        code: 'broken-anchor',
        message: '"Home.md" has no heading "Nope".',
      },
    ],
  });
});

test('the changes of a day are listed', async () => {
  await mcp.ok('append_to_note', { path: 'Home', content: 'x' });
  const { changes } = await mcp.ok('note_history', { since: 'today', limit: 1 });
  expect(changes).toMatchObject([{ why: 'append to Home.md' }]);
  expect(await mcp.ok('note_history', { since: '2999-01-01' })).toEqual({ changes: [] });
});
