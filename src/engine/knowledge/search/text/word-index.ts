import type { Lexicon } from '../ranked/lexicon.ts';
import { type Postings, readPostings } from '../ranked/postings.ts';
import { endOf, startOf } from './text-block.ts';

/** Which words are in which notes of a block of texts. It is immutable and lies in one memory. */
export interface WordIndex {
  readonly memory: SharedArrayBuffer;
  readonly noteCount: number;
  /** Tokens of each note's text. */
  readonly noteLengths: Uint32Array;
  /** The number of each note's language, or zero. */
  readonly noteLanguages: Uint8Array;
  /** One for each note with a word that is not in the index, so that its text has to be read. */
  readonly incomplete: Uint8Array;
  readonly words: Lexicon;
  /** Words as they are without accents, for those that have some. */
  readonly bare: Lexicon;
  /** The number in `words` of each word in `bare`. */
  readonly bareWords: Uint32Array;
  readonly postings: Uint8Array;
  readonly postingEnds: Uint32Array;
}

/** The parts of a word index in memory, in order. */
export interface WordIndexParts {
  readonly noteLengths: Uint32Array;
  readonly noteLanguages: Uint8Array;
  readonly incomplete: Uint8Array;
  readonly words: Uint8Array;
  readonly wordEnds: Uint32Array;
  readonly bare: Uint8Array;
  readonly bareEnds: Uint32Array;
  readonly bareWords: Uint32Array;
  readonly postings: Uint8Array;
  readonly postingEnds: Uint32Array;
}

const partCount = 10;
/** Format, then the byte length of each part. */
const headerInts = 1 + partCount;
const format = 0x76_64_73_04;

/** Puts the parts into one shared memory. */
export function packWords(parts: WordIndexParts): SharedArrayBuffer {
  const list: readonly ArrayBufferView[] = [
    parts.noteLengths,
    parts.noteLanguages,
    parts.incomplete,
    parts.words,
    parts.wordEnds,
    parts.bare,
    parts.bareEnds,
    parts.bareWords,
    parts.postings,
    parts.postingEnds,
  ];
  const lengths = list.map(({ byteLength }) => byteLength);
  const size = lengths.reduce((sum, length) => sum + padded(length), headerInts * 4);
  const memory = new SharedArrayBuffer(size);
  new Uint32Array(memory, 0, headerInts).set([format, ...lengths]);
  const target = new Uint8Array(memory);
  let at = headerInts * 4;
  for (const { buffer, byteOffset, byteLength } of list) {
    target.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += padded(byteLength);
  }
  return memory;
}

/** Opens what `packWords` made, here or in an earlier process; undefined for anything else. */
export function openWords(memory: SharedArrayBuffer): WordIndex | undefined {
  const header = memory.byteLength < headerInts * 4 ? [] : new Uint32Array(memory, 0, headerInts);
  const lengths = Array.from(header.slice(1));
  const size = lengths.reduce((sum, length) => sum + padded(length), headerInts * 4);
  if (header[0] !== format || size !== memory.byteLength) return undefined;
  const place = { memory, at: headerInts * 4, part: 0, lengths };
  const noteLengths = takeInts(place);
  const noteLanguages = takeBytes(place);
  const incomplete = takeBytes(place);
  const words = takeBytes(place);
  const wordEnds = takeInts(place);
  const bare = takeBytes(place);
  const bareEnds = takeInts(place);
  const bareWords = takeInts(place);
  const postings = takeBytes(place);
  const postingEnds = takeInts(place);
  return {
    memory,
    noteCount: noteLengths.length,
    noteLengths,
    noteLanguages,
    incomplete,
    words: { bytes: words, ends: wordEnds },
    bare: { bytes: bare, ends: bareEnds },
    bareWords,
    postings,
    postingEnds,
  };
}

/** The notes of word number `index`. */
export function wordPostings(
  { postings, postingEnds }: WordIndex,
  index: number,
  into: Postings,
): void {
  readPostings(postings, startOf(postingEnds, index), endOf(postingEnds, index), into);
}

interface Place {
  readonly memory: SharedArrayBuffer;
  readonly lengths: readonly number[];
  at: number;
  part: number;
}

function takeBytes(place: Place): Buffer {
  const { at, length } = take(place);
  return Buffer.from(place.memory, at, length);
}

function takeInts(place: Place): Uint32Array {
  const { at, length } = take(place);
  return new Uint32Array(place.memory, at, length / 4);
}

function take(place: Place): { at: number; length: number } {
  const { at } = place;
  const length = place.lengths[place.part++] ?? 0;
  place.at += padded(length);
  return { at, length };
}

const padded = (length: number): number => (length + 3) & ~3;
