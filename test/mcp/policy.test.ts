import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readPolicy } from '../../src/daemon/mcp-options.ts';
import { executable, runToEnd } from '../support/child.ts';
import { type Data, McpHome, P, toData } from '../support/mcp.ts';

const vault = {
  'public/a.md': '# A\n\nx #open\n',
  'public/inbox/i.md': 'i #in',
  'publicity/x.md': 'p',
  'secret/s.md': 'needle #hidden',
  'r.md': 'needle #root',
};

let mcp: McpHome;
beforeAll(async () => {
  mcp = await McpHome.open({
    env: { OBSIDIAN_READ_PATHS: 'public', OBSIDIAN_WRITE_PATHS: 'public/inbox' },
  });
});
afterAll(() => mcp.close());
beforeEach(() => mcp.reset(vault));

/** One server with other settings, for one case. */
const withEnv = async (env: Record<string, string>, check: (mcp: McpHome) => Promise<unknown>) => {
  const home = await McpHome.open({ env });
  home.reset(vault);
  try {
    await check(home);
  } finally {
    await home.close();
  }
};

const get = (path: string) => ({ format: 'content', target: P(path) });
const forbidden = (name: string, args: object) =>
  mcp.fails(name, { ...args }, 'path_forbidden', -32005);
const paths = (listing: Data) =>
  (Array.isArray(listing.entries) ? listing.entries : []).map(({ path }) => path);

test('203 reading outside is refused, and the scope is named', async () => {
  const error = await forbidden('get_note', get('secret/s.md'));
  expect(error).toMatchObject({
    path: 'secret/s.md',
    op: 'read',
    subreason: 'outside_read_paths',
    activeScope: ['public', 'public/inbox'],
    message: "Path 'secret/s.md' is not readable: outside OBSIDIAN_READ_PATHS.",
  });
  expect(toData(error.recovery).hint).toContain("Allowed prefixes: ['public', 'public/inbox'].");
});

test('204 prefixes have no case', async () => {
  expect((await mcp.result('get_note', get('PUBLIC/a.md'))).path).toBe('public/a.md');
});

test('205 to 207 near misses', async () => {
  await forbidden('get_note', get('publicity/x.md'));
  await forbidden('get_note', get('../secret/s.md'));
  await mcp.fails('get_note', get('public/../secret/s.md'), 'path_traversal');
});

test('208 to 210 listings show only what is open', async () => {
  expect(paths(await mcp.ok('list_notes'))).toEqual(['public', 'public/a.md', 'public/inbox']);
  await forbidden('list_notes', { path: 'secret' });
  await withEnv({ OBSIDIAN_READ_PATHS: 'a/b/c' }, async (home) => {
    home.reset({ 'a/x.md': '', 'a/b/y.md': '', 'a/b/c/z.md': '', 'd.md': '' });
    expect(paths(await home.ok('list_notes', { depth: 3 }))).toEqual(['a', 'a/b', 'a/b/c']);
  });
});

test('211 and 212 search and tags do not tell', async () => {
  const found = await mcp.ok('search_notes', { mode: 'text', query: 'needle' });
  expect(found).toMatchObject({ result: { totalCount: 0, hits: [] } });
  expect((await mcp.ok('list_tags')).tags).toEqual([
    { name: 'in', count: 1 },
    { name: 'open', count: 1 },
  ]);
});

test('213 to 215 writing', async () => {
  const write = (path: string) => ({ target: P(path), content: 'x' });
  expect(await forbidden('write_note', write('public/x.md'))).toMatchObject({
    op: 'write',
    subreason: 'outside_write_paths',
    activeScope: ['public/inbox'],
  });
  expect(await forbidden('write_note', write('secret/x.md'))).toMatchObject({ op: 'read' });
  expect(await mcp.ok('write_note', write('public/inbox/x.md'))).toMatchObject({ created: true });
});

test('216 and 217 what changes nothing needs no right to write', async () => {
  const replace = (search: string) => ({
    target: P('public/a.md'),
    replacements: [{ search, replace: 'y' }],
  });
  await mcp.ok('replace_in_note', replace('nothing'));
  expect(await forbidden('replace_in_note', replace('x'))).toMatchObject({ op: 'write' });
  const tags = (operation: string) => ({ operation, target: P('public/a.md'), tags: ['n'] });
  await mcp.ok('manage_tags', tags('list'));
  await mcp.ok('manage_tags', tags('remove'));
  await forbidden('manage_tags', tags('add'));
  const property = (operation: string) => ({
    operation,
    target: P('public/a.md'),
    key: 'k',
    value: 1,
  });
  await mcp.ok('manage_frontmatter', property('delete'));
  await forbidden('manage_frontmatter', property('set'));
  expect(mcp.text('public/a.md')).toBe(vault['public/a.md']);
});

test('218 deleting is refused without a question', () =>
  withEnv(
    {
      OBSIDIAN_READ_PATHS: 'public',
      OBSIDIAN_WRITE_PATHS: 'public/inbox',
      OBSIDIAN_DELETE_ELICITATION: 'true',
    },
    async (home) => {
      const error = await home.fails('delete_note', { target: P('public/a.md') }, 'path_forbidden');
      expect(error).toMatchObject({ op: 'write' });
    },
  ));

test('219 opening does not create outside', async () => {
  const open = { path: 'public/zz.md', failIfMissing: false };
  expect(await forbidden('open_in_ui', open)).toMatchObject({ op: 'write' });
});

test('220 a write scope alone leaves everything readable', () =>
  withEnv({ OBSIDIAN_WRITE_PATHS: 'public/inbox' }, async (home) => {
    await home.ok('get_note', get('secret/s.md'));
    const write = { target: P('secret/x.md'), content: 'x' };
    expect(await home.fails('write_note', write, 'path_forbidden')).toMatchObject({ op: 'write' });
    await home.ok('write_note', { ...write, target: P('public/inbox/x.md') });
  }));

test('221 read-only takes the write scope away', () =>
  withEnv(
    { OBSIDIAN_READ_ONLY: 'true', OBSIDIAN_WRITE_PATHS: 'secret', OBSIDIAN_READ_PATHS: 'public' },
    async (home) => {
      await home.fails('get_note', get('secret/s.md'), 'path_forbidden');
    },
  ));

test('222 and 223 read-only', () =>
  withEnv({ OBSIDIAN_READ_ONLY: 'on' }, async (home) => {
    const { tools } = await home.client.listTools();
    expect(
      tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name),
    ).toEqual(['obsidian_open_in_ui']);
    await home.ok('open_in_ui', { path: 'r.md' });
    const error = await home.fails(
      'open_in_ui',
      { path: 'zz.md', failIfMissing: false },
      'path_forbidden',
    );
    expect(error).toMatchObject({
      subreason: 'read_only_mode',
      activeScope: [],
      message:
        "Path 'zz.md' is not writable: server is in read-only mode (OBSIDIAN_READ_ONLY=true).",
      recovery: { hint: expect.stringContaining('You can read and search.') },
    });
    expect(home.client.getInstructions()).toContain('read-only');
  }));

test('222 in strict compatibility five tools are left', async () => {
  const home = await McpHome.open({ env: { OBSIDIAN_READ_ONLY: 'true' }, args: ['--strict'] });
  try {
    const { tools } = await home.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'obsidian_get_note',
      'obsidian_list_notes',
      'obsidian_list_tags',
      'obsidian_open_in_ui',
      'obsidian_search_notes',
    ]);
  } finally {
    await home.close();
  }
});

test('224 settings that make no sense stop the start', async () => {
  for (const value of [',', '/abs', 'a/../b']) {
    const env = { ...mcp.env, OBSIDIAN_READ_PATHS: value };
    const { exitCode, stderr, stdout } = await runToEnd(
      process.execPath,
      [executable, 'mcp', mcp.root],
      { env },
    );
    expect(exitCode).toBe(1);
    expect(stderr).toContain('OBSIDIAN_READ_PATHS');
    expect(stdout).toBe('');
  }
  expect(readPolicy({ OBSIDIAN_READ_PATHS: '  ', OBSIDIAN_WRITE_PATHS: `$\{X}` })).toEqual({});
  expect(readPolicy({ OBSIDIAN_READ_PATHS: 'A\\B/, a/b' })).toEqual({ read: ['a/b'] });
});

test('the instructions name the scope', () => {
  expect(mcp.client.getInstructions()).toContain(
    "Readable: 'public', 'public/inbox'. Writable: 'public/inbox'.",
  );
});

test('a hidden folder is closed, and a hidden note is not there', async () => {
  await withEnv({}, async (home) => {
    home.write({ '.obsidian/app.json': '{}', '.h.md': 'x' });
    const error = await home.fails('get_note', get('.obsidian/app.json'), 'path_forbidden');
    expect(error).toMatchObject({ subreason: 'config_folder' });
    await home.fails('get_note', get('.h.md'), 'note_missing');
    await home.fails('write_note', { target: P('.new.md'), content: 'x' }, 'path_forbidden');
  });
});
