import { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { H, McpHome, P, toData } from '../support/mcp.ts';
import { startMcpDaemon } from '../support/mcp-daemon.ts';
import { fc } from '../support/property.ts';

/*
 * A caller with a narrow policy gets the same answers whether what is closed to it exists or not.
 * Two servers with the same policy run the same calls: one on a vault with closed folders, one on
 * the same vault without them. Whatever differs is a leak, be it a name, a tag, a count or a text.
 */

const env = { OBSIDIAN_READ_PATHS: 'open,Half/open', OBSIDIAN_WRITE_PATHS: 'open' };
const secretWord = 'zanzibar';
const openFolders = ['open', 'open/deep', 'Half/open'];
const closedFolders = [`closed-${secretWord}`, 'Half/shut', 'opening', '', 'open-not'];
const names = ['Alpha', 'Beta', 'Gamma', 'alpha'];
/** The one that is moved has a name of its own: links to a closed namesake are left alone, and that tells. */
const moving = 'open/Mover.md';

/** What may stand in any note. Links go to names that exist on both sides. */
const pieces = [
  'shared words here',
  '# Title\n\ntext under it',
  '## Title\n\n- item ^b1',
  '#work #work/tasks #shared',
  '[[Alpha]] and [[Beta|b]] and ![[Gamma#Title]]',
  '[m](Beta.md) [x](../open/Alpha.md)',
  '[[Mover]] ![[open/Mover]]',
  'key:: value',
  '- [ ] task #todo',
];
/** What stands in closed notes only. */
const closedPieces = [
  `${secretWord} text`,
  `#${secretWord}/tag`,
  `# ${secretWord} heading`,
  `[[Alpha]] [[open/Beta]] [[${secretWord}]]`,
];

const heads = ['', '---\ntags: [work, head]\naliases: [Other name]\nstatus: open\n---\n'];
const closedHeads = [
  ...heads,
  `---\ntags: ${secretWord}\naliases: [Alpha, Delta]\nstatus: x\n---\n`,
];

const notes = (
  folders: readonly string[],
  texts: readonly string[],
  fronts: readonly string[],
  least: number,
) =>
  fc
    .uniqueArray(
      fc.record({
        folder: fc.constantFrom(...folders),
        name: fc.constantFrom(...names),
        front: fc.constantFrom(...fronts),
        text: fc.array(fc.constantFrom(...texts), { minLength: 1, maxLength: 4 }),
      }),
      { minLength: least, maxLength: 8, selector: ({ folder, name }) => `${folder}/${name}` },
    )
    .map((made) =>
      Object.fromEntries(
        made.map(({ folder, name, front, text }) => [
          `${folder === '' ? '' : `${folder}/`}${name}.md`,
          `${front}${text.join('\n\n')}\n`,
        ]),
      ),
    );

const always = { [moving]: 'm\n', 'Half/open/Zeta.md': '[[Mover]] [[Only]]\n' };
/** The one note of its name, and an open note links to it. */
const alwaysClosed = { 'Half/shut/Only.md': 'o\n' };
const vaults = fc.record({
  // The folders that the policy names are no secret.
  open: notes(openFolders, pieces, heads, 1).map((made) => ({ ...made, ...always })),
  closed: notes(closedFolders, [...pieces, ...closedPieces], closedHeads, 3).map((made) => ({
    ...made,
    ...alwaysClosed,
  })),
});

type Ask = readonly [tool: string, args: Record<string, unknown>];

/** Places that exist, that do not, that are closed, and that look alike. */
const places = [
  'open/Alpha.md',
  'open/deep/Beta.md',
  'Half/open/Gamma.md',
  'Half/open/Zeta.md',
  'open/ALPHA.md',
  'open/Alpha',
  'Alpha.md',
  'Alpha',
  'opening/Alpha.md',
  'Half/shut/Beta.md',
  `closed-${secretWord}/Gamma.md`,
  'open/none.md',
  'open/../Alpha.md',
];
const words = ['shared', 'alpha', secretWord, 'title text', 'beta'];
const logics = [
  { var: 'path' },
  { var: 'backlinks' },
  { var: 'links' },
  { var: 'unresolvedLinks' },
  { var: 'tags' },
  { in: [secretWord, { var: 'content' }] },
  { regexp: ['Alpha', { var: 'content' }] },
];
const queries = [
  'LIST',
  'TABLE file.inlinks, file.outlinks, file.tags, status',
  'LIST FROM #work OR [[Alpha]]',
  'TASK',
];

const looking: Ask[] = [
  ...places.flatMap((path): Ask[] => [
    ['get_note', { format: 'full', target: P(path), includeLinks: true }],
    ['get_note', { format: 'document-map', target: P(path) }],
    ['get_note', { format: 'section', target: P(path), section: H('Title') }],
    ['get_links', { target: P(path) }],
    ['related_notes', { target: P(path) }],
    ['note_history', { target: P(path) }],
    ['manage_tags', { operation: 'list', target: P(path) }],
    ['manage_frontmatter', { operation: 'get', target: P(path), key: 'status' }],
    ['open_in_ui', { path }],
  ]),
  ['read_notes', { paths: places }],
  ['get_note', { format: 'content', target: { type: 'active' } }],
  ...['', 'open', 'Half', 'Half/shut', 'opening', `closed-${secretWord}`, 'nowhere'].map(
    (path): Ask => ['list_notes', { path, depth: 5 }],
  ),
  ['list_notes', { nameRegex: 'a', depth: 9 }],
  ['list_tags', {}],
  ['list_tags', { nameRegex: `work|${secretWord}`, minCount: 2 }],
  ...words.map((query): Ask => ['search_notes', { mode: 'text', query }]),
  ...words.map((query): Ask => ['search_notes', { mode: 'ranked', query }]),
  ...logics.map((logic): Ask => ['search_notes', { mode: 'jsonlogic', logic }]),
  ...queries.map((query): Ask => ['search_notes', { mode: 'dataview', query }]),
  ['note_history', {}],
];

const changing: Ask[] = [
  ...places.flatMap((path): Ask[] => [
    ['patch_note', { target: P(path), section: H('Title'), operation: 'append', content: 'new' }],
    ['replace_in_note', { target: P(path), replacements: [{ search: 'shared', replace: 'ours' }] }],
    ['manage_tags', { operation: 'add', target: P(path), tags: ['fresh'] }],
    ['manage_frontmatter', { operation: 'set', target: P(path), key: 'k', value: 1 }],
    ['append_to_note', { target: P(path), content: 'more' }],
    ['write_note', { target: P(path), content: 'x' }],
  ]),
  ['move_note', { path: moving, newPath: 'open/deep/Moved.md', dryRun: true }],
  ['move_note', { path: moving, newPath: 'open/deep/Moved.md' }],
  ['move_note', { path: 'open/Beta.md', newPath: 'Half/shut/Beta.md' }],
  ['move_note', { path: 'Half/shut/Beta.md', newPath: 'open/Stolen.md' }],
  ['move_note', { path: 'Beta.md', newPath: 'open/Stolen.md' }],
  ...places.map((path): Ask => ['delete_note', { target: P(path) }]),
  ['undo', { undoId: 'nobody' }],
];

let withClosed: McpHome;
let without: McpHome;
beforeAll(async () => {
  [withClosed, without] = await Promise.all([McpHome.open({ env }), McpHome.open({ env })]);
});
afterAll(() => Promise.all([withClosed.close(), without.close()]));

/** What differs between two runs of the same thing anyway. */
const passing = new Set(['undoId', 'requestId', 'ctime', 'mtime', 'at']);
const identifiers = /\b0[0-9a-hjkmnp-tv-z]{15}\b|\b[cm]time"?[=:] ?\d+|\d{4}-\d\d-\d\dT[\d:.]+Z/g;

const settle = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(identifiers, '…');
  if (Array.isArray(value)) return value.map(settle);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, passing.has(key) ? '…' : settle(each)]),
  );
};

const answers = async (home: McpHome, asks: readonly Ask[]) => {
  const got: [string, unknown][] = [];
  for (const [tool, args] of asks) {
    const { content, structuredContent } = await home.call(tool, args);
    got.push([`${tool} ${JSON.stringify(args)}`, settle({ content, structuredContent })]);
  }
  for (const uri of ['obsidian://tags', ...places.map((path) => `obsidian://vault/${path}`)]) {
    const read = home.client
      .readResource({ uri })
      .catch(({ code, message }) => ({ code, message }));
    got.push([uri, settle(await read)]);
  }
  return got;
};

test('nothing that a policy closes shows in any answer', async () => {
  await fc.assert(
    fc.asyncProperty(vaults, async ({ open, closed }) => {
      withClosed.reset({ ...closed, ...open });
      without.reset(open);
      for (const asks of [looking, changing, looking]) {
        const [full, bare] = await Promise.all([answers(withClosed, asks), answers(without, asks)]);
        expect(full).toEqual(bare);
      }
      for (const [path, text] of Object.entries(closed)) expect(withClosed.text(path)).toBe(text);
    }),
    { numRuns: 3 },
  );
});

test('what others did in closed places is in no history and cannot be undone', async () => {
  const home = await McpHome.open();
  onTestFinished(() => home.close());
  home.reset({ 'closed/s.md': `${secretWord}\n`, 'open/o.md': 'o\n' });
  await startMcpDaemon(home);
  const connect = async (name: string, more: Record<string, string>) => {
    const client = new Client({ name, version: '1' });
    await client.connect(home.transport({ args: ['--attach', 'always'], env: more }));
    onTestFinished(() => client.close());
    return async (tool: string, args: Record<string, unknown>) =>
      toData(
        (await client.callTool({ name: `obsidian_${tool}`, arguments: args })).structuredContent,
      );
  };
  const owner = await connect('owner', {});
  const guest = await connect('guest', { OBSIDIAN_READ_PATHS: 'open' });
  const changes = [
    await owner('append_to_note', { target: P('closed/s.md'), content: secretWord }),
    await owner('move_note', { path: 'open/o.md', newPath: 'closed/o.md' }),
  ];
  for (const { undoId } of changes) {
    const refused = await guest('undo', { undoId });
    expect(refused).toMatchObject({ error: {} });
    expect(JSON.stringify(refused)).not.toMatch(/closed|zanzibar/);
  }
  for (const args of [{}, { target: P('open/o.md') }]) {
    expect(JSON.stringify(await guest('note_history', args))).not.toMatch(/closed|zanzibar/);
  }
  expect(home.text('closed/s.md')).toBe(`${secretWord}\n${secretWord}`);
  expect(home.has('closed/o.md')).toBe(true);
});
