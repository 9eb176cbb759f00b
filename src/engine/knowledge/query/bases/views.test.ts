import { expect, test } from 'vitest';
import { type Files, finish, openBaseLab } from '../../../../../test/support/query.ts';
import { formatBase } from './output.ts';
import { parseBase } from './parse-base.ts';
import { type BaseAnswer, runBase } from './run.ts';

const note = (fields: string) => `---\n${fields}\n---\n`;
const files: Files = {
  'a.md': note('n: 3\nkind: fruit\ntags: [x/y]\ndone: true'),
  'b.md': note('n: 1\nkind: root\ntags: [z]\ndone: false'),
  'c.md': note('n: 2\nkind: fruit'),
  'd.md': note('kind: ""'),
  'sub/e.md': note('n: 5'),
  'pic.png': '',
};

const run = (text: string, view?: string, thisPath?: string): BaseAnswer =>
  finish(runBase(parseBase(text), openBaseLab(files, thisPath), { view }));
const paths = (text: string, view?: string) =>
  formatBase(run(text, view), 'paths').text?.trim().split('\n');

test('a base without anything shows every file', () =>
  expect(paths('')).toEqual(['a.md', 'b.md', 'c.md', 'd.md', 'pic.png', 'sub/e.md']));

test('B26 filters under or are joined by or', () =>
  expect(paths('filters:\n  or:\n    - n == 1\n    - n == 2\n')).toEqual(['b.md', 'c.md']));

test('not means none of them', () =>
  expect(paths('filters:\n  not:\n    - n == 1\n    - file.ext != "md"\n')).toEqual([
    'a.md',
    'c.md',
    'd.md',
    'sub/e.md',
  ]));

test('filters of the base and of the view must both hold', () =>
  expect(
    paths('filters: n > 1\nviews:\n  - {type: table, name: v, filters: file.inFolder("sub")}'),
  ).toEqual(['sub/e.md']));

test('B27 sort comes before limit, also by a formula', () => {
  const text = `
formulas: { minus: "0 - n" }
views:
  - type: table
    name: v
    filters: n > 0
    sort: [{property: formula.minus, direction: ASC}]
    limit: 2
`;
  expect(paths(text)).toEqual(['sub/e.md', 'a.md']);
  expect(run(text)).toMatchObject({ total: 4, isTruncated: false });
});

test('what is empty comes last, whichever way the rest is sorted', () => {
  const sorted = (direction: string) =>
    paths(
      `views:\n  - {type: table, filters: file.ext == "md", sort: [{column: n, direction: ${direction}}]}`,
    );
  expect(sorted('ASC')).toEqual(['b.md', 'c.md', 'a.md', 'sub/e.md', 'd.md']);
  expect(sorted('DESC')).toEqual(['sub/e.md', 'a.md', 'c.md', 'b.md', 'd.md']);
});

const grouped = `
formulas: { half: n / 2, bad: n + }
properties:
  n: {displayName: Count}
  formula.half: {displayName: Half}
summaries: { twice: values.mean() * 2 }
views:
  - type: table
    name: By kind
    filters: file.ext == "md"
    groupBy: {property: kind, direction: DESC}
    order: [file.name, n, formula.half]
    sort: [{property: n, direction: DESC}]
    summaries: {n: Sum, note.done: Checked, formula.half: twice}
  - {type: list, name: Names, order: [file.name, n], filters: n > 1}
`;

test('groups by a property, those without one last', () => {
  const { groups, columns } = run(grouped);
  expect(columns.map(({ name }) => name)).toEqual(['file.name', 'Count', 'Half']);
  expect(groups.map(({ key, rows }) => [key, rows.map(({ path }) => path)])).toEqual([
    ['root', ['b.md']],
    ['fruit', ['a.md', 'c.md']],
    [null, ['sub/e.md', 'd.md']],
  ]);
});

test('summaries of the base, and those that every base knows', () => {
  const { summaries } = formatBase(run(grouped), 'json').data ?? {};
  expect(summaries).toEqual([
    { id: 'note.n', name: 'Sum', value: 11 },
    { id: 'note.done', name: 'Checked', value: 1 },
    { id: 'formula.half', name: 'twice', value: 2.75 },
  ]);
});

test('a view as Markdown and as CSV', () => {
  expect(formatBase(run(grouped, 'names'), 'markdown').text).toBe('- a, 3\n- c, 2\n- e, 5\n');
  expect(formatBase(run(grouped, 'Names'), 'csv').text).toBe('file.name,Count\na,3\nc,2\ne,5\n');
  expect(formatBase(run(grouped), 'markdown').text).toContain(
    '## None\n\n| file.name | Count | Half |\n',
  );
});

test('what cannot be read is named, and the rest still works', () => {
  const { problems } = run(grouped);
  expect(problems).toEqual([
    expect.objectContaining({ code: 'formula-broken', where: 'formulas.bad' }),
  ]);
  const odd =
    'future: 1\nfilters: {xor: [a]}\nviews: [{type: spiral, sort: [1], summaries: {n: Nope}}, 5]';
  expect(run(odd).problems.map(({ code, where }) => `${code} ${where}`)).toEqual([
    'key-unknown future',
    'filter-broken filters',
    'view-type-unknown views.0.type',
    'sort-broken views.0.sort.0',
    'value-broken views.1',
    'summary-unknown Nope',
  ]);
});

test('a cell that fails says why', () => {
  const answer = run(
    'filters: n == 1\nformulas: {f: kind - 1}\nviews: [{type: table, order: [formula.f]}]',
  );
  expect(formatBase(answer, 'json').data?.rows).toEqual([
    {
      path: 'b.md',
      values: { 'formula.f': { error: expect.stringContaining('string - number') } },
    },
  ]);
});

test('a view that is not there is an error with its names', () =>
  expect(() => run(grouped, 'nope')).toThrow(expect.objectContaining({ code: 'target-missing' })));

test('text that is no base is refused with its place', () => {
  expect(() => parseBase('a: [1')).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  expect(() => parseBase('- 1')).toThrow(/mapping/);
});

test('tags narrow the files and answer alike', () => {
  expect(paths('filters: {and: [file.hasTag("x"), n > 0]}')).toEqual(['a.md']);
  expect(paths('filters: file.hasTag("x", "z") && n > 0')).toEqual(['a.md', 'b.md']);
});

test('rich values say where links lead; a card has its picture', () => {
  const lab: Files = {
    'a.md': note('to: "[[b|the b]]"\nlost: "[[nowhere]]"\ncover: "[[pic.png]]"'),
    'b.md': '',
    'pic.png': '',
  };
  const text =
    'filters: to\nformulas: { shown: image("pic.png") }\nviews:\n  - {type: cards, name: v, image: cover, imageFit: contain, cardSize: 120, order: [to, lost, file.file, formula.shown]}\n  - {type: list, name: w}';
  const answer = finish(runBase(parseBase(text), openBaseLab(lab), {}));
  expect(formatBase(answer, 'json', true).data).toMatchObject({
    view: { name: 'v', cards: { image: 'note.cover', imageFit: 'contain', cardSize: 120 } },
    views: [
      { name: 'v', type: 'cards' },
      { name: 'w', type: 'list' },
    ],
    rows: [
      {
        path: 'a.md',
        picture: { path: 'pic.png' },
        values: {
          'note.to': { path: 'b.md', display: 'the b' },
          'note.lost': { missing: 'nowhere' },
          'file.file': { path: 'a.md' },
          'formula.shown': { image: 'pic.png' },
        },
      },
    ],
  });
  expect(formatBase(answer, 'json').data).toMatchObject({
    rows: [{ values: { 'note.to': 'b', 'note.lost': 'nowhere' } }],
  });
});
