import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Data, McpHome, P } from '../support/mcp.ts';
import { notes } from '../support/notes.ts';

let mcp: McpHome;
beforeAll(async () => {
  mcp = await McpHome.open();
});
afterAll(() => mcp.close());
beforeEach(() => mcp.reset());

type Entry = { search: string; replace: string } & Record<string, unknown>;

const replace = (path: string, replacements: Entry[], more: object = {}): Promise<Data> =>
  mcp.ok('replace_in_note', { target: P(path), replacements, ...more });

const onText = async (before: string, entries: Entry[], after: string, counts: number[]) => {
  mcp.write({ 'x.md': before });
  const result = await replace('x.md', entries);
  expect(mcp.text('x.md')).toBe(after);
  const each = Array.isArray(result.perReplacement) ? result.perReplacement : [];
  expect(each.map(({ count }) => count)).toEqual(counts);
  expect(result.totalReplacements).toBe(counts.reduce((sum, count) => sum + count, 0));
};

const { properties, quoted } = notes;

test('156 and 157 literal and regular replacements', async () => {
  await onText('abc', [{ search: 'b', replace: '$&x', caseSensitive: false }], 'a$&xc', [1]);
  await onText('abc', [{ search: '(b)(c)', replace: '$2$1', useRegex: true }], 'acb', [1]);
});

test('158 to 162 order, options and nothing found', async () => {
  await onText(
    'abc',
    [
      { search: 'a', replace: 'b' },
      { search: 'b', replace: 'c' },
    ],
    'ccc',
    [1, 2],
  );
  await onText('abc', [{ search: 'z', replace: 'y' }], 'abc', [0]);
  await onText('aaa', [{ search: 'a', replace: 'b', replaceAll: false }], 'baa', [1]);
  await onText(
    'cat concat',
    [{ search: 'cat', replace: 'dog', wholeWord: true }],
    'dog concat',
    [1],
  );
  await onText('a \n b', [{ search: 'a b', replace: 'x', flexibleWhitespace: true }], 'x', [1]);
});

test('163 and 164 patterns that are refused', async () => {
  const run = (search: string, reason: string) =>
    mcp.fails(
      'replace_in_note',
      { target: P('README.md'), replacements: [{ search, replace: '', useRegex: true }] },
      reason,
      -32007,
    );
  expect((await run('(', 'regex_invalid')).search).toBe('(');
  await run('(a+)+', 'regex_unsafe');
  await run('a'.repeat(1025), 'regex_unsafe');
});

test('a pattern that never ends is stopped', async () => {
  mcp.write({ 'x.md': `${'a'.repeat(40)}!` });
  await mcp.fails(
    'replace_in_note',
    { target: P('x.md'), replacements: [{ search: '^(a|a)*(?=b)', replace: '', useRegex: true }] },
    'regex_timeout',
    -32004,
  );
});

test('165 to 167 scopes', async () => {
  const work = { search: 'work', replace: 'play' };
  expect(await replace('N.md', [work])).toMatchObject({ totalReplacements: 0 });
  expect(mcp.text('N.md')).toBe(properties);
  const inYaml = await replace('N.md', [work], { scope: 'frontmatter' });
  expect(inYaml.perReplacement).toEqual([
    { search: 'work', count: 1, bodyCount: 0, frontmatterCount: 1 },
  ]);
  expect(mcp.text('N.md')).toBe(properties.replace('work', 'play'));
  mcp.write({ 'x.md': '---\na: x\n---\nx\n' });
  await replace('x.md', [{ search: 'x', replace: 'y', replaceAll: false }], { scope: 'both' });
  expect(mcp.text('x.md')).toBe('---\na: y\n---\nx\n');
});

test('168 frontmatter stays readable', async () => {
  const replacements = [{ search: "'q'", replace: "'q" }];
  await mcp.fails(
    'replace_in_note',
    { target: P('fm.md'), replacements, scope: 'frontmatter' },
    'frontmatter_invalid',
    -32007,
  );
  expect(mcp.text('fm.md')).toBe(quoted);
});

test('169 fences never match', async () => {
  expect(
    await replace('fm.md', [{ search: '---', replace: '+' }], { scope: 'both' }),
  ).toMatchObject({
    totalReplacements: 0,
  });
});

test('170 at least one replacement', () =>
  mcp.fails('replace_in_note', { target: P('fm.md'), replacements: [] }, 'invalid_arguments'));

test('171 the body starts after the fence', async () => {
  const entry = { search: '^body', replace: 'x', useRegex: true };
  expect(await replace('fm.md', [entry])).toMatchObject({ totalReplacements: 0 });
});

test('a list as JSON text, and the text of the result', async () => {
  const [text] = await mcp.says('replace_in_note', {
    target: P('README.md'),
    replacements: '[{"search":"b","replace":"x"}]',
  });
  expect(text).toMatch(
    /^\*\*Replaced in README\.md\*\*\n\*Total replacements:\* 1\n\*Size:\* 3 → 3 bytes\n/,
  );
  expect(text).toMatch(/\n\n\*\*Per replacement\*\*\n- `b` → 1 match \(body 1, frontmatter 0\)$/);
});
