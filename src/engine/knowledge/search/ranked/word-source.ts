import { withoutAccents } from '../text/accents.ts';
import { type WordIndex, wordPostings } from '../text/word-index.ts';
import { findWords, type Lexicon, type Openness, wordAt } from './lexicon.ts';
import type { Postings } from './postings.ts';

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
  allWords(): Iterable<SourceWord>;
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
    allWords: () => listWords(index.words),
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

function* listWords(words: Lexicon): Generator<SourceWord, void> {
  for (let id = 0; id < words.ends.length; id++) {
    yield { id, bare: withoutAccents(wordAt(words, id)) };
  }
}
