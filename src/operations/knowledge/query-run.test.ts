import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestSession, openTestVault, type TestVault } from '../../../test/support/vault.ts';
import type { PathPolicy } from '../../contract/callers.ts';
import { noteSearch } from '../note/search.ts';
import type { Operation } from '../operation.ts';
import { baseList } from './base-list.ts';
import { queryRun } from './query-run.ts';

const note = (fields: string, text = '') => `---\n${fields}\n---\n${text}`;
const files = {
  'a.md': note('n: 1\ntags: [x]', '- [ ] do it [due:: 2026-01-20]\n\n[[b]]'),
  'b.md': note('n: 2'),
  'secret/s.md': note('n: 3\ntags: [x]'),
  'Books.base':
    'filters: n > 0\nviews: [{type: table, name: All, order: [file.name, n], summaries: {n: Sum}}]',
  'host.md': 'text\n\n```base\nfilters: n == 2\n```\n',
  '.obsidian/plugins/dataview/data.json': '{"tableIdColumnName":"Note","renderNullAs":"-"}',
};

async function send(
  vault: TestVault,
  input: unknown,
  { operation = queryRun, policy = {} }: { operation?: Operation; policy?: PathPolicy } = {},
): Promise<Record<string, unknown>> {
  const session = openTestSession(vault, policy);
  const outcome = await session.dispatch(operation, input, AbortSignal.timeout(20_000));
  if (outcome.ok) return { ...Object(outcome.output) };
  const { code, message, about } = outcome.error;
  return { code, message, reason: about.reason };
}

test('a query answers as data, with the settings of the vault', async () => {
  const vault = await openTestVault(files);
  const { data } = await send(vault, { query: 'TABLE n, missing FROM #x' });
  expect(data).toEqual({
    type: 'table',
    headers: ['Note', 'n', 'missing'],
    rows: [
      [{ path: 'a.md' }, 1, null],
      [{ path: 'secret/s.md' }, 3, null],
    ],
  });
  expect(await send(vault, { query: 'TASK' })).toMatchObject({
    data: { tasks: [{ text: 'do it [due:: 2026-01-20]', due: '2026-01-20', children: [] }] },
  });
});

test('a query answers in other forms', async () => {
  const vault = await openTestVault(files);
  const text = async (format: string) =>
    (await send(vault, { query: 'TABLE n FROM "a"', format })).text;
  expect(await text('markdown')).toBe(
    '| Note        | n |\n| ----------- | - |\n| [[a.md\\|a]] | 1 |\n',
  );
  expect(await text('csv')).toBe('Note,n\n[[a.md|a]],1\n');
  expect(await text('paths')).toBe('a.md\n');
});

test('an expression, a rule and a base answer too', async () => {
  const vault = await openTestVault(files);
  expect(
    await send(vault, { mode: 'expression', query: 'this.n + 1', from: 'b.md' }),
  ).toMatchObject({
    data: { value: 3 },
  });
  const logic = { '>': [{ var: 'frontmatter.n' }, 2] };
  expect(await send(vault, { mode: 'jsonlogic', logic })).toMatchObject({
    data: { hits: [{ filename: 'secret/s.md', result: true }] },
  });
  expect(await send(vault, { mode: 'base', base: 'Books.base', format: 'csv' })).toMatchObject({
    text: 'file.name,n\na,1\nb,2\ns,3\n',
  });
  expect(await send(vault, { mode: 'base', base: 'host.md', format: 'paths' })).toMatchObject({
    text: 'b.md\n',
  });
});

test('what a caller may not see is in no answer', async () => {
  const vault = await openTestVault(files);
  const policy = { deny: ['secret'] };
  const paths = async (input: object) =>
    (await send(vault, { ...input, format: 'paths' }, { policy })).text;
  expect(await paths({ query: 'LIST FROM #x' })).toBe('a.md\n');
  expect(await paths({ query: 'LIST WHERE n' })).toBe('a.md\nb.md\n');
  expect(await paths({ mode: 'base', base: 'Books.base' })).toBe('a.md\nb.md\n');
  expect(await paths({ mode: 'jsonlogic', logic: { var: 'frontmatter.n' } })).toBe('a.md\nb.md\n');
  expect(await send(vault, { query: 'LIST FROM #x', format: 'paths' })).toMatchObject({
    text: 'a.md\nsecret/s.md\n',
  });
});

test('failures say what is wrong and where', async () => {
  const vault = await openTestVault(files);
  expect(await send(vault, { query: 'LIST WHERE' })).toMatchObject({
    code: 'invalid-input',
    reason: 'query-syntax',
  });
  expect(await send(vault, { query: 'dataviewjs' })).toMatchObject({ code: 'unsupported' });
  expect(await send(vault, { mode: 'base', base: 'none.base' })).toMatchObject({
    code: 'not-found',
  });
  expect(await send(vault, { mode: 'base', base: 'b.md' })).toMatchObject({
    code: 'target-missing',
  });
  expect(await send(vault, { mode: 'jsonlogic', logic: { nope: 1 } })).toMatchObject({
    reason: 'logic-invalid',
  });
  expect(await send(vault, { mode: 'jsonlogic' })).toMatchObject({ code: 'invalid-input' });
});

test('an answer is waited for until it changes', async () => {
  const vault = await openTestVault(files);
  const query = 'LIST FROM #x';
  const { version } = await send(vault, { query });
  expect(await send(vault, { query, after: version, waitMs: 50 })).toMatchObject({
    changed: false,
  });
  const next = send(vault, { query, after: version, waitMs: 15_000, format: 'json' });
  writeFileSync(join(vault.root, 'c.md'), note('tags: x'));
  expect(await next).toMatchObject({
    changed: true,
    data: { values: [{ path: 'a.md' }, { path: 'c.md' }, { path: 'secret/s.md' }] },
  });
});

test('bases are listed with their views', async () => {
  const vault = await openTestVault({ ...files, 'broken.base': '- 1' });
  expect(await send(vault, {}, { operation: baseList })).toEqual({
    bases: [
      { path: 'Books.base', views: [{ name: 'All', type: 'table' }], problems: [] },
      { path: 'broken.base', views: [], problems: [expect.stringContaining('mapping')] },
    ],
  });
});

test('search finds the notes of a query and of a rule', async () => {
  const vault = await openTestVault(files);
  const search = (input: object) => send(vault, input, { operation: noteSearch });
  expect(await search({ query: 'LIST WHERE n SORT n DESC', mode: 'dql', limit: 2 })).toMatchObject({
    hits: [{ path: 'secret/s.md' }, { path: 'b.md' }],
    total: 3,
    truncated: true,
    cursor: '2',
  });
  expect(
    await search({ query: '{"==": [{"var": "frontmatter.n"}, 1]}', mode: 'jsonlogic' }),
  ).toMatchObject({
    hits: [{ path: 'a.md' }],
  });
});
