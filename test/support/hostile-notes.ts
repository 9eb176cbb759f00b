import { fc } from './property.ts';

const pieces = [
  '# A',
  '## B',
  '### C ###',
  '# A',
  '#',
  '#### D :: E',
  'Title\n=====',
  'Sub\n---',
  'plain text with #tag and `#code`',
  'end of block ^b1',
  '- item one\n- item two ^i1\n    - nested #n/e/s',
  '1. one\n2. two',
  '- [ ] task #todo',
  '| H1 | H2 |\n| --- | --- |\n| a \\| b | c |',
  '^t1',
  '```\n# not a heading\n#nottag\n```',
  '~~~~ js\n```\n~~~~',
  '    # indented code',
  '> # quoted\n> text ^q1',
  '> [!note] Title\n> body',
  '<div>\n# html\n</div>',
  '<!-- # comment\n\n# more -->',
  '%% hidden # x %%',
  '$$\n# math\n$$',
  '***',
  '[[Link|alias]] and [m](<a b.md>) ![[E#h^x]]',
  '[ref]: target "t"',
  'a\u00a0#nbsp \u3000#wide été 日本 🌱 #🌱/🌿',
  '\ttab #t',
  'key:: value',
  '',
  ' ',
  '\u2028',
] as const;

const yamlLines = [
  'title: T',
  "quoted: 'it''s' # why",
  'dq: "a\\nb"',
  'tags: [a, "b c", x/y]',
  'list:\n  - one # first\n  # between\n  - "[[Two]]"\n  -',
  'flush:\n- a\n- b',
  'folded: >-\n  long\n  text\n\n  more',
  'literal: |\n  # not a comment\n  ---x',
  'nested:\n  deep: { a: 1, b: [x, y] }\n  other: null',
  'empty:',
  'number: 0x1F',
  'date: 2024-01-02',
  '# a comment alone',
  '',
  '"odd key": yes',
  'a.b: 017',
  'multi: [a,\n  b, # c\n  c]',
] as const;

/** Notes that mix what trips editors: odd headings, fences, CRLF, comments, marks and no last newline. */
export const hostileNote: fc.Arbitrary<string> = fc
  .record({
    bom: fc.boolean(),
    yaml: fc.option(fc.uniqueArray(fc.constantFrom(...yamlLines), { maxLength: 8 }), {
      nil: undefined,
    }),
    blocks: fc.array(fc.constantFrom(...pieces), { maxLength: 14 }),
    gaps: fc.array(fc.constantFrom('\n', '\n\n', '\n\n\n'), { minLength: 1, maxLength: 5 }),
    tail: fc.constantFrom('', '\n', '\n\n'),
    crlf: fc.boolean(),
  })
  .map(({ bom, yaml, blocks, gaps, tail, crlf }) => {
    const block = yaml === undefined ? '' : `---\n${yaml.map((line) => `${line}\n`).join('')}---\n`;
    const body = blocks.map((piece, at) => piece + (gaps[at % gaps.length] ?? '')).join('') + tail;
    const text = block + body;
    return (bom ? '\ufeff' : '') + (crlf ? text.replaceAll('\n', '\r\n') : text);
  });

/** Properties of these notes whose spelling no value tells: once replaced, it is lost. */
export const spelledOddly: ReadonlySet<string> = new Set(['a.b', 'folded', 'nested', 'number']);

/** Another value of the same kind. */
export function anotherValue(value: unknown): unknown {
  if (typeof value === 'string') return `${value} and more`;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return Array.isArray(value) ? [...value, 'one more'] : 'something';
}
