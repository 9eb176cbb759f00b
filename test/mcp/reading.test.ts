import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { B, H, K, McpHome, P, strictly, toData } from '../support/mcp.ts';

let mcp: McpHome;
beforeAll(async () => {
  mcp = await McpHome.open();
});
afterAll(() => mcp.close());
beforeEach(() => mcp.reset());

const get = (format: string, path: string, more: object = {}) =>
  mcp.result('get_note', { format, target: P(path), ...more });
const section = (path: string, section: object) => get('section', path, { section });
const noSection = (path: string, section: object) =>
  mcp.fails('get_note', { format: 'section', target: P(path), section }, 'section_missing', -32001);

test('1 the content is the whole file', async () => {
  expect((await get('content', 'N.md')).content).toBe(mcp.text('N.md'));
});

test('2 a full read has properties, tags and times', async () => {
  const note = await get('full', 'N.md');
  expect(note.frontmatter).toEqual({ title: 'T', tags: ['a', 'work'], date: '2024-01-02' });
  expect(note.tags).toEqual(['a', 'work', 'inline']);
  expect(note.stat).toMatchObject({ size: 102 });
  expect(note).not.toHaveProperty('outgoingLinks');
});

test('3 a full read with links', async () => {
  expect((await get('full', 'N.md', { includeLinks: true })).outgoingLinks).toEqual([
    { target: 'Other', type: 'wikilink' },
    { target: 'p.md', type: 'markdown' },
  ]);
});

test('4 links are only for full reads', async () => {
  expect(await get('content', 'N.md', { includeLinks: true })).not.toHaveProperty('outgoingLinks');
});

test('5 a document map', async () => {
  expect(await get('document-map', 'Projects/Plan.md')).toMatchObject({
    headings: ['Plan', 'Plan::Goals', 'Plan::Notes', 'End'],
    blocks: ['b1'],
    frontmatterFields: [],
  });
});

test('6 a repeated path stands once in the map', async () => {
  expect((await get('document-map', 'rep.md')).headings).toEqual(['R', 'R::Log']);
});

test('7 a section by its bare name', async () => {
  const found = await section('Projects/Plan.md', H('Goals'));
  expect(found).toMatchObject({
    valueText: '## Goals\n\n- g1',
    sectionTarget: 'Plan::Goals',
    section: H('Goals'),
  });
  expect(found).not.toHaveProperty('candidates');
});

test('8 a section includes its subsections', async () => {
  expect((await section('Projects/Plan.md', H('Plan'))).valueText).toBe(
    '# Plan\n\nintro\n\n## Goals\n\n- g1\n\n## Notes\n\nn1 #work/tasks',
  );
});

test('9 of several headings the first is read, and the others are named', async () => {
  const { result, notice } = await mcp.ok('get_note', {
    format: 'section',
    target: P('dup.md'),
    section: H('S'),
  });
  expect(result).toMatchObject({
    valueText: '## S\n\na',
    sectionTarget: 'D::S',
    candidates: ['D::S', 'E::S'],
  });
  expect(notice).toBeTruthy();
});

test('10 a full path is not ambiguous', async () => {
  const found = await section('dup.md', H('E::S'));
  expect(found.valueText).toBe('## S\n\nb');
  expect(found).not.toHaveProperty('candidates');
});

test('11 a path that occurs twice', async () => {
  expect(await section('rep.md', H('R::Log'))).toMatchObject({
    valueText: '## Log\n\none',
    candidates: ['R::Log', 'R::Log'],
  });
});

test('12 the case of a heading matters', () => noSection('Projects/Plan.md', H('goals')));

test('13 a block', async () => {
  expect((await section('Projects/Plan.md', B('b1'))).valueText).toBe('fin ^b1');
});

test('14 a block id with its caret is found too', async () => {
  expect((await section('Projects/Plan.md', B('^b1'))).valueText).toBe('fin ^b1');
});

test('a block id below its block reads the block', async () => {
  expect((await section('blk.md', B('t1'))).valueText).toBe(
    '| H1 | H2 |\n| --- | --- |\n| a | b |',
  );
});

test('15 a property is data', async () => {
  const found = await section('N.md', K('tags'));
  expect(found.valueJson).toEqual(['a', 'work']);
  expect(found).not.toHaveProperty('valueText');
  expect(found).not.toHaveProperty('sectionTarget');
});

test('16 a missing property', async () => {
  expect((await noSection('N.md', K('zzz'))).section).toEqual(K('zzz'));
});

test('17 only own properties', () => noSection('N.md', K('toString')));

test('18 a section read needs a section', async () => {
  const error = await mcp.fails(
    'get_note',
    { format: 'section', target: P('N.md') },
    'section_required',
    -32007,
  );
  expect(error.format).toBe('section');
});

test('19 a heading in a code fence is none', async () => {
  mcp.write({ 'f.md': '```\n# Foo\n```\n' });
  expect((await get('document-map', 'f.md')).headings).toEqual([]);
  await noSection('f.md', H('Foo'));
});

test('20 an underlined heading', async () => {
  mcp.write({ 'f.md': 'Title\n=====\n\nx\n' });
  expect((await section('f.md', H('Title'))).valueText).toBe('Title\n=====\n\nx');
});

test('21 a skipped level leaves no gap', async () => {
  mcp.write({ 'f.md': '# A\n\n### C\n\nc\n' });
  expect((await get('document-map', 'f.md')).headings).toEqual(['A', 'A::C']);
});

test('22 headings in quotes and lists do not count', async () => {
  mcp.write({ 'f.md': '> # Q\n\n- # L\n\n# Real\n' });
  expect((await get('document-map', 'f.md')).headings).toEqual(['Real']);
});

test('23 another spelling is found when it is the only one', async () => {
  const { result, notice } = await mcp.ok('get_note', {
    format: 'content',
    target: P('readme.md'),
  });
  expect(result).toMatchObject({ path: 'README.md', requestedPath: 'readme.md' });
  expect(notice).toBeTruthy();
});

test('24 in strict compatibility a missing extension is suggested', async () => {
  const target = P('README');
  const error = await McpHome.use(strictly, (strict) =>
    strict.fails('get_note', { format: 'content', target }, 'note_missing'),
  );
  expect(error.message).toMatch(/Did you mean: "README\.md"\?$/);
  expect(error.suggestions).toEqual(['README.md']);
});

test('25 nothing is suggested where there is no folder', async () => {
  const error = await mcp.fails(
    'get_note',
    { format: 'content', target: P('nope/x.md') },
    'note_missing',
  );
  expect(error).not.toHaveProperty('suggestions');
});

test('26 two spellings are ambiguous', async () => {
  mcp.write({ 'Aa.md': '1', 'aA.md': '2' });
  const error = await mcp.fails(
    'get_note',
    { format: 'content', target: P('AA.md') },
    'ambiguous_path',
    -32002,
  );
  expect(error.matches).toEqual(expect.arrayContaining(['Aa.md', 'aA.md']));
});

test('27 a folder in another case is found', async () => {
  expect((await get('content', 'projects/Plan.md')).path).toBe('Projects/Plan.md');
});

test('28 a folder is not a note', () =>
  mcp.fails('get_note', { format: 'content', target: P('Projects') }, 'path_is_directory', -32007));

test('29 dots do not lead out', async () => {
  for (const path of ['../x.md', 'a\\..\\b.md', './x.md']) {
    await mcp.fails('get_note', { format: 'content', target: P(path) }, 'path_traversal', -32007);
  }
});

test('30 a name may start with dots', () =>
  mcp.fails('get_note', { format: 'content', target: P('..hidden.md') }, 'note_missing'));

test('31 slashes are cleaned', async () => {
  const { path } = await get('content', '/Projects//Plan.md');
  expect(path).toBe('Projects/Plan.md');
});

test('34 a target as JSON text', async () => {
  const target = '{"type":"path","path":"README.md"}';
  expect((await mcp.result('get_note', { format: 'content', target })).content).toBe('abc');
  expect(
    (await mcp.result('get_note', { format: 'content', Target: P('README.md'), _meta: {} }))
      .content,
  ).toBe('abc');
});

test('35 in strict compatibility an unknown parameter is refused', () =>
  McpHome.use(strictly, (strict) =>
    strict.fails(
      'get_note',
      { format: 'content', target: P('README.md'), foo: 1 },
      'invalid_arguments',
      -32602,
    ),
  ));

test('36 a wrong value is named', async () => {
  const error = await mcp.fails(
    'get_note',
    { format: 'bogus', target: P('README.md') },
    'invalid_arguments',
    -32602,
  );
  expect(toData(error.recovery).hint).toMatch(/^format/);
});

test('37 a date has two digits for month and day', () =>
  mcp.fails(
    'get_note',
    { format: 'content', target: { type: 'periodic', period: 'daily', date: '2024-1-2' } },
    'invalid_arguments',
  ));

test('38 links as they are written', async () => {
  mcp.write({
    'l.md':
      '[[A#h]] ![[B|c]] [[#x]] [e](https://x) [f](<my note.md>) [g](a.md "t")\n\n| [[T\\|al]] |\n|---|\n',
  });
  const { outgoingLinks } = await get('full', 'l.md', { includeLinks: true });
  expect(outgoingLinks).toEqual([
    { target: 'A', type: 'wikilink' },
    { target: 'B', type: 'wikilink' },
    { target: 'T', type: 'wikilink' },
    { target: 'my note.md', type: 'markdown' },
    { target: 'a.md', type: 'markdown' },
  ]);
});

test('39 links in code are none', async () => {
  mcp.write({ 'l.md': '`[[X]]`\n\n```\n[[Y]]\n```\n' });
  expect((await get('full', 'l.md', { includeLinks: true })).outgoingLinks).toEqual([]);
});

test('in strict compatibility the text tells the same as the data', () =>
  McpHome.use(strictly, tellsTheSame));

const tellsTheSame = async (home: McpHome) => {
  expect(await home.says('get_note', { format: 'content', target: P('README.md') })).toEqual([
    '**README.md** (format: content)\n\nabc',
  ]);
  expect(
    await home.says('get_note', { format: 'document-map', target: P('Projects/Plan.md') }),
  ).toEqual([
    '**Projects/Plan.md** (format: document-map)\n\n**Headings (4)**\n- Plan\n- Plan::Goals\n- Plan::Notes\n- End\n\n**Blocks (1)**\n- ^b1\n\n**Frontmatter fields (0)**',
  ]);
  const [full] = await home.says('get_note', {
    format: 'full',
    target: P('N.md'),
    includeLinks: true,
  });
  expect(full).toMatch(
    /^\*\*N\.md\*\* \(format: full\)\n\*Tags:\* a, work, inline\n\*Stat:\* ctime=\d+ mtime=\d+ size=102\n\n\*\*Frontmatter\*\*\n- `title`: T\n- `tags`: \[\n {2}"a",\n {2}"work"\n\]\n- `date`: 2024-01-02\n\n\*\*Outgoing links \(2\)\*\*\n- \[wikilink\] Other\n- \[markdown\] p\.md\n\n\*\*Content\*\*\n---\n/,
  );
  const [text, more] = await home.says('get_note', {
    format: 'section',
    target: P('dup.md'),
    section: H('S'),
  });
  expect(text).toBe(
    '**dup.md** (format: section)\n*Section:* heading → S\n*Resolved:* D::S\n*Candidates:* D::S, E::S\n\n**Value:**\n## S\n\na',
  );
  expect(more).toMatch(/^\n\n> /);
};
