import { expect, test } from 'vitest';
import { documentMap, findBlock, findHeading, headingsAtPath } from './address.ts';
import { scanNote } from './scan.ts';

const text = [
  '---',
  'status: draft',
  '"quoted key": [a, b]',
  '---',
  '# A',
  'intro',
  '### C',
  'deep ^p1',
  '',
  '## B',
  '- item one ^i-1',
  '- item two',
  '',
  '|a|b|',
  '|-|-|',
  '|1|2|',
  '',
  '^tab',
  '',
  '# A',
  'again',
  '',
].join('\n');
const note = scanNote(text);
const cut = ({ start, end }: { start: number; end: number }) => text.slice(start, end);

test('the map lists paths, ids and names in the order of the text', () =>
  expect(documentMap(note)).toEqual({
    headings: ['A', 'A::C', 'A::B'],
    blocks: ['p1', 'i-1', 'tab'],
    frontmatterFields: ['status', 'quoted key'],
  }));

test('one name finds a heading at any depth', () => {
  const hit = findHeading(note, ' C ');
  expect(hit?.found.path).toBe('A::C');
  expect(cut(hit?.found.header ?? { start: 0, end: 0 })).toBe('### C');
  expect(cut(hit?.found.body ?? { start: 0, end: 0 })).toBe('deep ^p1\n\n');
});

test('a repeated name finds the first and names the others', () => {
  const hit = findHeading(note, 'A');
  expect(hit?.found.heading.line).toBe(4);
  expect(hit?.candidates.map(({ heading }) => heading.line)).toEqual([4, 19]);
});

test('levels may be skipped when reading, not when asking for a path', () => {
  const deep = scanNote('# A\n## B\n### C\n');
  expect(findHeading(deep, 'A::C')?.found.path).toBe('A::B::C');
  expect(headingsAtPath(deep, 'A::C')).toEqual([]);
  expect(findHeading(deep, 'B::A')).toBeUndefined();
  expect(findHeading(deep, 'A::')).toBeUndefined();
});

test('a section reaches to the next heading that is not deeper', () => {
  const [first] = headingsAtPath(note, 'A');
  expect(cut(first?.body ?? { start: 0, end: 0 })).toMatch(/^intro\n.*\^tab\n\n$/s);
});

test.each([
  ['p1', 'deep', ' ^p1'],
  ['^I-1', '- item one', ' ^i-1'],
  ['tab', '|a|b|\n|-|-|\n|1|2|', '^tab'],
])('the block %s', (id, body, marker) => {
  const found = findBlock(note, id);
  expect(cut(found?.body ?? { start: 0, end: 0 })).toBe(body);
  expect(cut(found?.header ?? { start: 0, end: 0 })).toBe(marker);
});

test('nothing there is nothing found', () => {
  expect(findBlock(note, 'nope')).toBeUndefined();
  expect(documentMap(scanNote(''))).toEqual({ headings: [], blocks: [], frontmatterFields: [] });
});

test('an untitled heading at the top is left out of the map, its children are not', () =>
  expect(documentMap(scanNote('#\n## B\n')).headings).toEqual(['::B']));
