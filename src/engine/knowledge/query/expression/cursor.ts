import { VaultError } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';

/** Where a parser stands in its text, and the farthest place at which it could not go on. */
export class ExpressionCursor {
  readonly text: string;
  at = 0;
  #farthest = 0;
  readonly #expected = new Set<string>();
  #depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Notes what would have been right here. Always undefined, so that a parser can return it. */
  miss(expected: string): undefined {
    if (this.at > this.#farthest) {
      this.#farthest = this.at;
      this.#expected.clear();
    }
    if (this.at === this.#farthest) this.#expected.add(expected);
    return undefined;
  }

  /** Runs a parser. Where it could not even begin, its whole meaning is what was expected. */
  named<T>(expected: string, parse: () => T | undefined): T | undefined {
    const from = this.at;
    const before = from === this.#farthest ? [...this.#expected] : [];
    const result = parse();
    if (result === undefined && this.#farthest === from) {
      this.#expected.clear();
      for (const item of [...before, expected]) this.#expected.add(item);
    }
    return result;
  }

  /** Takes exactly this text. */
  take(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) {
      this.miss(`"${token}"`);
      return false;
    }
    this.at += token.length;
    return true;
  }

  /** Takes what a sticky pattern matches here. */
  match(pattern: RegExp, expected: string): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return this.miss(expected);
    this.at = pattern.lastIndex;
    return found[0];
  }

  skipBlank(): void {
    this.match(blank, '');
  }

  /** True when there was at least one blank to skip. */
  takeBlank(): boolean {
    const from = this.at;
    this.skipBlank();
    if (this.at === from) this.miss('a blank');
    return this.at > from;
  }

  /** Runs a parser, and comes back here if it fails. */
  attempt<T>(parse: () => T | undefined): T | undefined {
    const from = this.at;
    const result = parse();
    if (result === undefined) this.at = from;
    return result;
  }

  /** What the first of several parsers gives that succeeds. */
  firstOf<T>(parsers: readonly ((cursor: ExpressionCursor) => T | undefined)[]): T | undefined {
    for (const parse of parsers) {
      const found = this.attempt(() => parse(this));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Extends what was read for as long as something follows it. */
  extend<T>(first: T | undefined, next: (left: T) => T | undefined): T | undefined {
    let result = first;
    for (let count = 0; result !== undefined; count++) {
      if (count > limits.queryChainMax) {
        throw syntaxError(
          this.text,
          this.at,
          `at most ${limits.queryChainMax} operations in a row`,
        );
      }
      const from = this.at;
      const longer = next(result);
      if (longer === undefined) {
        this.at = from;
        return result;
      }
      result = longer;
    }
    return undefined;
  }

  /** Runs a parser one level deeper. Texts nested beyond all reason must not exhaust the stack. */
  nest<T>(parse: () => T | undefined): T | undefined {
    if (++this.#depth > limits.queryDepthMax) {
      throw syntaxError(this.text, this.at, `at most ${limits.queryDepthMax} nested expressions`);
    }
    const result = parse();
    this.#depth--;
    return result;
  }

  /** The complaint about the farthest place that was reached. */
  error(): VaultError {
    const expected = [...this.#expected].filter((item) => item !== '');
    return syntaxError(this.text, this.#farthest, listed(expected));
  }
}

/** A parse error with its place: offset, line and column (from one), and what was expected there. */
export function syntaxError(text: string, offset: number, expected: string): VaultError {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - before.lastIndexOf('\n');
  const found = offset >= text.length ? 'the end' : JSON.stringify(nextWord(text, offset));
  const message = `Line ${line}, column ${column}: expected ${expected}, found ${found}.`;
  return new VaultError('invalid-input', message, {
    reason: 'query-syntax',
    data: { offset, line, column, expected, found },
  });
}

const blank = /\s*/y;

function nextWord(text: string, offset: number): string {
  return /^(?:[\p{L}\p{N}_]{1,20}|[\s\S])/u.exec(text.slice(offset, offset + 40))?.[0] ?? '';
}

function listed(items: readonly string[]): string {
  if (items.length === 0) return 'something else';
  if (items.length === 1) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`;
}

/** Operators that bind alike, and what they are called in an error. */
export interface OperatorLevel {
  readonly pattern: RegExp;
  readonly expected: string;
}

/** Operands with operators between them. The loosest level comes first; each binds from the left. */
export function readOperators<T>(
  cursor: ExpressionCursor,
  [level, ...tighter]: readonly OperatorLevel[],
  readOperand: () => T | undefined,
  join: (operator: string, left: T, right: T) => T | undefined,
): T | undefined {
  if (level === undefined) return readOperand();
  const readPart = () => readOperators(cursor, tighter, readOperand, join);
  return cursor.extend(readPart(), (left) => {
    cursor.skipBlank();
    const operator = cursor.match(level.pattern, level.expected);
    if (operator === undefined) return undefined;
    cursor.skipBlank();
    const right = readPart();
    return right === undefined ? undefined : join(operator, left, right);
  });
}

/** What a parser makes of a text as a whole. */
export function parseWhole<T>(
  text: string,
  parse: (cursor: ExpressionCursor) => T | undefined,
): T | undefined {
  const cursor = new ExpressionCursor(text);
  const value = parse(cursor);
  return cursor.isAtEnd ? value : undefined;
}

/** One value or several, with a separator and blanks around it. */
export function separated<T>(
  cursor: ExpressionCursor,
  separator: string,
  parse: () => T | undefined,
): T[] | undefined {
  const first = cursor.attempt(parse);
  if (first === undefined) return undefined;
  const items = [first];
  for (;;) {
    const next = cursor.attempt(() => {
      cursor.skipBlank();
      if (!cursor.take(separator)) return undefined;
      cursor.skipBlank();
      return parse();
    });
    if (next === undefined) return items;
    items.push(next);
  }
}

/** What stands up to the closing bracket, blanks around it skipped. */
export function enclosed<T>(
  cursor: ExpressionCursor,
  close: string,
  parse: () => T | undefined,
): T | undefined {
  cursor.skipBlank();
  const inner = parse();
  if (inner === undefined) return undefined;
  cursor.skipBlank();
  return cursor.take(close) ? inner : undefined;
}
