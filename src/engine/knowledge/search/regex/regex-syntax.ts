/** What a regular expression is made of, as far as its cost and its fixed texts need it. */
export type RegexNode =
  | { readonly type: 'char'; readonly text: string }
  /** Exactly one character out of several. */
  | { readonly type: 'set' }
  /** Matches no characters: an anchor or a look-around. */
  | { readonly type: 'assert'; readonly inner?: RegexNode }
  | { readonly type: 'backreference' }
  | { readonly type: 'sequence'; readonly items: readonly RegexNode[] }
  | { readonly type: 'either'; readonly items: readonly RegexNode[] }
  | {
      readonly type: 'repeat';
      readonly inner: RegexNode;
      readonly min: number;
      readonly max: number;
    };

/**
 * Reads a pattern that `RegExp` has already accepted. Gives undefined where it is not sure,
 * and then nothing may be assumed of the pattern.
 */
export function parseRegexSyntax(source: string, flags: string): RegexNode | undefined {
  // Sets of the v flag nest, and may hold strings.
  if (flags.includes('v')) return undefined;
  const reader = { source, at: 0, depth: 0 };
  const node = readEither(reader);
  return node !== undefined && reader.at === source.length ? node : undefined;
}

interface Reader {
  readonly source: string;
  at: number;
  depth: number;
}

const depthMax = 50;

function readEither(reader: Reader): RegexNode | undefined {
  if (++reader.depth > depthMax) return undefined;
  const items: RegexNode[] = [];
  for (;;) {
    const sequence = readSequence(reader);
    if (sequence === undefined) return undefined;
    items.push(sequence);
    if (reader.source[reader.at] !== '|') break;
    reader.at++;
  }
  reader.depth--;
  const [only] = items;
  return items.length === 1 && only !== undefined ? only : { type: 'either', items };
}

function readSequence(reader: Reader): RegexNode | undefined {
  const items: RegexNode[] = [];
  while (reader.at < reader.source.length && !'|)'.includes(reader.source[reader.at] ?? '')) {
    const atom = readAtom(reader);
    if (atom === undefined) return undefined;
    const node = readRepeat(reader, atom);
    if (node === undefined) return undefined;
    items.push(node);
  }
  return { type: 'sequence', items };
}

function readRepeat(reader: Reader, inner: RegexNode): RegexNode | undefined {
  const mark = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(
    reader.source.slice(reader.at, reader.at + 40),
  );
  if (mark === null) return reader.source[reader.at] === '{' ? undefined : inner;
  reader.at += mark[0].length;
  const [kind] = mark[0];
  if (kind === '*') return { type: 'repeat', inner, min: 0, max: Infinity };
  if (kind === '+') return { type: 'repeat', inner, min: 1, max: Infinity };
  if (kind === '?') return { type: 'repeat', inner, min: 0, max: 1 };
  const min = Number(mark[1]);
  const max = mark[2] === '' ? min : mark[3] === '' ? Infinity : Number(mark[3]);
  return { type: 'repeat', inner, min, max };
}

function readAtom(reader: Reader): RegexNode | undefined {
  const first = reader.source[reader.at] ?? '';
  if (first === '(') return readGroup(reader);
  if (first === '[') return readSet(reader);
  if (first === '\\') return readEscape(reader);
  // A quantifier or bracket where an atom should be is allowed by old grammars only.
  if ('*+?{}]'.includes(first)) return undefined;
  reader.at++;
  if (first === '.') return { type: 'set' };
  if (first === '^' || first === '$') return { type: 'assert' };
  return { type: 'char', text: first };
}

function readGroup(reader: Reader): RegexNode | undefined {
  const opening = /^\((?:\?(?:[:=!]|<[=!]|<[^>]+>))?/.exec(reader.source.slice(reader.at));
  if (opening === null) return undefined;
  // Modifiers such as (?i:) are newer than this reader.
  if (opening[0] === '(' && reader.source[reader.at + 1] === '?') return undefined;
  reader.at += opening[0].length;
  const inner = readEither(reader);
  if (inner === undefined || reader.source[reader.at] !== ')') return undefined;
  reader.at++;
  return /[=!]$/.test(opening[0]) ? { type: 'assert', inner } : inner;
}

function readSet(reader: Reader): RegexNode | undefined {
  for (let i = reader.at + 1; i < reader.source.length; i++) {
    if (reader.source[i] === '\\') i++;
    else if (reader.source[i] === ']') {
      reader.at = i + 1;
      return { type: 'set' };
    }
  }
  return undefined;
}

const controls: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v' };

function readEscape(reader: Reader): RegexNode | undefined {
  const letter = reader.source[reader.at + 1] ?? '';
  const rest = reader.source.slice(reader.at);
  const property = /^\\[pP]\{[^}]*\}/.exec(rest);
  const number = /^\\(?:[1-9]\d*|k<[^>]+>)/.exec(rest);
  if (property !== null || number !== null) {
    reader.at += (property ?? number)?.[0].length ?? 0;
    return { type: property === null ? 'backreference' : 'set' };
  }
  if (/[a-zA-Z0]/.test(letter) && !/[dDwWsSbB]/.test(letter) && controls[letter] === undefined) {
    return undefined;
  }
  reader.at += 2;
  if (letter === 'b' || letter === 'B') return { type: 'assert' };
  if (/[dDwWsS]/.test(letter)) return { type: 'set' };
  return letter === '' ? undefined : { type: 'char', text: controls[letter] ?? letter };
}
