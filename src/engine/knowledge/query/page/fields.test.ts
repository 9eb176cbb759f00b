import { expect, test } from 'vitest';
import { encode } from '../../../../../test/support/encode-value.ts';
import { openLab } from '../../../../../test/support/query.ts';
import { isList, isObject } from '../values/value.ts';

/** The fields of a note, in the notation of the oracle. */
function fieldsOf(text: string): Record<string, unknown> {
  const page = openLab({ 'n.md': text }).pages.find('n.md');
  const keys = page?.keys().filter((key) => key !== 'file') ?? [];
  return Object.fromEntries(keys.map((key) => [key, encode(page?.get(key) ?? null)]));
}

const check = (text: string, fields: Record<string, unknown>) =>
  expect(fieldsOf(text)).toEqual(fields);

const day = (date: string) => ({ $date: `${date}T00:00:00.000`, offset: 0, zone: 'UTC' });
const link = (path: string) => ({
  $link: { path, type: 'file', subpath: null, display: null, embed: false },
});
const hours = (count: number) => ({
  $duration: {
    years: 0,
    months: 0,
    weeks: 0,
    days: 0,
    hours: count,
    minutes: 0,
    seconds: 0,
    milliseconds: 0,
  },
});

test('I1 a line is a field', () => check('key:: value', { key: 'value' }));
test('I2 markup around a key is dropped, and the key gets its plain name too', () =>
  check('**Bold Key**:: Nice!', { 'Bold Key': 'Nice!', 'bold-key': 'Nice!' }));
test('I3 brackets make fields inside a line', () =>
  check('I rate [rating:: 9]! (mood:: ok)', { rating: 9, mood: 'ok' }));
test('I4 a bracketed field keeps the line from being one', () =>
  check('a b:: d [x:: 1]', { x: 1 }));
test('I5 a link in a bracketed field', () => check('[x:: [[A]]]', { x: link('A') }));
test('I6 two bracketed fields need something between them', () => check('[x::1][y::2]', { x: 1 }));
test('I7 a dot is allowed in a key in brackets only', () => {
  check('a.b:: c', {});
  check('[a.b:: c]', { 'a.b': 'c', ab: 'c' });
});
test('I8 an emoji before a key on a line is dropped, in brackets it is the key', () => {
  // The corrections of the specification win: the words after the emoji stay the key.
  check('🌱 plant:: x', { plant: 'x' });
  check('[🌱:: x]', { '🌱': 'x' });
});
test('I9 a field without a value is null', () => check('x::', { x: null }));
test('I10 numbers with commas are a list', () => check('x:: 1, 2, 3', { x: [1, 2, 3] }));
test('I11 words with commas are a text', () => check('x:: a, b', { x: 'a, b' }));
test('I12 quoted texts with commas are a list', () => check('x:: "a", "b"', { x: ['a', 'b'] }));
test('I13 a comma after one value makes a list', () => check('x:: [[A]],', { x: [link('A')] }));
test('I14 null is a text', () => check('x:: null', { x: 'null' }));
test('I15 only some spellings are truth values', () => {
  check('x:: TRUE', { x: 'TRUE' });
  check('x:: true', { x: true });
});
test('I16 days roll over', () => check('x:: 2021-02-30', { x: day('2021-03-02') }));
test('I17 digits are a number', () => check('x:: 20210102', { x: 20210102 }));
test('I18 a duration and a number', () => check('x:: 7 hours, 3', { x: [hours(7), 3] }));
test('I19 tags are texts', () => check('x:: #a, #b', { x: ['#a', '#b'] }));
test('I20 a field of a list item is one of the page', () => check('- item [k:: 1]', { k: 1 }));

test('I21 a field of a task stays on the task', () => {
  check('- [ ] t [due:: 2021-01-01]', {});
  expect(taskField('- [ ] t [due:: 2021-01-01]', 'due')).toEqual(day('2021-01-01'));
});
test('I22 a check mark and a date are the completion', () =>
  expect(taskField('- [ ] t ✅ 2021-02-02', 'completion')).toEqual(day('2021-02-02')));
test('I23 a fence may hold fields', () => check('```\ncode:: 3\n```', { code: 3 }));
test('I24 a key as written wins over the plain name of another', () =>
  check('Some Key:: 1\nsome-key:: 2', { 'Some Key': 1, 'some-key': 2 }));
test('I25 a list in the properties is one value', () =>
  check('---\na: [1,2]\n---\na:: 3', { a: [[1, 2], 3] }));

function taskField(text: string, key: string): unknown {
  const file = openLab({ 'n.md': text }).pages.find('n.md')?.get('file') ?? null;
  const tasks = isObject(file) ? (file.get('tasks') ?? null) : null;
  const [task = null] = isList(tasks) ? tasks : [];
  return isObject(task) ? encode(task.get(key) ?? null) : undefined;
}
