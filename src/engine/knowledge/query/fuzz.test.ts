import { expect, test } from 'vitest';
import { memorySource } from '../../../../test/support/memory-source.ts';
import { fc } from '../../../../test/support/property.ts';
import { ask, evaluate, finish, openBaseLab } from '../../../../test/support/query.ts';
import { isVaultError } from '../../../contract/errors.ts';
import { compileBase } from './bases/compile.ts';
import { Formulas } from './bases/formulas.ts';
import { parseBaseExpression } from './bases/parse.ts';
import { parseBase } from './bases/parse-base.ts';
import { runBase } from './bases/run.ts';
import { QueryBudget } from './budget.ts';
import { runRule } from './jsonlogic/run.ts';
import { guardedPatterns } from './patterns.ts';
import { EvalFailure } from './values/failure.ts';

const files = { 'a.md': '---\nn: 1\nt: [x]\n---\n- [ ] task [k:: v]\n[[b]] #tag', 'b.md': 'x:: 2' };
const patterns = guardedPatterns();

/** Texts made of the pieces that languages are made of, in any order. */
const soup = (pieces: readonly string[]) =>
  fc
    .array(
      fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...pieces) }, fc.string({ maxLength: 4 })),
      {
        maxLength: 30,
      },
    )
    .map((parts) => parts.join(''));

const shared =
  '( ) [ ] { } , . : " \' \\ | & ! = < > + - * / % 1 2.5 true null a n file this # [[ ]] => // \n'.split(
    ' ',
  );
const expressionPieces = [
  ...shared,
  ' ',
  ' ',
  'date(',
  'dur(',
  '1 day',
  '2024-03-01',
  'length(',
  'map(',
  'regextest(',
  '(x) => x',
  '"a"',
];
const queryPieces = [
  ...expressionPieces,
  ...'TABLE LIST TASK CALENDAR FROM WHERE SORT LIMIT GROUP@BY FLATTEN WITHOUT@ID AS DESC and or #tag "a" csv( outgoing('
    .split(' ')
    .map((word) => ` ${word.replace('@', ' ')} `),
];
const basePieces = [
  ...shared,
  '"a"',
  "'b'",
  '/a/',
  'file.',
  'note.',
  'if(',
  'link(',
  '.map(',
  '.filter(value)',
  '&&',
  '||',
  '==',
  'today()',
  '"1d"',
];

/** Complaints are ours, and those about the text say where it is wrong. */
function expectComplaint(thrown: unknown): void {
  if (thrown instanceof EvalFailure) return;
  expect(isVaultError(thrown), String(thrown)).toBe(true);
  if (isVaultError(thrown) && thrown.about.reason === 'query-syntax') {
    expect(thrown.about.data).toMatchObject({
      line: expect.any(Number),
      column: expect.any(Number),
    });
  }
}

function survives(run: () => unknown): void {
  try {
    run();
  } catch (thrown) {
    expectComplaint(thrown);
  }
}

const check = (texts: fc.Arbitrary<string>, run: (text: string) => unknown) =>
  fc.assert(
    fc.property(texts, (text) => survives(() => run(text))),
    { numRuns: 200 },
  );

test('any text is an expression or a complaint', () =>
  check(soup(expressionPieces), (text) => evaluate(text, files, 'a.md')));

test('any text is a query or a complaint', () =>
  check(
    soup(queryPieces).map((text) => `TABLE ${text}`),
    (text) => ask(text, files, 'a.md'),
  ));

test('any text is a query header or a complaint', () =>
  check(soup(queryPieces), (text) => ask(text, files, 'a.md')));

test('any text is an expression of a base or a complaint', () => {
  const env = openBaseLab(files, 'a.md');
  const row = new Formulas(new Map(), env).row(env.files.find('a.md'));
  check(soup(basePieces), (text) => compileBase(parseBaseExpression(text), env)(row));
});

test('any mapping is a base', () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('table', 'n', 'n > 1', 'file.name', 'ASC', 'Sum', 5, true, null),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom(
          'and',
          'or',
          'not',
          'property',
          'direction',
          'type',
          'name',
          'filters',
          'order',
          'sort',
          'groupBy',
          'limit',
          'summaries',
        ),
        tie('any'),
        { maxKeys: 3 },
      ),
    ),
  })).any;
  const base = fc.dictionary(
    fc.constantFrom('filters', 'formulas', 'properties', 'summaries', 'views', 'odd'),
    value,
  );
  fc.assert(
    fc.property(base, (raw) =>
      survives(() => finish(runBase(parseBase(JSON.stringify(raw)), openBaseLab(files)))),
    ),
    { numRuns: 100 },
  );
});

test('any JSON is a rule or a complaint', () => {
  const source = memorySource(files);
  const rule = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<unknown>('path', 'tags', 'a*', '(', 1, 0, true, null, ''),
      fc.array(tie('any'), { maxLength: 3 }),
      fc
        .tuple(
          fc.constantFrom(
            'var',
            'missing',
            'missing_some',
            'if',
            '==',
            '!',
            'and',
            'or',
            '<',
            'max',
            '+',
            '-',
            '/',
            'map',
            'reduce',
            'filter',
            'all',
            'merge',
            'in',
            'cat',
            'substr',
            'glob',
            'regexp',
            'nope',
          ),
          tie('any'),
        )
        .map(([name, args]) => ({ [name]: args })),
    ),
  })).any;
  fc.assert(
    fc.property(rule, (raw) =>
      survives(() => finish(runRule(raw, { source, patterns, budget: new QueryBudget() }))),
    ),
    { numRuns: 200 },
  );
});

test('nesting and length beyond all reason are complaints', () => {
  const deep = 50_000;
  for (const text of [
    '('.repeat(deep),
    '['.repeat(deep),
    '!'.repeat(deep),
    `1${'+1'.repeat(deep)}`,
    `a${'.a'.repeat(deep)}`,
  ]) {
    survives(() => evaluate(text.slice(0, 60_000)));
    survives(() => parseBaseExpression(text.slice(0, 60_000)));
    survives(() => ask(`LIST ${text.slice(0, 60_000)}`, files));
    survives(() => ask(`LIST FROM ${text.slice(0, 60_000)}`, files));
    expect(() => evaluate(text.padEnd(70_000))).toThrow(
      expect.objectContaining({ code: 'invalid-input' }),
    );
  }
});
