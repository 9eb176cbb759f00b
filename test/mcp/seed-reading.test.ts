import { expect } from 'vitest';
import { type Data, H, K, toData } from '../support/mcp.ts';
import { checks, commands, fourteen, hitsOf, names, patch, read, search, vault } from './seed.ts';

checks(commands, [
  [
    'Fourteen tools: readers, writers, managers and a guarded escape hatch',
    async (home) => expect(await names(home)).toEqual(expect.arrayContaining(fourteen)),
  ],
  [
    'list_commands and execute_command are there with OBSIDIAN_ENABLE_COMMANDS=true',
    async (home) => expect(await home.ok('list_commands')).toMatchObject({ commands: [] }),
  ],
  [
    'execute_command dispatches a command by its id, and an unknown one fails',
    (home) => home.fails('execute_command', { commandId: 'app:nope' }, 'command_unknown'),
  ],
]);

checks({}, [
  [
    'get_note reads raw content',
    async (home) =>
      expect((await home.result('get_note', read('content'))).content).toBe(vault['a.md']),
  ],
  [
    'get_note reads the full form: content, frontmatter, tags and stat',
    async (home) =>
      expect(await home.result('get_note', read('full'))).toMatchObject({
        content: vault['a.md'],
        frontmatter: { status: 'draft' },
        tags: ['fm', 'in/deep'],
        stat: { size: vault['a.md'].length },
      }),
  ],
  [
    'includeLinks also parses outgoing wiki and markdown links, external URLs filtered',
    async (home) =>
      expect(
        (await home.result('get_note', read('full', { includeLinks: true }))).outgoingLinks,
      ).toEqual([
        { target: 'b', type: 'wikilink' },
        { target: 'c.md', type: 'markdown' },
      ]),
  ],
  [
    'a document map catalogues headings, block references and frontmatter fields',
    async (home) =>
      expect(await home.result('get_note', read('document-map'))).toMatchObject({
        headings: ['A', 'A::B', 'C'],
        blocks: ['blk'],
        frontmatterFields: ['tags', 'status'],
      }),
  ],
  [
    'a section is a single heading, block or frontmatter value; headings include their subtree',
    async (home) => {
      const section = async (of: object) =>
        home.result('get_note', read('section', { section: of }));
      expect((await section(H('A'))).valueText).toContain('## B\n\nblock ^blk');
      expect((await section(K('status'))).valueJson).toBe('draft');
      expect((await section({ type: 'block', target: 'blk' })).valueText).toBe('block ^blk');
    },
  ],
  [
    'the format section requires a section',
    (home) =>
      home.fails(
        'get_note',
        { ...read('section'), target: { type: 'active' } },
        'section_required',
      ),
  ],
  [
    'a note is addressed by path, the active file, or a periodic note',
    async (home) => {
      await home.ok('open_in_ui', { path: 'b.md' });
      const active = { format: 'content', target: { type: 'active' } };
      expect((await home.result('get_note', active)).path).toBe('b.md');
      home.write({ '2026-02-03.md': 'day' });
      const target = { type: 'periodic', period: 'daily', date: '2026-02-03' };
      expect((await home.result('get_note', { format: 'content', target })).content).toBe('day');
    },
  ],
  [
    'the document map discovers edit targets for patch_note',
    async (home) => {
      const { headings } = await home.result('get_note', read('document-map'));
      const [, second] = [headings].flat();
      await home.ok('patch_note', patch('append', H(String(second)), 'more'));
      expect(home.text('a.md')).toContain('block ^blk\n\nmore\n');
    },
  ],
  [
    'list_notes walks recursively, 2 levels deep by default and 20 at most',
    async (home) => {
      const { entries, appliedFilters } = await home.ok('list_notes');
      expect(appliedFilters).toEqual({ depth: 2 });
      expect(entries).toContainEqual({ path: 'dir/sub', type: 'directory', truncated: true });
      await home.ok('list_notes', { depth: 20 });
      await home.fails('list_notes', { depth: 21 }, 'invalid_arguments');
    },
  ],
  [
    'list_notes is bounded by a cap of 1000 entries',
    async (home) => {
      home.write(Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`n/${i}.md`, ''])));
      const listed = await home.ok('list_notes', { path: 'n' });
      expect(listed).toMatchObject({ totals: { entries: 1000 }, excluded: { cap: 1000 } });
    },
  ],
  [
    'extension and nameRegex filters apply across the tree; filtered directories are skipped',
    async (home) => {
      const paths = async (args: Data) =>
        [(await home.ok('list_notes', { depth: 5, ...args })).entries]
          .flat()
          .map((e) => toData(e).path);
      expect(await paths({ extension: 'txt' })).toContain('dir/note.txt');
      expect(await paths({ extension: 'txt' })).not.toContain('a.md');
      expect(await paths({ nameRegex: '^(a|b|x)\\.md$' })).toEqual(['a.md', 'b.md']);
    },
  ],
  [
    'list_notes returns flat entries and a box-drawing tree; truncated flags the depth limit',
    async (home) => {
      const [text] = await home.says('list_notes');
      expect(text).toContain('├── a.md');
      expect(text).toContain('sub/ [truncated');
    },
  ],
  [
    'list_tags lists every tag with usage counts, including hierarchical parents',
    async (home) =>
      expect((await home.ok('list_tags')).tags).toEqual([
        { name: 'fm', count: 1 },
        { name: 'in', count: 1 },
        { name: 'in/deep', count: 1 },
      ]),
  ],
  [
    'mode text is a substring match with surrounding context windows, 100 characters per side',
    async (home) => {
      home.write({ 'long.md': `${'x'.repeat(300)} needle in ${'y'.repeat(300)}` });
      const [hit] = hitsOf(await search(home, { mode: 'text', query: 'eedle i' }));
      const [match] = [hit?.matches].flat().map(toData);
      expect(String(match?.context)).toBe(`${'x'.repeat(98)} needle in ${'y'.repeat(98)}`);
      const [wide] = hitsOf(
        await search(home, { mode: 'text', query: 'eedle i', contextLength: 200 }),
      );
      expect(JSON.stringify(wide).length).toBeGreaterThan(400);
    },
  ],
  [
    'pathPrefix filters in mode text, and is rejected in the others',
    async (home) => {
      const found = await search(home, { mode: 'text', query: 'x', pathPrefix: 'dir/' });
      expect(hitsOf(found).map(({ filename }) => filename)).toEqual(['dir/sub/deep/x.md']);
      for (const mode of ['dataview', 'jsonlogic']) {
        const args = { mode, query: 'LIST', logic: {}, pathPrefix: 'dir/' };
        await home.fails('search_notes', args, 'path_prefix_invalid_mode');
      }
    },
  ],
  [
    'mode dataview answers DQL with file.mtime, file.path and metadata',
    async (home) => {
      const query = 'TABLE file.path, status WHERE file.mtime AND status = "draft"';
      const [hit] = hitsOf(await search(home, { mode: 'dataview', query }));
      expect(hit).toEqual({ filename: 'a.md', result: { 'file.path': 'a.md', status: 'draft' } });
    },
  ],
  [
    'mode jsonlogic evaluates path, content, frontmatter, tags and stat, with glob and regexp',
    async (home) => {
      const rules = [
        { '==': [{ var: 'path' }, 'a.md'] },
        { in: ['one', { var: 'content' }] },
        { '==': [{ var: 'frontmatter.status' }, 'draft'] },
        { in: ['in/deep', { var: 'tags' }] },
        { '>': [{ var: 'stat.size' }, 100] },
        { glob: ['a*', { var: 'path' }] },
        { regexp: ['^# A$|^---\\n', { var: 'content' }] },
      ];
      for (const logic of rules) {
        const found = hitsOf(await search(home, { mode: 'jsonlogic', logic }));
        expect(found.map(({ filename }) => filename)).toEqual(['a.md']);
      }
    },
  ],
  [
    'results are capped at 100 hits, with the count of the rest and a hint to narrow the query',
    async (home) => {
      home.write(Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`n${i}.md`, 'many'])));
      const found = await search(home, { mode: 'text', query: 'many' });
      expect(hitsOf(found).length).toBe(100);
      expect(found.excluded).toEqual({ count: 20, hint: expect.stringContaining('Narrow') });
    },
  ],
  [
    'hits of mode text are clipped at maxMatchesPerHit, 10 by default, with truncated and totalMatches',
    async (home) => {
      home.write({ 'many.md': 'needle '.repeat(12) });
      const [hit] = hitsOf(await search(home, { mode: 'text', query: 'needle' }));
      expect(hit).toMatchObject({ truncated: true, totalMatches: 12 });
      expect([hit?.matches].flat().length).toBe(10);
    },
  ],
]);
