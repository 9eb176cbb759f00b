import { expect, test } from 'vitest';
import { encode } from '../../../../../test/support/encode-value.ts';
import { evaluate } from '../../../../../test/support/query.ts';
import { isVaultError } from '../../../../contract/errors.ts';
import { EvalFailure } from '../values/failure.ts';

const files = { 'P.md': '---\na: 7\nb: 2\n---\n' };

/** The value, or in one word why there is none. */
function outcome(expression: string): unknown {
  try {
    return encode(evaluate(expression, files, 'P.md'));
  } catch (thrown) {
    if (thrown instanceof EvalFailure) return `fails: ${thrown.kind}`;
    if (isVaultError(thrown)) return 'does not parse';
    throw thrown;
  }
}

const cases = (name: string, values: Record<string, unknown>) =>
  test(name, () => {
    const got = Object.keys(values).map((expression) => [expression, outcome(expression)]);
    expect(Object.fromEntries(got)).toEqual(values);
  });

const date = (text: string) => ({ $date: text, offset: 0, zone: 'UTC' });

cases('E1 and and or bind alike', { 'true or false and false': false });
cases('E2 a dash inside a name belongs to it', { '5-3': 2, 'a-b': null, 'a - b': 5 });
cases('E3 there is no unary minus', { '-x': 'does not parse' });
cases('E4 names cannot start with a literal word', {
  nullable: 'does not parse',
  trueish: 'does not parse',
});
cases('E5 null is below everything and equals itself', { 'null < 1': true, 'null = null': true });
cases('E6 a number and nothing do not add up', { '1 + null': 'fails: operator' });
cases('E7 a text and nothing do', { '"a" + null': 'a\\-' });
cases('E8 texts by collation, types by name', { '"a" < "B"': true, '1 < "a"': true });
cases('E9 lists element by element', { '[1,2] < [1,3]': true });
cases('E10 month ends clamp', {
  'date(2021-01-31) + dur(1 month)': date('2021-02-28T00:00:00.000'),
});
cases('E11 a difference is asked for in a unit', {
  '(date(2024-03-01) - date(2024-02-01)).days': 30,
});
cases('E12 a zone needs seconds', { 'date("2021-02-03T10:00Z")': null });
cases('E13 a date with a zone keeps it', {
  'date("2021-02-03T10:00:00Z")': date('2021-02-03T10:00:00.000'),
});
cases('E14 weeks by their own names', {
  'date(2021-05-04).weekyear': 18,
  'date(2021-05-04).week': 1,
});
cases('E15 durations are equal unit by unit', { 'dur(90 min) = dur(1h 30m)': false });
cases('E16 a name on a list asks its elements', { '[{a:1},{b:2}].a': [1, null] });
cases('E17 outside of a list there is nothing', { '[1,2][-1]': null });
cases('E18 links are equal by target', {
  '[[A]] = [[A|x]]': true,
  '[[A#B]] = [[A]]': false,
});
cases('E19 contains looks into elements, econtains does not', {
  'contains(["abc"], "b")': true,
  'econtains(["abc"], "b")': false,
});
cases('E20 contains maps over what is looked for', {
  'contains(["a","b"], ["a","z"])': [true, false],
});
cases('E21 default maps, ldefault does not', {
  'default([1,null],0)': [1, 0],
  'ldefault([1,null],0)': [1, null],
});
cases('E22 sums', { 'sum([])': null, 'sum([1,null])': 'fails: operator' });
cases('E23 extremes', { 'min(1,null,3)': 1, 'max([1,"a"])': 'a' });
cases('E24 rounding', { 'round(-2.5)': -2, 'round(2.567,2)': 2.57 });
cases('E25 nested lists in print', { 'string([1,[2,3]])': '1, [2, 3]' });
cases('E26 a date in print', { 'string(date(2021-01-02))': 'January 02, 2021' });
cases('E27 a duration in print', { 'string(dur(90m))': '1 hour, 30 minutes' });
cases('E28 the first number of a text', {
  'number("a 12 b")': 12,
  'number(true)': 'fails: signature',
});
cases('E29 a match is whole unless the pattern is anchored', {
  'regexmatch("b","abc")': false,
  'regexmatch("^a","abc")': true,
});
cases('E30 alternatives are not wrapped', { 'regexmatch("a|b","ab")': true });
cases('E31 split takes a pattern', { 'split("a1b2","[0-9]")': ['a', 'b', ''] });
cases('E32 substring swaps its ends', { 'substring("hello",3,1)': 'el' });
cases('E33 truncate cuts what would just fit', { 'truncate("hello",5)': 'he...' });
cases('E34 sort mixes types', { 'sort([3,"a",null,1])': [null, 1, 3, 'a'] });
cases('E35 unique sorts', { 'unique(["b","a","b"])': ['a', 'b'] });
cases('E36 hash', { 'hash("2024-03-17","Home")': 3041844187830523 });
cases('E37 meta of a link', { 'meta([[A#B|c]]).type': 'header' });
cases('E38 a date shown by a link', { 'date([[x|2020-01-02]])': date('2020-01-02T00:00:00.000') });
cases('E39 lambdas close over what is around them', { '((a) => (b) => a + b)(1)(2)': 3 });
test('blanks may stand before a lambda that is all of an expression', () => {
  expect(typeof evaluate(' (a) => a', files, 'P.md')).toBe('function');
});
cases('blanks may not stand before anything else', {
  '( (a) => a + 1)(1)': 2,
  'map([1], \n (a) => a + 1)': [2],
  ' (a)': 'does not parse',
});
cases('E40 choice maps over its condition', { 'choice([true,false],1,2)': [1, 2] });
cases('E41 all and any of nothing', { 'all([])': true, 'any([])': false });
cases('E42 other escapes stay two characters', { '"a\\nb"': 'a\\nb' });
cases('E43 functions mind their types', {
  'lower(5)': 'fails: signature',
  'length(5)': 'fails: signature',
  'length(null)': 0,
});
cases('E44 display strips markup', { 'display("[[A]] **b**")': 'A b' });

cases('what could grow without end has a limit', {
  '"abc" * 100000000': 'fails: runtime',
  'padleft("a", 100000000)': 'fails: runtime',
});

test('errors point at the place and say what was expected', () => {
  const complaint = (expression: string) => {
    try {
      evaluate(expression);
      return undefined;
    } catch (thrown) {
      return isVaultError(thrown) ? { ...thrown.about.data, message: thrown.message } : thrown;
    }
  };
  expect(complaint('1 +\n  length(2')).toMatchObject({ line: 2, column: 11, found: 'the end' });
  expect(complaint('[1, 2')).toMatchObject({ offset: 5 });
  expect(complaint('a b')).toMatchObject({
    offset: 2,
    message: expect.stringContaining('expected'),
  });
});
