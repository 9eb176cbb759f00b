import { expect, test } from 'vitest';
import { scanNote } from './scan.ts';

type Field = [key: string, value: string, form?: string];
const fields = (name: string, text: string, ...wanted: Field[]) =>
  test(name, () => {
    const found = scanNote(text).fields;
    expect(found.map(({ key, value }) => [key, value])).toEqual(
      wanted.map(([key, value]) => [key, value]),
    );
    for (const { start, end, value } of found) {
      expect(text.slice(start, end)).toContain(value.split(' ')[0]);
    }
  });

// Which types the values have is the query engine's to say; here they are what was written.
fields('I1 a field that fills its line', 'key:: value', ['key', 'value']);
fields('I2 markup around a key is dropped', '**Bold Key**:: Nice!', ['Bold Key', 'Nice!']);
fields(
  'I3 fields in brackets',
  'I rate [rating:: 9]! (mood:: ok)',
  ['rating', '9'],
  ['mood', 'ok'],
);
fields('I4 a bracketed field rules out the line', 'a b:: d [x:: 1]', ['x', '1']);
fields('I5 a link in brackets', '[x:: [[A]]]', ['x', '[[A]]']);
fields('I6 fields that touch', '[x::1][y::2]', ['x', '1']);
fields('I7 a dot in a key of a line', 'a.b:: c');
fields('I7 a dot in a bracketed key', '[a.b:: c]', ['a.b', 'c']);
fields('I8 an emoji as key of a line', '🌱:: x', ['', 'x']);
fields('I8 an emoji as bracketed key', '[🌱:: x]', ['🌱', 'x']);
fields('I8 an emoji before the key', '🌱 plant:: x', ['plant', 'x']);
fields('I9 no value', 'x::', ['x', '']);
fields('I10 several numbers', 'x:: 1, 2, 3', ['x', '1, 2, 3']);
fields('I11 several words', 'x:: a, b', ['x', 'a, b']);
fields('I12 several strings', 'x:: "a", "b"', ['x', '"a", "b"']);
fields('I13 a link and a comma', 'x:: [[A]],', ['x', '[[A]],']);
fields('I14 the word null', 'x:: null', ['x', 'null']);
fields('I15 a boolean', 'x:: TRUE\n\ny:: true', ['x', 'TRUE'], ['y', 'true']);
fields('I16 a date', 'x:: 2021-02-30', ['x', '2021-02-30']);
fields('I17 a number like a date', 'x:: 20210102', ['x', '20210102']);
fields('I18 a duration and a number', 'x:: 7 hours, 3', ['x', '7 hours, 3']);
fields('I19 tags', 'x:: #a, #b', ['x', '#a, #b']);
test('I20 a field of a list item', () =>
  expect(scanNote('- item [k:: 1]').fields).toMatchObject([{ key: 'k', item: 0 }]));
test('I21 a field of a task', () => {
  const note = scanNote('- [ ] t [due:: 2021-01-01]');
  expect(note.fields).toMatchObject([{ key: 'due', value: '2021-01-01', item: 0 }]);
  expect(note.listItems[0]?.task).toBe(' ');
});
test('I22 an emoji shorthand', () =>
  expect(scanNote('- [ ] t ✅ 2021-02-02').fields).toMatchObject([
    { key: 'completion', value: '2021-02-02', item: 0 },
  ]));
fields('I23 a field in a fence', '```\ncode:: 3\n```', ['code', '3']);
fields(
  'I24 two spellings of one key',
  'Some Key:: 1\nsome-key:: 2',
  ['Some Key', '1'],
  ['some-key', '2'],
);
fields('I25 a body field beside a property', '---\na: [1,2]\n---\na:: 3', ['a', '3']);

fields('a task takes no field of a whole line', '- [ ] key:: value');
fields('another item does', '- key:: value', ['key', 'value']);
fields('the lines of an item are one', '- a [k::\n  1]', ['k', '1']);
fields('an item in a callout is seen once', '> [!note]\n> - [k:: 1]', ['k', '1']);
fields('an escaped bracket can open a field', '\\[k:: 1]', ['k', '1']);
fields('an escaped bracket does not close one', '[k:: a\\]b]', ['k', 'a\\]b']);
fields('brackets nest in a value', '[k:: a [b] c]', ['k', 'a [b] c']);
fields('an unclosed bracket opens none', '[k:: a [b:: c]', ['b', 'c']);
fields('too long a line', `key:: ${'x'.repeat(40_000)}`);
fields('a line of the frontmatter', '---\n"k:: v": 1\n---', ['k', 'v": 1']);
