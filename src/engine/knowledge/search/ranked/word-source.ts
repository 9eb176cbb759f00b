import { withoutAccents } from '../text/accents.ts';
import { type WordIndex, wordPostings } from '../text/word-index.ts';
import { bitsApart, letterBits } from './fuzzy.ts';
import { findWords, type Lexicon, type Openness, wordAt } from './lexicon.ts';
import type { Postings } from './postings.ts';

/** Bytes that a UTF-16 unit takes at most. */
const unitBytesMax = 3;

/** Notes whose words can be looked up. */
export interface WordSource {
  readonly noteCount: number;
  /** Tokens of each note's text. */
  readonly noteLengths: ArrayLike<number>;
  /** The number of each note's language. */
  readonly noteLanguages: ArrayLike<number>;
  /** One for each note that may be found, zero for the others. */
  readonly visible: Uint8Array;
  /** Words that start so, apart from accents. */
  wordsFrom(prefix: string): Iterable<SourceWord>;
  /** Pairs of signs with this sign. */
  pairsWith(sign: string): Iterable<SourceWord>;
  /** Words that become `bare` by so many changes, and maybe others. */
  wordsLike(bare: string, changes: number): Iterable<SourceWord>;
  read(word: SourceWord, into: Postings): void;
}

export interface SourceWord {
  readonly id: number;
  /** Case-folded, without accents. */
  readonly bare: string;
}

/** A block of notes by the index of its words. */
export function toWordSource(index: WordIndex, visible: Uint8Array): WordSource {
  return {
    noteCount: index.noteCount,
    noteLengths: index.noteLengths,
    noteLanguages: index.noteLanguages,
    visible,
    wordsFrom: (prefix) => findBare(index, prefix, { left: false, right: true }),
    pairsWith: (sign) => findBare(index, sign, { left: true, right: true }),
    wordsLike: (bare, changes) => findLike(index, bare, changes),
    read: ({ id }, into) => wordPostings(index, id, into),
  };
}

function* findBare(index: WordIndex, text: string, open: Openness): Generator<SourceWord, void> {
  const piece = Buffer.from(text);
  const seen = new Set<number>();
  for (const at of findWords(index.bare, piece, open)) {
    const id = index.bareWords[at] ?? 0;
    seen.add(id);
    yield { id, bare: wordAt(index.bare, at) };
  }
  for (const id of findWords(index.words, piece, open)) {
    if (!seen.has(id)) yield { id, bare: withoutAccents(wordAt(index.words, id)) };
  }
}

function* findLike(index: WordIndex, bare: string, changes: number): Generator<SourceWord, void> {
  const seen = new Set<number>();
  for (const at of placesLike(index.bare, bare, changes)) {
    const id = index.bareWords[at] ?? 0;
    seen.add(id);
    yield { id, bare: wordAt(index.bare, at) };
  }
  for (const id of placesLike(index.words, bare, changes)) {
    if (!seen.has(id)) yield { id, bare: withoutAccents(wordAt(index.words, id)) };
  }
}

/** By the bytes of the words, since most words are too different to be decoded. */
function* placesLike(
  { bytes, ends }: Lexicon,
  bare: string,
  changes: number,
): Generator<number, void> {
  const bits = letterBits(bare);
  const isAscii = Buffer.byteLength(bare) === bare.length;
  const least = bare.length - changes;
  const most = (bare.length + changes) * (isAscii ? 1 : unitBytesMax);
  for (let at = 0, start = 0; at < ends.length; at++) {
    const end = ends[at] ?? 0;
    const isPossible = end - start >= least && end - start <= most;
    const isLike =
      isPossible && (!isAscii || bitsApart(bits, byteBits(bytes, start, end)) <= changes);
    start = end;
    if (isLike) yield at;
  }
}

/** The same as `letterBits` of the text, where it is ASCII. */
function byteBits(bytes: Uint8Array, start: number, end: number): number {
  let bits = 0;
  for (let i = start; i < end; i++) bits |= 1 << ((bytes[i] ?? 0) & 31);
  return bits;
}
