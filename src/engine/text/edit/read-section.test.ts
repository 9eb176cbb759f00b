import { expect, test } from 'vitest';
import { scanNote } from '../markdown/scan.ts';
import { readSection, type SectionValue } from './read-section.ts';
import type { NamedSection } from './section.ts';

const note = [
  '---',
  'status: open',
  '---',
  '# A',
  'one',
  '',
  '## B',
  'two ^here',
  '',
  '# C',
  '## B',
  '| x |',
  '|---|',
  '| 1 |',
  '',
  '^below',
  '',
].join('\n');

const check = (section: NamedSection, expected: SectionValue | undefined) =>
  expect(readSection(note, scanNote(note), section)).toEqual(expected);

test.each([
  ['A', { valueText: '# A\none\n\n## B\ntwo ^here', sectionTarget: 'A' }],
  ['A::B', { valueText: '## B\ntwo ^here', sectionTarget: 'A::B' }],
  ['B', { valueText: '## B\ntwo ^here', sectionTarget: 'A::B', candidates: ['A::B', 'C::B'] }],
  ['D', undefined],
])('the heading %s is read with its own line, without line ends at its end', (target, expected) =>
  check({ type: 'heading', target }, expected),
);

test.each([
  ['here', { valueText: 'two ^here' }],
  ['below', { valueText: '| x |\n|---|\n| 1 |' }],
  ['nowhere', undefined],
])('the block %s is read with a marker of its own line only', (target, expected) =>
  check({ type: 'block', target }, expected),
);

test.each([
  ['status', { valueJson: 'open' }],
  ['missing', undefined],
  ['Status', undefined],
  ['toString', undefined],
])('the property %s is read as data', (target, expected) =>
  check({ type: 'frontmatter', target }, expected),
);

test('every line end at the end of a section is left out, and no other', () => {
  const text = '# A\r\none\r\n\r\ntwo\r\n\r\n\r\n# B\r\n';
  expect(readSection(text, scanNote(text), { type: 'heading', target: 'A' })?.valueText).toBe(
    '# A\r\none\r\n\r\ntwo',
  );
});
