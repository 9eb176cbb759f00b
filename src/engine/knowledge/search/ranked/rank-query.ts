import { VaultError } from '../../../../contract/errors.ts';
import { searchLimits } from '../../../../contract/limits.ts';
import type { Condition } from '../core/condition.ts';
import { withoutAccents } from '../text/accents.ts';
import { classAt, foldCase, word } from '../text/letters.ts';
import { makeNeedle } from '../text/needle.ts';
import { forEachToken } from './tokens.ts';

/** A ranked question, taken apart. */
export interface RankedTerms {
  /** Case-folded words and pairs of signs, each of which makes a note better. */
  readonly terms: readonly RankedTerm[];
  /** What a note must fulfil whatever its score: phrases, and words that must not be there. */
  readonly condition: Condition;
  /** What its path must fulfil. */
  mayBe(path: string): boolean;
}

export interface RankedTerm {
  readonly text: string;
  readonly bare: string;
  readonly isWord: boolean;
  /** How often it was asked for. */
  readonly times: number;
}

/** Reads words, `"phrases"`, `-without`, `path:part` and `ext:md`. */
export function parseRankedQuery(query: string): RankedTerms {
  if (query.length > searchLimits.termLengthMax) {
    throw new VaultError('invalid-input', 'There is too much to search for at once.', {
      hint: `Give at most ${searchLimits.termLengthMax} characters.`,
    });
  }
  const tokens = new Map<string, number>();
  const items: Condition[] = [];
  const paths: string[] = [];
  const endings: string[] = [];
  for (const match of query.matchAll(/(-?)(?:"([^"]*)"?|(path|ext):("[^"]*"?|\S+)|(\S+))/g)) {
    const [, minus = '', phrase, key, value = '', plain = ''] = match;
    const bare = value.replaceAll('"', '');
    const text = phrase ?? plain;
    if (key === 'path') paths.push(foldCase(bare));
    else if (key === 'ext') endings.push(`.${foldCase(bare).replace(/^\./, '')}`);
    else if (text !== '' && minus === '-') items.push(without(text));
    else if (phrase !== undefined && text.trim() !== '') items.push(having(text));
    if (key === undefined && minus === '') addTokens(text, tokens);
  }
  return {
    terms: Array.from(tokens, ([text, times]) => toTerm(text, times)).slice(
      0,
      searchLimits.rankedTermsMax,
    ),
    condition: { type: 'all', items },
    mayBe: (path) => {
      if (paths.length === 0 && endings.length === 0) return true;
      const folded = foldCase(path);
      return (
        paths.every((part) => folded.includes(part)) &&
        (endings.length === 0 || endings.some((ending) => folded.endsWith(ending)))
      );
    },
  };
}

function addTokens(text: string, tokens: Map<string, number>): void {
  const folded = foldCase(text.toWellFormed());
  forEachToken(folded, (start, end) => {
    const token = folded.slice(start, end);
    const isMark = classAt(token, 0) !== word && /^[\p{P}\u0000-\u007f]+$/u.test(token);
    if (!isMark) tokens.set(token, (tokens.get(token) ?? 0) + 1);
  });
}

export function toTerm(text: string, times: number): RankedTerm {
  return { text, bare: withoutAccents(text), isWord: classAt(text, 0) === word, times };
}

const having = (text: string): Condition => ({
  type: 'needle',
  needle: makeNeedle(text),
  subject: 'either',
});

const without = (text: string): Condition => ({
  type: 'not',
  item: { type: 'needle', needle: makeNeedle(text, { wholeWord: true }), subject: 'either' },
});
