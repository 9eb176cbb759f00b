/** Contents that were made to break a reader of notes, at a size of choice. */

const of = (text: string) => Buffer.from(text);
const flow = (depth: number) => `${'['.repeat(depth)}x${']'.repeat(depth)}`;
const inFrontmatter = (yaml: string) => of(`---\n${yaml}\n---\nbody\n`);
const repeat = (piece: string, times: number, text = 'x') => of(piece.repeat(times) + text);

/** Each name refers nine times to the one before it: written out, a billion words. */
function yamlBomb(): string {
  const names = 'abcdefghij'.split('');
  const lines = names.map((name, n) => {
    const before = names[n - 1];
    const values = Array.from({ length: 9 }, () => (before === undefined ? 'lol' : `*${before}`));
    return `${name}: &${name} [${values.join(', ')}]`;
  });
  return lines.join('\n');
}

/** The same with keys that are merged. */
function mergeBomb(depth: number): string {
  const lines = Array.from({ length: depth }, (_, n) =>
    n === 0 ? 'm0: &m0 { k0: 1 }' : `m${n}: &m${n} { <<: [*m${n - 1}, *m${n - 1}], k${n}: 1 }`,
  );
  return lines.join('\n');
}

/** Broken in every way that UTF-8 can be: stray, overlong, cut, surrogates, beyond the last plane. */
const invalidUtf8 = Buffer.concat([
  of('# Heading [[plain]] '),
  Buffer.from([0xff, 0xfe, 0x80, 0xbf, 0x20, 0xc0, 0xaf, 0x20, 0xe0, 0x80, 0xaf, 0x20]),
  Buffer.from([0xed, 0xa0, 0x80, 0x20, 0xf4, 0x90, 0x80, 0x80, 0x20, 0xf0, 0x9f, 0x8c, 0x20]),
  of(' #tag \0\0\n'),
]);

export interface HostileSizes {
  readonly links: number;
  readonly fileBytes: number;
  readonly depth: number;
  readonly repeats: number;
}

/** Files by name. None of them must keep others from being read, or be harmed itself. */
export function hostileFiles(sizes: HostileSizes): Readonly<Record<string, Buffer>> {
  const { links, fileBytes, depth, repeats } = sizes;
  return {
    'many links.md': of(Array.from({ length: links }, (_, n) => `[[n${n % 1000}]]`).join(' ')),
    'many lines.md': of('- [ ] task #tag [[plain]] ^block\n'.repeat(repeats)),
    'many headings.md': of('# Heading\n'.repeat(repeats)),
    'many properties.md': inFrontmatter(
      Array.from({ length: repeats / 10 }, (_, n) => `key${n}: ${n}`).join('\n'),
    ),
    'large.md': Buffer.alloc(fileBytes, 'word [[plain]] #tag\n'),
    'large.bin': Buffer.alloc(fileBytes, 7),
    'one line.md': of('word '.repeat(repeats)),
    'deep quotes.md': repeat('> ', depth),
    'deep lists.md': repeat('- ', depth),
    'deep indents.md': of(
      Array.from({ length: Math.min(depth, 2000) }, (_, n) => `${' '.repeat(n)}- x`).join('\n'),
    ),
    'deep callouts.md': of(
      Array.from({ length: 500 }, (_, n) => `${'>'.repeat(n)} [!note]`).join('\n'),
    ),
    'deep flow.md': inFrontmatter(`a: ${flow(depth)}`),
    'deep maps.md': inFrontmatter(
      Array.from({ length: Math.min(depth, 2000) }, (_, n) => `${' '.repeat(n)}a:`).join('\n'),
    ),
    'deep.canvas': of(flow(depth)),
    'deep.base': of(`filters: ${flow(depth)}`),
    'yaml bomb.md': inFrontmatter(yamlBomb()),
    'yaml bomb.base': of(yamlBomb()),
    'merge bomb.md': inFrontmatter(mergeBomb(30)),
    'alias of itself.md': inFrontmatter('a: &a [*a]\nb: *nobody'),
    'broken frontmatter.md': inFrontmatter('a: "\nb: {\n\t- c: [\n? :\n!!js/function x'),
    'open brackets.md': repeat('[', repeats),
    'open links.md': repeat('[[', repeats),
    'open embeds.md': repeat('![[a|', repeats),
    'open inline links.md': repeat('[a](', repeats),
    'open images.md': repeat('![](<', repeats),
    'stars.md': repeat('*a **b ', repeats),
    'backticks.md': of(
      Array.from({ length: Math.min(repeats, 1500) }, (_, n) => '`'.repeat(n + 1)).join(' '),
    ),
    'tags.md': repeat('#a/', repeats),
    'html.md': repeat('<a <!-- ', repeats),
    'comments.md': repeat('%% a ', repeats),
    'math.md': repeat('$a $$ ', repeats),
    'fences.md': repeat('```\n~~~\n', repeats),
    'footnotes.md': repeat('[^1]: [^', repeats),
    'tables.md': of(`${'|a'.repeat(depth)}\n${'|-'.repeat(depth)}\n${'|b'.repeat(depth)}\n`),
    'fields.md': repeat('(a:: [b:: ', repeats),
    'invalid utf-8.md': invalidUtf8,
    'utf-16.md': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('# wide', 'utf16le')]),
    'zeros.md': Buffer.alloc(repeats),
    'carriage returns.md': repeat('# a\r', repeats),
    'separators.md': repeat('\u2028# a\u2029\u0085', repeats),
    'combining.md': repeat('\u0301\u200d', repeats, 'e'),
  };
}
