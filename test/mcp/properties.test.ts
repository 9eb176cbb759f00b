import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { McpHome, P } from '../support/mcp.ts';
import { notes } from '../support/notes.ts';

let mcp: McpHome;
beforeAll(async () => {
  mcp = await McpHome.open();
});
afterAll(() => mcp.close());
beforeEach(() => mcp.reset());

const property = (operation: string, path: string, key: string, more: object = {}) =>
  mcp.result('manage_frontmatter', { operation, target: P(path), key, ...more });
const tags = (operation: string, path: string, more: object = {}) =>
  mcp.result('manage_tags', { operation, target: P(path), ...more });
const on = (text: string) => {
  mcp.write({ 'x.md': text });
  return 'x.md';
};

const { properties, tagged } = notes;

test('172 and 173 a property, or none', async () => {
  expect(await property('get', 'N.md', 'title')).toMatchObject({ exists: true, value: 'T' });
  for (const key of ['nope', 'toString']) {
    expect(await property('get', 'N.md', key)).toMatchObject({ exists: false, value: null });
  }
});

test('174 a list is set, comments stay', async () => {
  const result = await property('set', 'N.md', 'list', { value: ['x', 1] });
  expect(result.frontmatter).toEqual({
    title: 'T',
    tags: ['a', 'work'],
    date: '2024-01-02',
    list: ['x', 1],
  });
  expect(mcp.text('N.md')).toBe(
    properties.replace('2024-01-02\n', '2024-01-02\nlist:\n  - x\n  - 1\n'),
  );
});

test('175 setting needs a value, and null is one', async () => {
  const call = { operation: 'set', target: P('N.md'), key: 'nul' };
  expect(await mcp.fails('manage_frontmatter', call, 'value_required', -32007)).toMatchObject({
    operation: 'set',
  });
  await property('set', 'N.md', 'nul', { value: null });
  expect(mcp.text('N.md')).toContain('\nnul: null\n---\n');
});

test('176 to 178 properties are deleted', async () => {
  await property('delete', 'fm.md', 'a');
  expect(mcp.text('fm.md')).toBe("---\nb: 'q' # note\n---\n\nbody\n");
  await property('delete', 'fm.md', 'b');
  expect(mcp.text('fm.md')).toBe('body\n');
  mcp.reset();
  const none = await property('delete', 'fm.md', 'zz');
  expect(none.previousSizeInBytes).toBe(none.currentSizeInBytes);
  expect(none).not.toHaveProperty('undoId');
});

test('179 a value in use elsewhere stays', async () => {
  const text = '---\nx: &r 1\ny: *r\n---\n';
  const call = { operation: 'delete', target: P(on(text)), key: 'x' };
  await mcp.fails('manage_frontmatter', call, 'frontmatter_invalid', -32007);
  expect(mcp.text('x.md')).toBe(text);
});

test('180 CRLF stays', async () => {
  await property('delete', on('---\r\na: 1\r\nb: 2\r\n---\r\nx\r\n'), 'a');
  expect(mcp.text('x.md')).toBe('---\r\nb: 2\r\n---\r\nx\r\n');
});

test('181 tags by place', async () => {
  expect((await tags('list', 'tag.md')).tags).toEqual({
    frontmatter: ['a'],
    inline: ['x'],
    all: ['a', 'x'],
  });
});

test('182 and 183 tags are added', async () => {
  const location = 'frontmatter';
  expect(await tags('add', 'tag.md', { tags: ['#b', 'a'], location })).toMatchObject({
    applied: ['b'],
    skipped: ['a'],
    tags: ['a', 'b', 'x'],
  });
  expect(mcp.text('tag.md')).toBe(tagged.replace('  - a\n', '  - a\n  - b\n'));
  mcp.reset();
  await tags('add', 'tag.md', { tags: ['y'], location: 'inline' });
  expect(mcp.text('tag.md')).toBe(`${tagged}\n#y\n`);
});

test('184 tags are removed from both places', async () => {
  expect(await tags('remove', 'tag.md', { tags: ['x', 'a', 'q'], location: 'both' })).toMatchObject(
    {
      applied: ['a', 'x'],
      skipped: ['q'],
      tags: [],
    },
  );
  expect(mcp.text('tag.md')).toBe('---\n# c\nt: 1\n---\n\nBody and `#code` end');
});

test('185 adding and removing needs tags', async () => {
  for (const more of [{}, { tags: [] }]) {
    const call = { operation: 'remove', target: P('tag.md'), ...more };
    expect(await mcp.fails('manage_tags', call, 'tags_required', -32007)).toMatchObject({
      operation: 'remove',
    });
  }
});

test('186 to 191 forms of tags in frontmatter and text', async () => {
  const after = async (before: string, operation: string, more: object) => {
    await tags(operation, on(before), { location: 'frontmatter', ...more });
    return mcp.text('x.md');
  };
  expect(await after('plain', 'add', { tags: ['n'], location: undefined })).toBe(
    '---\ntags:\n  - n\n---\nplain\n#n\n',
  );
  expect(await after('plain', 'add', { tags: ['n'] })).toBe('---\ntags:\n  - n\n---\nplain');
  expect(await after('---\ntags: a, b\n---\nx\n', 'add', { tags: ['c'] })).toBe(
    '---\ntags:\n  - a\n  - b\n  - c\n---\nx\n',
  );
  expect(await after('---\ntags: [a]\n---\nx\n', 'remove', { tags: ['a'] })).toBe('x\n');
  expect(await after('#a #a/b #ab a#a', 'remove', { tags: ['a'], location: 'inline' })).toBe(
    '#a/b #ab a#a',
  );
  expect(
    (await tags('list', on('#1984 #1990s (#p \\#e #a#b x **#c** [#l](u#f)'))).tags,
  ).toMatchObject({ inline: ['1990s', 'a', 'b', 'c', 'l'] });
  expect(await after('---\ntags: [1, a]\n---\n', 'add', { tags: ['b'] })).toBe(
    '---\ntags: [1, a, b]\n---\n',
  );
});

test('192 broken frontmatter stops both halves', async () => {
  const text = '---\na: b: c\n---\nx\n';
  const call = { operation: 'add', target: P(on(text)), tags: ['n'], location: 'both' };
  await mcp.fails('manage_tags', call, 'frontmatter_invalid', -32007);
  expect(mcp.text('x.md')).toBe(text);
});

test('the texts of properties and tags', async () => {
  expect(
    await mcp.says('manage_frontmatter', { operation: 'get', target: P('N.md'), key: 'tags' }),
  ).toEqual(['**Frontmatter get `tags` in N.md**\n*Exists:* true\n*Value:*\n`["a","work"]`']);
  expect(
    await mcp.says('manage_frontmatter', { operation: 'get', target: P('N.md'), key: 'no' }),
  ).toEqual(['**Frontmatter get `no` in N.md**\n*Exists:* false\n*Value:*\n_(absent)_']);
  expect(await mcp.says('manage_tags', { operation: 'list', target: P('tag.md') })).toEqual([
    '**Tags (operation: list) in tag.md**\n*Frontmatter (1):* `#a`\n*Inline (1):* `#x`\n*All (2):* `#a`, `#x`',
  ]);
  const [removed] = await mcp.says('manage_tags', {
    operation: 'remove',
    target: P('tag.md'),
    tags: ['a'],
  });
  expect(removed).toMatch(
    /^\*\*Removed tags from tag\.md\*\* \(operation: remove\)\n\*Size:\* 53 → \d+ bytes\n\*Applied \(1\):\* `#a`\n\*Skipped \(0\):\* _\(none\)_\n\*All tags now \(1\):\* `#x`/,
  );
  const [deleted] = await mcp.says('manage_frontmatter', {
    operation: 'delete',
    target: P('fm.md'),
    key: 'a',
  });
  expect(deleted).toMatch(
    /^\*\*Frontmatter delete `a` in fm\.md\*\*\n\*Size:\* 33 → 28 bytes\n.*\n\n\*\*Frontmatter \(1 keys after change\)\*\*\n- `b`: q$/s,
  );
});
