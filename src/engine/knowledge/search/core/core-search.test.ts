import { afterAll, describe, expect, test } from 'vitest';
import { inlineAnalyser } from '../../../../../test/support/inline-analyser.ts';
import { createSearch } from '../create-search.ts';
import { parseCoreQuery } from './core-syntax.ts';

const notes: Readonly<Record<string, string>> = {
  'work/Plan.md': [
    '---',
    'status: Draft',
    'priority: 3',
    'due:',
    'owners: [Ann, Bo]',
    'tags: [project/alpha]',
    '---',
    '# Goals',
    'meeting about work',
    '',
    'second Paragraph with red',
    'and blue lines',
    '## Tasks',
    '- [ ] call Ann #urgent',
    '- [x] write report',
    '- plain item',
  ].join('\n'),
  'home/Meetup.md': 'meetup personal #Project\n\n`#code-only` 2024-05-17',
  'home/list.md': '---\nowners: []\nstatus: ""\n---\nred\n\nblue [1] a/b',
};
const search = createSearch({ analyser: inlineAnalyser });
for (const [path, text] of Object.entries(notes)) search.set(path, text);
afterAll(() => search.close());

/** Paths by their first letter: P, M, L. */
const check = async (query: string, expected: string) => {
  for (const settled of [false, true]) {
    if (settled) await search.settle();
    const { hits } = await search.core({ query });
    const letters = hits.map(({ path }) => path.split('/')[1]?.[0]?.toUpperCase());
    expect(letters.sort().join('')).toBe(expected);
  }
};

describe('words', () => {
  test.each([
    ['meet', 'MP'],
    ['MEETING', 'P'],
    ['plan', 'P'],
    ['meeting work OR meetup personal', 'MP'],
    ['meet -personal', 'P'],
    ['meet -(personal OR nothing)', 'P'],
    ['"about work"', 'P'],
    ['"work about"', ''],
    ['red blue', 'LP'],
    ['/\\d{4}-\\d\\d/', 'M'],
    ['/^red$/', 'L'],
    ['-/\\d{4}/', 'LP'],
    ['match-case:Meetup', 'M'],
    ['match-case:(Meeting OR RED)', ''],
    ['match-case:(x ignore-case:RED) OR ignore-case:RED', 'LP'],
    ['a/b', 'L'],
    ['(red', 'LP'],
    ['red)', 'LP'],
    ['"red', 'LP'],
    ['content:plan', ''],
    ['content:(red blue)', 'LP'],
  ])('%s', check);
});

describe('operators', () => {
  test.each([
    ['file:plan', 'P'],
    ['file:.md', 'LMP'],
    ['file:/^P/', 'P'],
    ['path:home', 'LM'],
    ['path:(home -list)', 'M'],
    ['tag:#project', 'MP'],
    ['tag:project/alpha', 'P'],
    ['tag:#alpha', ''],
    ['tag:#code-only', ''],
    ['tag:#urgent', 'P'],
    ['-tag:#project', 'L'],
    ['line:(red blue)', ''],
    ['line:(meeting work)', 'P'],
    ['line:(meeting -work)', ''],
    ['line:(/^- / report)', 'P'],
    ['block:(red blue)', 'P'],
    ['section:(red tasks)', ''],
    ['section:(ann report)', 'P'],
    ['task:report', 'P'],
    ['task:plain', ''],
    ['task-todo:call', 'P'],
    ['task-todo:report', ''],
    ['task-done:report', 'P'],
    ['task-done:call', ''],
    ['task:""', 'P'],
  ])('%s', check);
});

describe('properties', () => {
  test.each([
    ['[status]', 'LP'],
    ['[STATUS:draft]', 'P'],
    ['[status:"Draft"]', 'P'],
    ['[status:Done OR Draft]', 'P'],
    ['[status:/^D/]', 'P'],
    ['[owners:bo]', 'P'],
    ['[due:null]', 'P'],
    ['[owners:null]', ''],
    ['[status:null]', ''],
    ['[priority:<5]', 'P'],
    ['[priority:>5]', ''],
    ['-[status]', 'M'],
    ['[status:draft] meeting', 'P'],
  ])('%s', check);
});

test('what was found is shown, in the name and in the text', async () => {
  const { hits } = await search.core({ query: 'plan OR /wri\\w+/ -tag:#x', matchesMax: 5 });
  expect(hits).toMatchObject([
    {
      path: 'work/Plan.md',
      total: 2,
      matches: [
        { subject: 'name', start: 0, end: 4 },
        { subject: 'text', line: 14, column: 6 },
      ],
    },
  ]);
});

test('hidden notes are not found, and a broken pattern has a reason', async () => {
  const page = await search.core({ query: 'red' }, { mayRead: (path) => path.startsWith('home') });
  expect(page).toMatchObject({ total: 1, hits: [{ path: 'home/list.md' }] });
  await expect(search.core({ query: '/(/' })).rejects.toMatchObject({
    about: { reason: 'regex-invalid' },
  });
  await expect(search.core({ query: '  ' })).rejects.toMatchObject({
    about: { reason: 'query-required' },
  });
});

test('a pattern without an end is stopped', async () => {
  search.set('home/list2.md', `${'a'.repeat(3_000)}!`);
  await expect(search.core({ query: '/^(a+)+\\1$/' })).rejects.toMatchObject({ code: 'timed-out' });
  search.remove('home/list2.md');
});

test('any text is a query', () => {
  for (const text of [
    ')',
    '((((',
    '-',
    '--a',
    '[',
    '[a',
    '[a:',
    '[:]',
    '"',
    '/',
    'OR',
    'tag:',
    '\\',
  ]) {
    expect(parseCoreQuery(text)).toBeDefined();
  }
  expect(parseCoreQuery('('.repeat(4_000))).toBeDefined();
});
