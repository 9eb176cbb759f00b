import { expect, test } from 'vitest';
import { type Node, parseNote } from './parse.ts';

/** The pieces of a note in short: type, what it holds, what is inside. */
const show = ({ token, children }: Node): string => {
  const held = [token.content, token.info].filter((text) => text !== '').join('|');
  const inside = children.length > 0 ? `(${children.map(show).join(' ')})` : '';
  return `${token.type.replace(/_open$/, '')}${held === '' ? '' : `:${held}`}${inside}`;
};

const check = (text: string, pieces: string): void =>
  expect(parseNote(text).nodes.map(show).join(' ')).toBe(pieces);

test('wikilinks have a target and a label', () => {
  check('[[A b|c]]', 'paragraph(wikilink:A b|c)');
  check('[[A#B]]', 'paragraph(wikilink:A#B)');
  check('[[open', 'paragraph(text:[[open)');
});

test('embeds have a target and a size', () =>
  check('![[p.png|100]]', 'paragraph(embed:p.png|100)'));

test('tags need a space before them and a letter in them', () => {
  check('#a/b-c x#no #12', 'paragraph(tag:a/b-c text: x#no #12)');
  check('`#code`', 'paragraph(code_inline:#code)');
});

test('highlights hold other marks', () =>
  check('==a *b*==', 'paragraph(mark(text:a  em(text:b)))'));

test('fields have a name and a value, or only show their value', () => {
  check('a [b c:: [[d]]] e', 'paragraph(text:a  field:b c(wikilink:d) text: e)');
  check('a (b:: c *d*) e', 'paragraph(text:a c  em(text:d) text: e)');
  check('std::vector (a) [b](c::d)', 'paragraph(text:std::vector (a)  link(text:b))');
});

test('comments are not shown, in a line or over several', () => {
  check('a %%b%% c', 'paragraph(text:a  c)');
  check('a\n\n%%\nb\n\nc\n%%\n\nd', 'paragraph(text:a) paragraph(text:d)');
});

test('math is not confused with money', () => {
  check('$a$ costs $5 and $6', 'paragraph(math_inline:a text: costs $5 and $6)');
  check('$$\nx\n$$', 'math_block:x');
});

test('footnotes are taken out, and known by their names', () => {
  check('a[^1]\n\n[^1]: b', 'paragraph(text:a footnote_ref:1)');
  expect(parseNote('[^n]: one\n  two').footnotes.get('n')).toBe('one\ntwo');
  const two = parseNote('[^n]: one\n\n    two\n\n    - three\n\nfour');
  expect(two.footnotes.get('n')).toBe('one\n\ntwo\n\n- three');
  expect(two.nodes.map(show)).toEqual(['paragraph(text:four)']);
});

test('a footnote that is written in place may hold links', () =>
  check('a^[b [[c]] d]', 'paragraph(text:a footnote_ref: b [[c]] d)'));

test('an empty entry of a list holds nothing', () =>
  check(
    '- a\n-\n- b',
    'bullet_list(list_item(paragraph(text:a)) list_item list_item(paragraph(text:b)))',
  ));

test('a callout is a quote with a kind, a fold and a title', () => {
  const [quote] = parseNote('> [!Tip]- Title\n> text').nodes;
  expect(quote?.token.meta).toEqual({ callout: 'tip', fold: '-', title: 'Title' });
  expect(quote?.children.map(show)).toEqual(['paragraph(text:text)']);
});

test('tasks keep their mark and lose their box', () => {
  const [list] = parseNote('- [x] a\n- [/] b\n- c').nodes;
  expect(list?.children.map(({ token }) => token.meta?.task)).toEqual(['x', '/', undefined]);
});

test('ids of blocks are not shown', () => {
  const [paragraph] = parseNote('text ^id1').nodes;
  expect(paragraph?.token.meta?.blockId).toBe('id1');
  check('text ^id1', 'paragraph(text:text)');
});

test('harmless tags hold what is between them, others stay alone', () => {
  check('<u>a</u>', 'paragraph(html_inline:<u>(text:a))');
  check('<u onclick="x">a', 'paragraph(html_inline:<u onclick="x">(text:a))');
  check('a <script>b', 'paragraph(text:a  html_inline:<script> text:b)');
});

test('a line break is a line break', () => check('a\nb', 'paragraph(text:a softbreak text:b)'));
