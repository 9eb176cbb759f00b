import { type WordIndex, wordPostings } from '../text/word-index.ts';
import { bitsApart, isNear, letterBits, mistakesIn } from './fuzzy.ts';
import { findWords, type Openness, wordAt } from './lexicon.ts';
import { fields, scratchFor } from './postings.ts';
import type { RankedTerm } from './rank-query.ts';

/** A word index, and which of its notes take part. */
export interface RankedWords {
  readonly index: WordIndex;
  /** One for each note that may be found, zero for the others. */
  readonly visible: Uint8Array;
}

/** How a word can match a term, and its weight compared to the exact word. */
const kinds = { exact: 1, prefix: 0.6, near: 0.4 } as const;
type Kind = keyof typeof kinds;

/** The weight of each field, as a number of occurrences in the text. */
const fieldWorth: readonly (readonly [bit: number, worth: number])[] = [
  [fields.title, 6],
  [fields.alias, 5],
  [fields.tag, 3],
  [fields.heading, 2.5],
];
const worthOfFields = Float64Array.from({ length: 16 }, (_, bits) =>
  fieldWorth.reduce((sum, [bit, worth]) => sum + ((bits & bit) === 0 ? 0 : worth), 0),
);

/** Prefixes shorter than this are in too many words. */
export const prefixLengthMin = 3;
/** The two knobs of BM25: how fast more places stop to matter, and how much length does. */
const saturation = 1.2;
const lengthInfluence = 0.6;

export interface Scores {
  /** Of each note of each index; zero for those that have no term. */
  readonly scores: readonly Float64Array[];
  /** Terms that only words near them answer. */
  readonly near: ReadonlySet<RankedTerm>;
}

/**
 * The score of every visible note of each index, by BM25 over words and fields. It depends on
 * visible notes only, and not on which index they are in.
 */
export function scoreNotes(indexes: readonly RankedWords[], terms: readonly RankedTerm[]): Scores {
  const { count, averageLength } = measure(indexes);
  const scores = indexes.map(({ index }) => new Float64Array(index.noteCount));
  const matched = indexes.map(({ index }) => new Uint8Array(index.noteCount));
  const near = new Set<RankedTerm>();
  for (const term of terms) {
    const best = indexes.map(({ index }) => new Float64Array(index.noteCount));
    for (const { kind, strengths } of answers(indexes, term)) {
      if (kind === 'near') near.add(term);
      const rarity = Math.log(1 + (count - strengths.notes + 0.5) / (strengths.notes + 0.5));
      addBest(indexes, strengths.byIndex, kinds[kind] * rarity, averageLength, best);
    }
    best.forEach((values, s) => {
      const sums = scores[s];
      const hits = matched[s];
      if (sums === undefined || hits === undefined) return;
      for (let note = 0; note < values.length; note++) {
        const value = values[note] ?? 0;
        if (value === 0) continue;
        sums[note] = (sums[note] ?? 0) + value;
        hits[note] = (hits[note] ?? 0) + 1;
      }
    });
  }
  // A note with all terms beats one that has a single term often.
  scores.forEach((sums, s) => {
    for (let note = 0; note < sums.length; note++) {
      sums[note] = ((sums[note] ?? 0) * (matched[s]?.[note] ?? 0)) / terms.length;
    }
  });
  return { scores, near };
}

/** How strongly notes have a term, and how many have it at all. */
interface Strengths {
  readonly byIndex: readonly Float64Array[];
  readonly notes: number;
}

/** The term itself and words that start with it; words that are nearly it only when there are none. */
function* answers(
  indexes: readonly RankedWords[],
  term: RankedTerm,
): Generator<{ kind: Kind; strengths: Strengths }> {
  const exact = gather(indexes, (index) => exactWords(index, term));
  yield { kind: 'exact', strengths: exact };
  let found = exact.notes;
  if (!term.isWord || term.text.length >= prefixLengthMin) {
    const prefix = gather(indexes, (index) => openWords(index, term));
    found += prefix.notes;
    yield { kind: 'prefix', strengths: prefix };
  }
  const mistakes = term.isWord ? mistakesIn(term.text.length) : 0;
  if (found > 0 || mistakes === 0) return;
  yield {
    kind: 'near',
    strengths: gather(indexes, (index) => nearWords(index, term, mistakes)),
  };
}

const exactWords = (index: WordIndex, term: RankedTerm): Iterable<number> =>
  wordsFor(index, term, { left: false, right: false });

/** Words that start with the term; for a sign, all pairs that have it. */
function openWords(index: WordIndex, term: RankedTerm): Iterable<number> {
  if (!term.isWord && [...term.text].length > 1) return exactWords(index, term);
  return wordsFor(index, term, { left: !term.isWord, right: true });
}

/** Words with the term in them, with or without accents. */
function wordsFor(index: WordIndex, { text, bare }: RankedTerm, open: Openness): Iterable<number> {
  const found = new Set(findWords(index.words, Buffer.from(text), open));
  for (const word of findWords(index.words, Buffer.from(bare), open)) found.add(word);
  for (const word of findWords(index.bare, Buffer.from(bare), open)) {
    found.add(index.bareWords[word] ?? 0);
  }
  return found;
}

function* nearWords(
  { words }: WordIndex,
  { text }: RankedTerm,
  mistakes: number,
): Iterable<number> {
  const bits = letterBits(text);
  for (let index = 0, start = 0; index < words.ends.length; index++) {
    const end = words.ends[index] ?? 0;
    // A letter takes up to four bytes.
    const isLengthPossible =
      end - start >= text.length - mistakes && end - start <= 4 * (text.length + mistakes);
    start = end;
    if (!isLengthPossible) continue;
    const word = wordAt(words, index);
    if (bitsApart(bits, letterBits(word)) <= mistakes && isNear(word, text, mistakes)) yield index;
  }
}

/** Adds up the places of all given words, in the text and in fields. */
function gather(
  indexes: readonly RankedWords[],
  wordsOf: (index: WordIndex) => Iterable<number>,
): Strengths {
  let notes = 0;
  const byIndex = indexes.map(({ index, visible }) => {
    const strengths = new Float64Array(index.noteCount);
    const postings = scratchFor(index);
    for (const word of wordsOf(index)) {
      wordPostings(index, word, postings);
      for (let i = 0; i < postings.count; i++) {
        const note = postings.notes[i] ?? 0;
        if (visible[note] === 0) continue;
        if (strengths[note] === 0) notes++;
        const places = (postings.times[i] ?? 0) + (worthOfFields[postings.fields[i] ?? 0] ?? 0);
        strengths[note] = (strengths[note] ?? 0) + places;
      }
    }
    return strengths;
  });
  return { byIndex, notes };
}

function addBest(
  indexes: readonly RankedWords[],
  strengths: readonly Float64Array[],
  weight: number,
  averageLength: number,
  best: readonly Float64Array[],
): void {
  indexes.forEach(({ index }, s) => {
    const places = strengths[s];
    const values = best[s];
    if (places === undefined || values === undefined) return;
    for (let note = 0; note < places.length; note++) {
      const times = places[note] ?? 0;
      if (times === 0) continue;
      const length = (index.noteLengths[note] ?? 0) / averageLength;
      const limit = saturation * (1 - lengthInfluence + lengthInfluence * length);
      const value = (weight * times * (saturation + 1)) / (times + limit);
      if (value > (values[note] ?? 0)) values[note] = value;
    }
  });
}

function measure(indexes: readonly RankedWords[]): { count: number; averageLength: number } {
  let count = 0;
  let length = 0;
  for (const { index, visible } of indexes) {
    for (let note = 0; note < visible.length; note++) {
      if (visible[note] === 0) continue;
      count++;
      length += index.noteLengths[note] ?? 0;
    }
  }
  return { count, averageLength: Math.max(1, length / Math.max(1, count)) };
}
