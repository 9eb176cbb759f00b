import { expect, test } from 'vitest';
import { encode } from '../../../../../test/support/encode-value.ts';
import { ask, openLab } from '../../../../../test/support/query.ts';
import { isVaultError } from '../../../../contract/errors.ts';
import { toMarkdown } from './markdown.ts';
import type { QueryAnswer } from './result.ts';

const note = (fields: string) => `---\n${fields}\n---\n`;
const rows = {
  'A.md': note('n: A\nr: 3\nt: [x, y]'),
  'B.md': note('n: B\nr: 1\nt: []'),
  'C.md': note('n: C\nt: null'),
  'D.md': note('n: D\nr: "2"\nt: z'),
  'E.md': note('n: E\nr: null\nt: [x]'),
};

/** The rows of a table, files by their names; or in one word why there are none. */
function table(query: string, files: Record<string, string> = rows, from = ''): unknown {
  try {
    return plain(ask(query, files, from).answer);
  } catch (thrown) {
    if (!isVaultError(thrown)) throw thrown;
    return thrown.about.reason === 'query-failed' ? 'fails' : 'does not parse';
  }
}

function plain(answer: QueryAnswer): unknown {
  const name = (value: unknown): unknown => {
    const link = Object(value).$link;
    return link === undefined ? value : link.path.replace(/\.md$/, '');
  };
  if (answer.type === 'table')
    return answer.values.map((row) => row.map((cell) => name(encode(cell))));
  return answer.type === 'list' ? answer.values.map((value) => name(encode(value))) : answer;
}

const ids = (query: string) => {
  const found = table(query);
  return Array.isArray(found) ? found.map(([id]) => id).join(' ') : found;
};
const check = (query: string, expected: unknown) => expect(table(query)).toEqual(expected);

test('Q1 nothing sorts first, texts behind numbers', () =>
  expect(ids('TABLE r SORT r')).toBe('C E B A D'));
test('Q2 the other way round', () => expect(ids('TABLE r SORT r DESC')).toBe('D A B C E'));
test('Q3 a text is greater than a number', () => expect(ids('TABLE r WHERE r > 1')).toBe('A D'));
test('Q4 FLATTEN gives a row for each element', () =>
  check('TABLE t FLATTEN t', [
    ['A', 'x'],
    ['A', 'y'],
    ['C', null],
    ['D', 'z'],
    ['E', 'x'],
  ]));
test('Q5 FLATTEN under another name leaves the field alone', () =>
  check('TABLE t FLATTEN t AS x', [
    ['A', ['x', 'y']],
    ['A', ['x', 'y']],
    ['C', null],
    ['D', 'z'],
    ['E', ['x']],
  ]));
test('Q6 groups stand in the order of their keys', () =>
  check('TABLE rows.n GROUP BY t', [
    [null, ['C']],
    [[], ['B']],
    [['x'], ['E']],
    [['x', 'y'], ['A']],
    ['z', ['D']],
  ]));
test('Q7 rows that fail are left out', () =>
  check('TABLE r + 1', [
    ['A', 4],
    ['B', 2],
    ['D', '21'],
  ]));
test('Q8 a query fails when every row does', () => check('TABLE n WHERE foo(n)', 'fails'));
test('Q9 clauses run in the order in which they are written', () =>
  expect(ids('TABLE n LIMIT 2 SORT n DESC')).toBe('B A'));
test('Q10 LIMIT takes a number', () => check('TABLE n LIMIT "3"', 'fails'));
test('Q11 after LIST a SORT reads as its value', () => check('LIST\nSORT n', 'does not parse'));
test('Q12 after TASK it does not', () => expect(table('TASK\nSORT n')).not.toBe('does not parse'));
test('Q13 a second FROM parses and fails', () => check('TABLE n FROM #a FROM #b', 'fails'));
test('Q14 GROUP BY has one blank', () => check('TABLE a group  by b', 'does not parse'));
test('Q15 empty and missing are false', () => expect(ids('TABLE WHERE !t')).toBe('B C'));

test('Q16 sources join from the left', () => {
  const files = { 'a.md': '#a', 'ab.md': '#a #b', 'c.md': '#c', 'b.md': '#b' };
  expect(table('LIST FROM #a & #b | #c', files)).toEqual(['ab', 'c']);
});
test('Q17 a folder wins over a file', () =>
  expect(table('LIST FROM "f"', { 'f.md': '', 'f/g.md': '' })).toEqual(['f/g']));
test('Q18 an empty link is the note that asks', () => {
  const files = { 'P.md': '', 'to.md': '[[P]]', 'not.md': '' };
  expect(table('LIST FROM [[]]', files, 'P.md')).toEqual(['to']);
});
test('Q19 a group by an expression', () => {
  const { answer } = ask('TABLE length(rows) AS c GROUP BY typeof(r) AS k', rows);
  expect(answer).toMatchObject({ headers: ['k', 'c'] });
  expect(plain(answer)).toEqual([
    ['null', 2],
    ['number', 2],
    ['string', 1],
  ]);
});
test('Q20 TABLE alone lists every page', () => {
  expect(ask('TABLE', rows).answer).toMatchObject({ headers: ['File'] });
  expect(ids('TABLE')).toBe('A B C D E');
});
test('Q21 CALENDAR needs a date', () => check('CALENDAR', 'does not parse'));
test('Q22 comments stand between clauses', () =>
  expect(ids('// all\nTABLE n // names\nWHERE r > 1 // big\nSORT n DESC')).toBe('D A'));

test('a clause without its object does not parse', () => {
  for (const text of [
    'LIST FROM',
    'LIST FROM ',
    'LIST WHERE',
    'LIST FROM #a WHERE',
    'TABLE n SORT',
    'LIST FROM #a LIMIT ',
  ]) {
    check(text, 'does not parse');
  }
});

test('a limit behind a sort keeps the same rows as a full sort', () => {
  const files = Object.fromEntries(
    Array.from({ length: 3000 }, (_, i) => [
      `${String(i).padStart(4, '0')}.md`,
      note(`v: ${(i * 7) % 100}`),
    ]),
  );
  const full = table('TABLE v SORT v DESC, file.size', files);
  const some = table('TABLE v SORT v DESC, file.size LIMIT 40', files);
  expect(Array.isArray(full) ? full.slice(0, 40) : full).toEqual(some);
});

test('an answer says when it was cut', () => {
  const { pages, env } = openLab(rows);
  expect(pages.source.pageCount).toBe(5);
  expect(env.settings.tableIdColumnName).toBe('File');
  expect(ask('LIST', rows)).toMatchObject({ isTruncated: false, failedRows: 0 });
  expect(ask('TABLE r + 1', rows)).toMatchObject({ failedRows: 2 });
});

test('scripts are refused by name', () => {
  for (const text of ['dataviewjs\ndv.list([])', 'dv.pages("#a")', '$= dv.current()']) {
    expect(() => ask(text, rows)).toThrow(expect.objectContaining({ code: 'unsupported' }));
  }
});

test('pages of the web are no CSV files', () =>
  check('LIST FROM csv("https://example.com/a.csv")', 'fails'));

test('a calendar has no Markdown form', () => {
  const { env } = openLab(rows);
  expect(() => toMarkdown(ask('CALENDAR file.day', rows).answer, env)).toThrow(/Markdown/);
});
