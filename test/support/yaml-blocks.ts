/**
 * Makes frontmatter blocks as people write them, and every third one damaged a little: readers of
 * YAML have to agree on all of them. The same seed gives the same blocks.
 */
export class YamlBlocks {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  next(): string {
    const block = this.map('', 0, 1 + this.below(5));
    const text = this.chance(3) ? this.damage(block) : block;
    const ended = text.endsWith('\n') ? text : `${text}\n`;
    return this.chance(12) ? ended.replaceAll('\n', '\r\n') : ended;
  }

  private map(indent: string, depth: number, size: number): string {
    let lines = '';
    for (let i = 0; i < size; i++) {
      lines += `${this.filler(indent)}${indent}${this.key(i)}:${this.value(indent, depth)}`;
    }
    return lines + this.filler(indent);
  }

  /** A value with all that stands before and behind it, from the colon or dash to the next line. */
  private value(indent: string, depth: number): string {
    const deeper = indent + this.pick(['  ', '  ', '    ', ' ']);
    switch (this.below(depth < 3 ? 16 : 11)) {
      case 0:
        return `${this.pick(['', ' ', '  '])}${this.comment()}\n`;
      case 1:
        return ` ${this.pick(['|', '>', '|-', '>-', '|', '>', '>-', '|+', '>+', '|2', '> # c'])}\n${this.paragraph(deeper)}`;
      case 2:
        return ` ${this.flow(0)}${this.comment()}\n`;
      case 3:
        return ` ${this.scalar()}\n${this.chance(4) ? '\n' : ''}${deeper}${this.scalar()}${this.comment()}\n`;
      case 4:
        return `${this.comment()}\n${deeper}${this.chance(2) ? this.flow(0) : this.scalar()}\n`;
      case 11:
      case 12:
      case 13:
        return `${this.comment()}\n${this.list(this.chance(3) ? indent : deeper, depth + 1)}`;
      case 14:
        return `${this.comment()}\n${this.map(deeper, depth + 1, 1 + this.below(3))}`;
      default:
        return `${this.pick([' ', ' ', ' ', '  '])}${this.scalar()}${this.comment()}\n`;
    }
  }

  private list(indent: string, depth: number): string {
    let lines = '';
    for (let i = this.below(4); i >= 0; i--) {
      lines += this.filler(indent);
      if (this.chance(6)) {
        const map = this.map(`${indent}  `, depth + 1, 1 + this.below(2));
        lines += `${indent}- ${map.trimStart()}`;
      } else lines += `${indent}-${this.value(indent, depth + 1)}`;
    }
    return lines;
  }

  private flow(depth: number): string {
    const pad = () => this.pick(['', '', '', ' ', ' ', '\n    ']);
    const parts: string[] = [];
    const isMap = this.chance(4);
    for (let i = this.below(4); i > 0; i--) {
      const inner = depth < 2 && this.chance(5) ? this.flow(depth + 1) : this.scalar();
      const colon = this.pick([': ', ': ', ': ', ': ', ':', '']);
      parts.push(isMap ? `${this.key(i)}${colon}${this.chance(6) ? '' : inner}` : inner);
    }
    const [open, close] = isMap ? ['{', '}'] : ['[', ']'];
    return `${open}${pad()}${parts.join(`,${pad()}`)}${this.chance(9) ? ',' : ''}${pad()}${close}`;
  }

  private paragraph(indent: string): string {
    let lines = '';
    for (let i = this.below(5); i >= 0; i--) {
      const deeper = this.pick(['', '', '', '', '', '', '', '  ', ' ', '\t']);
      lines += this.chance(5) ? this.pick(['\n', `${indent}\n`, `${indent} \n`]) : '';
      lines += `${indent}${deeper}${this.pick([this.scalar(), words, '# no comment', '- a: b'])}\n`;
    }
    return lines + this.pick(['', '', '\n', '\n\n']);
  }

  private filler(indent: string): string {
    if (!this.chance(12)) return '';
    return this.pick(['\n', `${indent}# a comment\n`, '# another\n', '  # third\n', '  \n']);
  }

  private comment(): string {
    return this.chance(12)
      ? this.pick([' # c', ' # c', '  #c: d', ' #', '#tight', ' \t# tab'])
      : '';
  }

  private key(index: number): string {
    const key = this.pick(keys);
    return this.chance(30) ? key : key.replace(/(?=["']?$)/, String(index));
  }

  private scalar(): string {
    const scalar = this.pick(this.chance(25) ? oddities : scalars);
    if (!this.chance(6)) return scalar;
    return this.pick([`"${scalar}"`, `'${scalar}'`, `${scalar} ${this.pick(scalars)}`]);
  }

  private damage(block: string): string {
    let text = block;
    for (let i = this.below(3); i >= 0; i--) {
      const at = this.below(text.length + 1);
      const cut = this.chance(3) ? this.below(4) : 0;
      text = text.slice(0, at) + this.pick(marks) + text.slice(at + cut);
    }
    return text;
  }

  private chance(n: number): boolean {
    return this.below(n) === 0;
  }

  private pick<T>(from: readonly [T, ...T[]]): T {
    return from[this.below(from.length)] ?? from[0];
  }

  /** Marsaglia's xorshift. */
  private below(n: number): number {
    let { state } = this;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.state = state;
    return (state >>> 0) % n;
  }
}

const words = 'some words of a longer text';
const keys = [
  'tags',
  'a',
  'due date',
  'e-f',
  '_x',
  'größe',
  '日本',
  '"q k"',
  "'s'",
  'true',
] as const;
const scalars = [
  ...[
    'word',
    'two words',
    words,
    'true',
    'False',
    'null',
    '~',
    'yes',
    'é & ü',
    '日本',
    '🌱/spring',
  ],
  ...['0', '-0', '+12', '017', '0o17', '0x1F', '1_000', '1e3', '1.', '.5', '-1.5E-3', '1e', 'a#b'],
  ...['12345678901234567890', '2024-01-02', '2024-01-02T10:00:00Z', '12:30', '12:30:00', '-x', '='],
  ...[
    'https://a.b/c?d=e#f',
    '"[[A|b]]"',
    '"[[A]]"',
    '[]',
    '(x)',
    '/y/',
    '\\',
    '""',
    "''",
    "'it''s'",
  ],
  ...['"a \\"b\\" \\u00e9\\n"', '"a: b # c"', 'it\'s "so"', 'Part 1: x'],
] as unknown as readonly [string, ...string[]];
const oddities = [
  ...['.inf', '-.NaN', 'a: b', 'tail:', 'a #b', '#c', ':x', '?x', '? x', '-', '--', '- x', '[[A]]'],
  ...[
    '[a, b]',
    '{}',
    '{{date}}',
    '{a: 1}',
    'x{y}',
    'a[1]',
    'a, b',
    '|',
    '>',
    '&a',
    '*a',
    '!t',
    '%d',
  ],
  ...['@m', '`c`', '<<', '...', '---', 'a\\nb', '"\\x41"', 'a\tb', '"open', "'open"],
] as unknown as readonly [string, ...string[]];
const marks = [
  ...[
    ':',
    ': ',
    ' #',
    '#',
    '- ',
    '-',
    '\n',
    '\n\n',
    ' ',
    '  ',
    '\t',
    '[',
    ']',
    '{',
    '}',
    ',',
    '"',
    "'",
  ],
  ...[
    '|',
    '>',
    '&',
    '*',
    '!',
    '%',
    '@',
    '`',
    '?',
    '? ',
    '\\',
    '\r',
    '~',
    '\ufeff',
    '\u00a0',
    '\u2028',
  ],
  ...['\n- ', '\n  ', '\n  - ', '\na: ', '\n# ', '\n...\n', '\n--- ', '\0', '\u0085', '\ud800'],
] as unknown as readonly [string, ...string[]];
