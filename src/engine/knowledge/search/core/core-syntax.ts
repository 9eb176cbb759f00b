/** Obsidian's own search language, taken apart. */
export type CoreQuery =
  | { readonly type: 'all'; readonly items: readonly CoreQuery[] }
  | { readonly type: 'any'; readonly items: readonly CoreQuery[] }
  | { readonly type: 'not'; readonly item: CoreQuery }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'pattern'; readonly source: string }
  | { readonly type: 'in'; readonly place: CorePlace; readonly item: CoreQuery }
  | { readonly type: 'case'; readonly matchCase: boolean; readonly item: CoreQuery }
  | PropertyQuery;

/** What a part of a query searches. */
export type CorePlace =
  | 'file'
  | 'path'
  | 'content'
  | 'tag'
  | 'line'
  | 'block'
  | 'section'
  | 'task'
  | 'task-todo'
  | 'task-done';

/** `[name]`, `[name:value]`, `[name:null]`, `[name:<5]`. */
export interface PropertyQuery {
  readonly type: 'property';
  readonly name: CoreQuery;
  readonly value?: CoreQuery | PropertyCheck;
}

export type PropertyCheck =
  | { readonly type: 'empty' }
  | { readonly type: 'less' | 'greater'; readonly than: number };

const places: ReadonlySet<string> = new Set<CorePlace>([
  'file',
  'path',
  'content',
  'tag',
  'line',
  'block',
  'section',
  'task',
  'task-todo',
  'task-done',
]);

const isPlace = (word: string): word is CorePlace => places.has(word);

/** Never fails: what is not closed is closed by the end, what is no operator is text. */
export function parseCoreQuery(query: string): CoreQuery {
  const reader = { query, at: 0, depth: 0 };
  const items: CoreQuery[] = [];
  while (reader.at < query.length) {
    items.push(readAny(reader, ''));
    // A bracket that closes nothing.
    reader.at++;
  }
  return join('all', items);
}

interface Reader {
  readonly query: string;
  at: number;
  depth: number;
}

const depthMax = 50;

/** Alternatives up to one of the closing characters. */
function readAny(reader: Reader, until: string): CoreQuery {
  const ways: CoreQuery[][] = [[]];
  for (;;) {
    skipBlanks(reader);
    const next = reader.query[reader.at];
    if (next === undefined || next === ')' || until.includes(next)) break;
    if (/^OR(?=[\s()"]|$)/.test(reader.query.slice(reader.at, reader.at + 3))) {
      reader.at += 2;
      ways.push([]);
    } else ways.at(-1)?.push(readItem(reader, until));
  }
  const filled = ways.filter((items) => items.length > 0);
  // Nothing between brackets asks for nothing.
  if (filled.length === 0) return { type: 'all', items: [] };
  return join(
    'any',
    filled.map((items) => join('all', items)),
  );
}

function readItem(reader: Reader, until: string): CoreQuery {
  const { query } = reader;
  if (query[reader.at] === '-' && /[^\s)]/.test(query[reader.at + 1] ?? ' ')) {
    reader.at++;
    return { type: 'not', item: readItem(reader, until) };
  }
  const operator = /^([a-z-]+):\s*/.exec(query.slice(reader.at, reader.at + 40));
  const [whole = '', word = ''] = operator ?? [];
  const isOperator = isPlace(word) || word === 'match-case' || word === 'ignore-case';
  if (!isOperator || reader.at + whole.length >= query.length) return readAtom(reader, until);
  reader.at += whole.length;
  const item = readItem(reader, until);
  if (isPlace(word)) return { type: 'in', place: word, item };
  return { type: 'case', matchCase: word === 'match-case', item };
}

function readAtom(reader: Reader, until: string): CoreQuery {
  const first = reader.query[reader.at];
  if (first === '(' && reader.depth < depthMax) {
    reader.at++;
    reader.depth++;
    const inner = readAny(reader, '');
    reader.depth--;
    reader.at++;
    return inner;
  }
  if (first === '"') return { type: 'text', text: readQuoted(reader, '"') };
  if (first === '/' && reader.query.indexOf('/', reader.at + 1) > 0) {
    return { type: 'pattern', source: readQuoted(reader, '/') };
  }
  if (first === '[' && until === '') return readProperty(reader);
  const rest = reader.query.slice(reader.at);
  const length = Math.max(1, rest.search(new RegExp(`[\\s()"${until === '' ? '' : '\\]:'}]|$`)));
  reader.at += length;
  return { type: 'text', text: rest.slice(0, length) };
}

function readProperty(reader: Reader): CoreQuery {
  reader.at++;
  const name = readAny(reader, ':]');
  if (reader.query[reader.at] !== ':') {
    reader.at++;
    return { type: 'property', name };
  }
  reader.at++;
  const value = readCheck(reader) ?? readAny(reader, ']');
  reader.at++;
  if (value.type === 'all' && value.items.length === 0) return { type: 'property', name };
  return { type: 'property', name, value };
}

function readCheck(reader: Reader): PropertyCheck | undefined {
  const match = /^\s*(?:(null)|([<>])\s*(-?\d+(?:\.\d+)?))\s*(?=\]|$)/.exec(
    reader.query.slice(reader.at),
  );
  if (match === null) return undefined;
  reader.at += match[0].length;
  const [, empty, sign, number] = match;
  if (empty !== undefined) return { type: 'empty' };
  return { type: sign === '<' ? 'less' : 'greater', than: Number(number) };
}

/** The text between two marks; a backslash keeps the next character, and stays in patterns. */
function readQuoted(reader: Reader, mark: string): string {
  let text = '';
  for (reader.at++; reader.at < reader.query.length; reader.at++) {
    const char = reader.query[reader.at] ?? '';
    if (char === mark) break;
    const next = reader.query[reader.at + 1] ?? '';
    if (char === '\\' && (mark === '/' || next === mark)) {
      text += mark === '/' && next !== '/' ? char + next : next;
      reader.at++;
    } else text += char;
  }
  reader.at++;
  return text;
}

function join(type: 'all' | 'any', items: readonly CoreQuery[]): CoreQuery {
  const [only] = items;
  return items.length === 1 && only !== undefined ? only : { type, items };
}

function skipBlanks(reader: Reader): void {
  while (/\s/.test(reader.query[reader.at] ?? '')) reader.at++;
}
