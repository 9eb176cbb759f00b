import { bodyStartOf } from '../../../text/markdown/frontmatter.ts';
import { isNear, mistakesIn } from '../ranked/fuzzy.ts';
import { prefixLengthMin } from '../ranked/rank.ts';
import type { RankedTerm } from '../ranked/rank-query.ts';
import { forEachToken } from '../ranked/tokens.ts';
import type { Excerpt, FoundWord } from '../types.ts';
import { type Stripped, stripWithOrigins } from './accents.ts';
import { foldCase, widthAt } from './letters.ts';
import { isWordEdge } from './needle.ts';
import type { StoredNote } from './stored-note.ts';

/** A word of a text that answers a term. */
interface TermWord extends FoundWord {
  readonly term: number;
}

/** Where a note has words that answer the terms, and its best stretch of about `length` characters. */
export function excerptOf(
  note: StoredNote,
  terms: readonly RankedTerm[],
  near: ReadonlySet<RankedTerm>,
  length: number,
): { words: readonly FoundWord[]; excerpt: Excerpt } {
  const { text } = note;
  const found = findTermWords(note, terms, near);
  // Properties say little to a reader; they are shown where nothing else answers.
  const body = bodyStartOf(text);
  const below = found.filter((word) => word.start >= body);
  const isBelow = below.length > 0 || found.length === 0;
  const { start, end } = bestStretch(text, isBelow ? below : found, length, isBelow ? body : 0);
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

function findTermWords(
  note: StoredNote,
  terms: readonly RankedTerm[],
  near: ReadonlySet<RankedTerm>,
): TermWord[] {
  const { text, ...origins } = stripWithOrigins(note.text);
  const bare = { text: foldCase(text), ...origins };
  return terms
    .flatMap((term, number) => {
      const spans = near.has(term) ? nearSpans(note, term) : spansOf(bare, term);
      return spans.map(({ start, end }) => ({
        text: note.text.slice(start, end),
        start,
        term: number,
      }));
    })
    .sort((a, b) => a.start - b.start || a.term - b.term);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Words that are the term or start with it; for signs, the signs themselves. */
function spansOf({ text, origins }: Stripped, { bare, isWord }: RankedTerm): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(bare); at >= 0; at = text.indexOf(bare, at + bare.length)) {
    let end = at + bare.length;
    if (isWord) {
      while (end < text.length && !isWordEdge(text, end)) end += widthAt(text, end);
      const isPrefix = bare.length >= prefixLengthMin;
      if (!isWordEdge(text, at) || (end > at + bare.length && !isPrefix)) continue;
    }
    spans.push(toOriginal(origins, at, end));
  }
  return spans;
}

/** A letter that became two, or lost its accent, is matched whole. */
function toOriginal(origins: Uint32Array | undefined, start: number, end: number): Span {
  if (origins === undefined) return { start, end };
  const first = origins[start] ?? 0;
  const last = origins[end - 1] ?? first;
  let next = end;
  while (next < origins.length - 1 && origins[next] === last) next++;
  return { start: first, end: origins[next] ?? last };
}

function nearSpans({ text }: StoredNote, term: RankedTerm): Span[] {
  const folded = foldCase(text);
  const spans: Span[] = [];
  forEachToken(folded, (start, end) => {
    const mistakes = mistakesIn(term.text.length);
    if (isNear(folded.slice(start, end), term.text, mistakes)) spans.push({ start, end });
  });
  return spans;
}

/** The stretch from `earliest` on with the most different terms, then the most words; the first of equals. */
function bestStretch(
  text: string,
  words: readonly TermWord[],
  length: number,
  earliest: number,
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
  const from = words[best.first]?.start ?? earliest;
  const start = wordStart(
    text,
    Math.max(earliest, from - Math.floor(length * 0.2)),
    from,
    earliest,
  );
  return { start, end: wordEnd(text, Math.min(text.length, start + length)) };
}

/** Not in the middle of a word, unless it is endless. */
function wordStart(text: string, at: number, latest: number, earliest: number): number {
  if (at === earliest) return at;
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
