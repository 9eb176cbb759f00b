import { expect, test } from 'vitest';
import { frontmatterAliases, frontmatterTags } from './frontmatter.ts';
import { scanNote } from './scan.ts';

const values = (text: string) => scanNote(text).frontmatter?.values;
const tagsOf = (text: string) => frontmatterTags(values(text));
const properties = (name: string, text: string, wanted: unknown) =>
  test(name, () => expect(values(text)).toEqual(wanted));

test('Y1 one word is one tag', () => expect(tagsOf('---\ntags: solo\n---\n')).toEqual(['#solo']));
test('Y2 a string with a comma gives no tags', () => {
  expect(tagsOf('---\ntags: a, b\n---\n')).toEqual([]);
  expect(values('---\ntags: a, b\n---\n')).toEqual({ tags: 'a, b' });
});
test('Y3 TAG is no tag key for Obsidian', () =>
  expect(tagsOf('---\nTAG: [v1, v2]\n---\n')).toBeUndefined());
test('Y4 an empty list is an empty list', () => expect(tagsOf('---\ntags: []\n---\n')).toEqual([]));
test('Y5 two fences make a block without properties', () => {
  const note = scanNote('---\n---\n# H');
  expect(note.sections.map(({ type }) => type)).toEqual(['yaml', 'heading']);
  expect(note.frontmatter?.values).toBeUndefined();
  expect(note.problems).toEqual([]);
});
test('Y6 a JSON object is frontmatter', () => {
  const text = '---\n{"tags": "journal", "publish": false}\n---\n';
  expect(tagsOf(text)).toEqual(['#journal']);
  expect(values(text)).toMatchObject({ publish: false });
});
properties('Y7 blank lines inside', '---\n\nkanban-plugin: basic\n\n---\n', {
  'kanban-plugin': 'basic',
});
properties('Y8 dates are strings', '---\nd: 2024-07-21\nt: 2024-07-21T12:37:00\n---', {
  d: '2024-07-21',
  t: '2024-07-21T12:37:00',
});
test('Y9 whole values are links', () => {
  const { frontmatterLinks } = scanNote('---\nl: "[[A]]"\nm:\n  - "[[B]]"\n---');
  expect(frontmatterLinks.map(({ key, target }) => [key, target])).toEqual([
    ['l', 'A'],
    ['m.0', 'B'],
  ]);
});
properties('Y10 empty entries are null', '---\nl:\n  -\n  -\n---', { l: [null, null] });
properties('Y11 an empty value is null', '---\nx: \n---', { x: null });
test('Y12 an unquoted link is a list of lists', () => {
  const note = scanNote('---\nx: [[A]]\n---');
  expect(note.frontmatter?.values).toEqual({ x: [['A']] });
  expect(note.frontmatterLinks).toEqual([]);
});
test('Y13 frontmatter starts on the first line', () => {
  const note = scanNote('\n---\na: 1\n---');
  expect(note.frontmatter).toBeUndefined();
  expect(note.sections.map(({ type }) => type)).toEqual(['thematicBreak', 'heading']);
});
properties('Y14 an open block is none', '---\na: 1', undefined);
properties('Y15 blanks behind the closing fence', '---\na: 1\n---  \n', { a: 1 });
test('Y16 broken YAML leaves the body alone', () => {
  const note = scanNote('---\na: b: c\n---\n#t');
  expect(note.frontmatter).toMatchObject({ values: undefined, fields: [] });
  expect(note.problems).toMatchObject([{ code: 'frontmatter-broken', line: 1 }]);
  expect(note.tags.map(({ tag }) => tag)).toEqual(['#t']);
});
properties('Y17 YAML 1.2 words and numbers', '---\nflag: yes\nn: 017\n---', { flag: 'yes', n: 17 });
test('Y18 aliases in one string are one name', () =>
  expect(frontmatterAliases(values('---\naliases: A, B\n---'))).toEqual(['A, B']));
test('Y19 the place of a value is exactly what is written', () => {
  const text = '---\n# c\nrating: 3 # x\nlist: [a,b]\n---';
  const written = scanNote(text).frontmatter?.fields.map(({ key, valueStart, valueEnd, line }) => [
    key,
    text.slice(valueStart, valueEnd),
    line,
  ]);
  expect(written).toEqual([
    ['rating', '3', 2],
    ['list', '[a,b]', 3],
  ]);
});
const dialect = '---\nv: ';
test.each([
  ['on', 'on'],
  ['True', true],
  ['~', null],
  ['12:30:00', '12:30:00'],
  ['0o17', 15],
  ['0x1F', 31],
  ['1_000', '1_000'],
  ['1e3', 1000],
  ['+1', 1],
  ['1.', 1],
  ['.inf', Number.POSITIVE_INFINITY],
  ['.nan', Number.NaN],
  ['a #b', 'a'],
  ['#tag', null],
])('the value %s is read as %s', (written, value) =>
  expect(values(`${dialect}${written}\n---`)).toEqual({ v: value }),
);

test.each([
  ['two unquoted links', 'v: [[A]], [[B]]'],
  ['a value that starts with @', 'v: @x'],
  ['a value that starts with a backtick', 'v: `x`'],
  ['a value that starts with %', 'v: %x'],
  ['a tab as indent', 'v:\n\t- x'],
  ['a repeated name', 'v: 1\nw: 2\nv: 3'],
  ['a repeated name deeper down', 'v:\n  a: 1\n  a: 2'],
])('%s is a problem', (_, yaml) => {
  const note = scanNote(`---\n${yaml}\n---\n`);
  expect(note.frontmatter?.values).toBeUndefined();
  expect(note.problems.map(({ code }) => code)).toEqual(['frontmatter-broken']);
});

test('a byte order mark is stepped over', () => {
  const note = scanNote('\ufeff---\na: 1\n---\n# H');
  expect(note.frontmatter).toMatchObject({ start: 1, values: { a: 1 } });
  expect(note.headings).toMatchObject([{ text: 'H', line: 3 }]);
});

test('CRLF is a line ending', () => {
  const text = '---\r\na: 1\r\nl:\r\n  - x\r\n---\r\n# H\r\n';
  const note = scanNote(text);
  expect(note.frontmatter?.values).toEqual({ a: 1, l: ['x'] });
  expect(note.headings).toMatchObject([{ text: 'H', line: 5 }]);
  expect(note.frontmatter?.fields.map(({ start, end }) => text.slice(start, end))).toEqual([
    'a: 1',
    'l:\r\n  - x',
  ]);
});

test('a name of the prototype is a property like any other', () => {
  const found = values('---\ntoString: 1\n__proto__: 2\n---');
  expect(Object.keys(found ?? {})).toEqual(['toString', '__proto__']);
  expect(Object.getPrototypeOf(found)).toBe(Object.prototype);
});

test('a list at the top is no mapping', () => {
  const note = scanNote('---\n- a\n- b\n---\n');
  expect(note.frontmatter).toMatchObject({ values: undefined, fields: [] });
  expect(note.problems.map(({ code }) => code)).toEqual(['frontmatter-not-a-mapping']);
});

const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
for (let i = 1; i < 12; i++) {
  const [name, before] = ['abcdefghijkl'.charAt(i), 'abcdefghijkl'.charAt(i - 1)];
  bomb.push(`${name}: &${name} [${`*${before}, `.repeat(8)}*${before}]`);
}
test.each([
  ['aliases that explode', bomb.join('\n')],
  ['brackets without end', `v: ${'['.repeat(100_000)}`],
  ['braces in brackets', `v: ${'[{a: '.repeat(50_000)}`],
  ['dashes in dashes', `${'- '.repeat(50_000)}x`],
  ['indents in indents', Array.from({ length: 600 }, (_, i) => `${' '.repeat(i)}k:`).join('\n')],
  ['many keys that repeat', 'k: 1 # c\n'.repeat(20_000)],
  ['more than anyone writes', `v: ${'x'.repeat(300_000)}`],
])('%s are refused, not suffered', (_, yaml) => {
  const note = scanNote(`---\n${yaml}\n---\n#t`);
  expect(note.frontmatter?.values).toBeUndefined();
  expect(note.problems).toHaveLength(1);
  expect(note.tags).toHaveLength(1);
});
test('many different keys are read', () => {
  const yaml = Array.from({ length: 10_000 }, (_, i) => `k${i}: 1 # c`).join('\n');
  expect(Object.keys(values(`---\n${yaml}\n---`) ?? {})).toHaveLength(10_000);
});
