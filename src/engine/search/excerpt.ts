import { stripAccents } from './accents.ts';
import { isNear, mistakesIn } from './fuzzy.ts';
import { foldCase } from './letters.ts';
import type { RankedTerm } from './rank-query.ts';
import { forEachToken } from './tokens.ts';
import type { Excerpt, FoundWord } from './types.ts';

/** A word of a text that answers a term. */
interface TermWord extends FoundWord {
  readonly term: number;
}

/** Where a text has words that answer the terms, and its best stretch of about `length` characters. */
export function excerptOf(
  text: string,
  terms: readonly RankedTerm[],
  length: number,
): { words: readonly FoundWord[]; excerpt: Excerpt } {
  const found = findTermWords(text, terms);
  const { start, end } = bestStretch(text, found, length);
  const inside = found.filter(
    (word) => word.start >= start && word.start + word.text.length <= end,
  );
  return {
    words: found.map(({ text: word, start: at }) => ({ text: word, start: at })),
    excerpt: {
      text: text.slice(start, end),
      start,
      marks: mergeMarks(
        inside.map((word) => [word.start - start, word.start + word.text.length - start]),
      ),
    },
  };
}

/** Words that are near a term count only for terms that nothing else answers. */
function findTermWords(text: string, terms: readonly RankedTerm[]): TermWord[] {
  const folded = foldCase(text);
  const sure: TermWord[] = [];
  const near: TermWord[] = [];
  forEachToken(folded, (start, end) => {
    const token = folded.slice(start, end);
    const bare = foldCase(stripAccents(token));
    terms.forEach((term, number) => {
      const word = { text: text.slice(start, end), start, term: number };
      if (answers(token, bare, term)) sure.push(word);
      else if (term.isWord && isNear(token, term.text, mistakesIn(term.text.length)))
        near.push(word);
    });
  });
  const answered = new Set(sure.map(({ term }) => term));
  return sure
    .concat(near.filter(({ term }) => !answered.has(term)))
    .sort((a, b) => a.start - b.start || a.term - b.term);
}

function answers(token: string, bare: string, term: RankedTerm): boolean {
  if (token === term.text || bare === term.bare) return true;
  if (!term.isWord) return [...term.text].length === 1 && token.includes(term.text);
  return term.text.length >= 3 && (token.startsWith(term.text) || bare.startsWith(term.bare));
}

/** The stretch with the most different terms, then the most words; the first of equals. */
function bestStretch(
  text: string,
  words: readonly TermWord[],
  length: number,
): { start: number; end: number } {
  let best = { first: 0, terms: 0, words: 0 };
  for (let first = 0, last = 0; first < words.length; first++) {
    const from = words[first]?.start ?? 0;
    while (last < words.length && (words[last]?.start ?? 0) - from < length * 0.8) last++;
    const terms = new Set(words.slice(first, Math.min(last, first + 50)).map(({ term }) => term))
      .size;
    const count = last - first;
    if (terms > best.terms || (terms === best.terms && count > best.words)) {
      best = { first, terms, words: count };
    }
  }
  const from = words[best.first]?.start ?? 0;
  const start = wordStart(text, Math.max(0, from - Math.floor(length * 0.2)), from);
  return { start, end: wordEnd(text, Math.min(text.length, start + length)) };
}

/** Not in the middle of a word, unless it is endless. */
function wordStart(text: string, at: number, latest: number): number {
  if (at === 0) return 0;
  const blank = text.slice(at, latest).search(/\s/);
  return blank < 0 ? wholeCharacter(text, at) : at + blank + 1;
}

function wordEnd(text: string, at: number): number {
  if (at === text.length) return at;
  const blank = text.slice(at, at + 20).search(/\s/);
  return blank < 0 ? wholeCharacter(text, at) : at + blank;
}

function wholeCharacter(text: string, at: number): number {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at + 1 : at;
}

function mergeMarks(marks: readonly (readonly [number, number])[]): [number, number][] {
  const merged: [number, number][] = [];
  for (const [start, end] of marks) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
