import { expect } from 'vitest';
import { type Data, H, K, P, toData } from '../support/mcp.ts';
import { checks, names, patch, replaceIn, vault } from './seed.ts';

checks({}, [
  [
    'write_note creates a note and reports created: true',
    async (home) =>
      expect(await home.ok('write_note', { target: P('n/new.md'), content: 'n' })).toMatchObject({
        created: true,
        previousSizeInBytes: 0,
        currentSizeInBytes: 1,
      }),
  ],
  [
    'write_note refuses to clobber an existing file unless overwrite is set, and suggests other tools',
    async (home) => {
      const write = { target: P('b.md'), content: 'n' };
      const error = await home.fails('write_note', write, 'file_exists', -32002);
      for (const tool of ['patch_note', 'append_to_note', 'replace_in_note']) {
        expect(toData(error.recovery).hint).toContain(`obsidian_${tool}`);
      }
      const written = await home.ok('write_note', { ...write, overwrite: true });
      expect(written).toMatchObject({ created: false });
      expect(home.text('b.md')).toBe('n');
    },
  ],
  [
    'write_note with a section replaces it, leaves the rest untouched and ignores overwrite',
    async (home) => {
      const section = H('A::B');
      const write = { target: P('a.md'), section, content: 'new', overwrite: true };
      expect(await home.ok('write_note', write)).toMatchObject({ created: false });
      expect(home.text('a.md')).toBe(vault['a.md'].replace('block ^blk', 'new'));
    },
  ],
  [
    'every mutating tool returns previousSizeInBytes and currentSizeInBytes',
    async (home) => {
      const target = P('a.md');
      const replacements = [{ search: 'one', replace: 'two' }];
      const results = [
        await home.ok('write_note', { target: P('w.md'), content: 'w' }),
        await home.ok('append_to_note', { target, content: 'x' }),
        await home.ok('patch_note', patch('append', H('C'), 'x2')),
        await home.ok('replace_in_note', { target, replacements }),
        await home.result('manage_frontmatter', { operation: 'set', target, key: 'k', value: 1 }),
        await home.result('manage_tags', { operation: 'add', target, tags: ['t'] }),
        await home.ok('delete_note', { target }),
      ];
      for (const result of results) {
        expect(result).toMatchObject({
          previousSizeInBytes: expect.any(Number),
          currentSizeInBytes: expect.any(Number),
        });
      }
      expect(results.at(-1)).toMatchObject({ currentSizeInBytes: 0 });
    },
  ],
  [
    'append_to_note without a section appends, or creates the file with the content as its body',
    async (home) => {
      expect(await home.ok('append_to_note', { target: P('b.md'), content: 'z' })).toMatchObject({
        created: false,
        previousSizeInBytes: 17,
        currentSizeInBytes: 18,
      });
      const made = await home.ok('append_to_note', { target: P('typo.md'), content: 'z' });
      expect(made).toMatchObject({ created: true, previousSizeInBytes: 0 });
      expect(home.text('typo.md')).toBe('z');
    },
  ],
  [
    'append_to_note with a section needs the file; createTargetIfMissing makes the section',
    async (home) => {
      const append = { section: H('New'), content: 'z' };
      await home.fails('append_to_note', { target: P('no.md'), ...append }, 'note_missing');
      await home.fails(
        'append_to_note',
        { target: P('b.md'), ...append },
        'section_target_missing',
      );
      await home.ok('append_to_note', {
        target: P('b.md'),
        ...append,
        createTargetIfMissing: true,
      });
      expect(home.text('b.md')).toContain('# New\nz\n');
    },
  ],
  [
    'block targets concatenate without a separator',
    async (home) => {
      const section = { type: 'block', target: 'blk' };
      await home.ok('append_to_note', { target: P('a.md'), section, content: 'X' });
      expect(home.text('a.md')).toContain('blockX ^blk');
    },
  ],
  [
    'patch_note appends after, prepends before and replaces a heading, block or field',
    async (home) => {
      await home.ok('patch_note', patch('prepend', H('A::B'), 'first'));
      await home.ok('patch_note', patch('append', H('A::B'), 'last'));
      await home.ok('patch_note', patch('replace', K('status'), 'done'));
      await home.ok('patch_note', patch('replace', { type: 'block', target: 'blk' }, 'new'));
      expect(home.text('a.md')).toContain('## B\n\nfirst\n\nnew ^blk\n\nlast\n');
      expect(home.text('a.md')).toContain('status: done\n');
    },
  ],
  [
    'replacements are applied in sequence, each on the output before',
    async (home) => {
      const replacements = [
        { search: 'abc', replace: 'x' },
        { search: 'x', replace: 'y' },
      ];
      await home.ok('replace_in_note', { target: P('b.md'), replacements });
      expect(home.text('b.md')).toBe('y y Abc yd\n');
    },
  ],
  [
    'useRegex takes an ECMAScript regex and honours $1 and $&',
    async (home) =>
      expect(await replaceIn(home, { search: '(a)bc', replace: '$1-$&', useRegex: true })).toBe(
        'a-abc a-abc Abc a-abcd\n',
      ),
  ],
  [
    'literal mode keeps $1 and $& as they are',
    async (home) =>
      expect(await replaceIn(home, { search: 'abcd', replace: '$1$&' })).toBe('abc abc Abc $1$&\n'),
  ],
  [
    'caseSensitive false matches in any case',
    async (home) =>
      expect(await replaceIn(home, { search: 'ABC', replace: '-', caseSensitive: false })).toBe(
        '- - - -d\n',
      ),
  ],
  [
    'wholeWord matches whole words, in literal and regex mode',
    async (home) => {
      expect(await replaceIn(home, { search: 'abc', replace: '-', wholeWord: true })).toBe(
        '- - Abc abcd\n',
      );
      home.reset(vault);
      const regex = { search: '[ab]+c', replace: '-', wholeWord: true, useRegex: true };
      expect(await replaceIn(home, regex)).toBe('- - Abc abcd\n');
    },
  ],
  [
    'flexibleWhitespace matches any run of whitespace, in literal mode only',
    async (home) => {
      home.write({ 'b.md': 'a \n b\n' });
      const flexible = { search: 'a b', replace: '-', flexibleWhitespace: true };
      expect(await replaceIn(home, { ...flexible, useRegex: true })).toBe('a \n b\n');
      expect(await replaceIn(home, flexible)).toBe('-\n');
    },
  ],
  [
    'replaceAll false replaces only the first match',
    async (home) =>
      expect(await replaceIn(home, { search: 'abc', replace: '-', replaceAll: false })).toBe(
        '- abc Abc abcd\n',
      ),
  ],
  [
    'manage_frontmatter gets, sets and deletes a single key',
    async (home) => {
      const property = (operation: string, more: Data = {}) =>
        home.result('manage_frontmatter', { operation, target: P('a.md'), key: 'status', ...more });
      expect(await property('get')).toMatchObject({ value: 'draft' });
      await property('set', { value: 2 });
      expect(home.text('a.md')).toContain('status: 2\n');
      await property('delete');
      expect(home.text('a.md')).not.toContain('status');
    },
  ],
  [
    'manage_tags add ensures the tag in both places, remove strips it, code blocks are left alone',
    async (home) => {
      home.write({ 't.md': 'text\n\n```\n#code #t\n```\n' });
      const tags = (operation: string, tags?: string[]) =>
        home.result('manage_tags', { operation, target: P('t.md'), ...(tags && { tags }) });
      await tags('add', ['t']);
      expect(await tags('list')).toMatchObject({ tags: { frontmatter: ['t'], inline: ['t'] } });
      await tags('remove', ['t', 'code']);
      expect(await tags('list')).toMatchObject({ tags: { all: [] } });
      expect(home.text('t.md')).toContain('```\n#code #t\n```');
    },
  ],
  [
    'without elicitation the destructiveHint surfaces a deletion, and it is done at once',
    async (home) => {
      const { tools } = await home.client.listTools();
      const tool = tools.find(({ name }) => name === 'obsidian_delete_note');
      expect(tool?.annotations?.destructiveHint).toBe(true);
      expect(await home.ok('delete_note', { target: P('b.md') })).toMatchObject({
        previousSizeInBytes: 17,
        currentSizeInBytes: 0,
      });
      expect(home.has('b.md')).toBe(false);
    },
  ],
  [
    'open_in_ui has failIfMissing and newLeaf',
    async (home) => {
      await home.fails('open_in_ui', { path: 'no.md' }, 'note_missing');
      const made = { path: 'made.md', failIfMissing: false, newLeaf: true };
      expect(await home.ok('open_in_ui', made)).toMatchObject({ createdIfMissing: true });
    },
  ],
  [
    'commands are off by default: absent from the list of tools',
    async (home) => expect(await names(home)).not.toContain('obsidian_execute_command'),
  ],
  [
    'by default everything may be read and written',
    async (home) => {
      await home.ok('get_note', { path: 'dir/sub/deep/x.md' });
      await home.ok('write_note', { path: 'anywhere/y.md', content: '' });
    },
  ],
]);
