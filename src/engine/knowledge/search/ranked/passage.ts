import { bodyStartOf } from '../../../text/markdown/frontmatter.ts';
import { scanNote } from '../../../text/markdown/scan.ts';
import type { Passage } from '../types.ts';
import type { FoundWord } from './find-terms.ts';
import type { AnsweredTerm } from './rank.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The stretch of a note, about `length` characters long, that says most about the terms. */
export function passageOf(
  text: string,
  found: readonly FoundWord[],
  terms: readonly AnsweredTerm[],
  length: number,
): Passage {
  // Properties say little to a reader; they are shown where nothing else answers.
  const body = bodyStartOf(text);
  const below = found.filter(({ start }) => start >= body);
  const isBelow = below.length > 0 || found.length === 0;
  const shown = isBelow ? below : found;
  const { start, end } = bestStretch(text, shown, terms, length, isBelow ? body : 0);
  const inside = shown.filter((word) => word.start >= start && word.end <= end);
  const at = bestLine(text, inside, terms) ?? start;
  const heading = scanNote(text).headings.findLast((each) => each.start <= at)?.text;
  return {
    text: text.slice(start, end),
    start,
    startLine: countLines(text, start),
    line: countLines(text, at),
    ...(heading !== undefined && { heading }),
    marks: mergeMarks(inside.map((word) => [word.start - start, word.end - start])),
  };
}

/** The stretch from `earliest` on with the rarest different terms, then the most words; the first of equals. */
function bestStretch(
  text: string,
  words: readonly FoundWord[],
  terms: readonly AnsweredTerm[],
  length: number,
  earliest: number,
): Span {
  const times = new Uint32Array(terms.length);
  const rarityOf = (word: FoundWord | undefined) => terms[word?.term ?? -1]?.rarity ?? 0;
  const best = { from: words[0]?.start ?? earliest, rarity: 0, words: 0 };
  let rarity = 0;
  let last = 0;
  words.forEach((word, first) => {
    for (; last < words.length && (words[last]?.start ?? 0) - word.start < length * 0.8; last++) {
      const term = words[last]?.term ?? 0;
      if (times[term] === 0) rarity += rarityOf(words[last]);
      times[term] = (times[term] ?? 0) + 1;
    }
    // Sums of the same terms in another order may differ in their last digit.
    const isBetter = rarity > best.rarity + 1e-9;
    if (isBetter || (rarity > best.rarity - 1e-9 && last - first > best.words)) {
      Object.assign(best, { from: word.start, rarity, words: last - first });
    }
    times[word.term] = (times[word.term] ?? 0) - 1;
    if (times[word.term] === 0) rarity -= rarityOf(word);
  });
  const start = stretchStart(text, best.from, Math.floor(length * 0.2), earliest);
  return { start, end: wordEnd(text, Math.min(text.length, start + length)) };
}

/** Where the line with the rarest different words has its first of them; the first of equals. */
function bestLine(
  text: string,
  words: readonly FoundWord[],
  terms: readonly AnsweredTerm[],
): number | undefined {
  let best: { at: number; rarity: number } | undefined;
  let line = { at: 0, end: -1, rarity: 0, seen: new Set<number>() };
  for (const { start, term } of words) {
    if (start > line.end) {
      const end = text.indexOf('\n', start);
      line = { at: start, end: end < 0 ? text.length : end, rarity: 0, seen: new Set() };
    }
    if (!line.seen.has(term)) line.rarity += terms[term]?.rarity ?? 0;
    line.seen.add(term);
    if (best === undefined || line.rarity > best.rarity)
      best = { at: line.at, rarity: line.rarity };
  }
  return best?.at;
}

/** At the start of the line if that is near, and not in the middle of a word unless it is endless. */
function stretchStart(text: string, from: number, before: number, earliest: number): number {
  const at = Math.max(earliest, from - before);
  const line = text.lastIndexOf('\n', from - 1) + 1;
  if (line >= at) return line;
  if (at === earliest) return at;
  const blank = text.slice(at, from).search(/\s/);
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

function countLines(text: string, end: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
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
