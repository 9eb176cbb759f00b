import { endOf, type Lexicon, startOf } from '../ranked/lexicon.ts';
import { type Postings, readPostings } from '../ranked/postings.ts';

/** Some thousand notes, their texts and where their words stand. Never changes; all of it is one memory. */
export interface Segment {
  readonly memory: SharedArrayBuffer;
  readonly noteCount: number;
  readonly text: Buffer;
  readonly noteEnds: Uint32Array;
  /** Tokens of each note's text. */
  readonly noteLengths: Uint32Array;
  readonly noteFlags: Uint8Array;
  readonly words: Lexicon;
  /** Words as they are without accents, for those that have some. */
  readonly bare: Lexicon;
  /** The number in `words` of each word in `bare`. */
  readonly bareWords: Uint32Array;
  readonly postings: Uint8Array;
  readonly postingEnds: Uint32Array;
}

/** All of the text is ASCII. */
export const asciiFlag = 1;
/** A word of the text is not in the index, so the text itself has to be read. */
export const openFlag = 2;

/** The parts of a segment's memory, in order. */
export interface SegmentParts {
  /** The texts of the notes, one after the other. */
  readonly text: readonly Uint8Array[];
  readonly noteEnds: Uint32Array;
  readonly noteLengths: Uint32Array;
  readonly noteFlags: Uint8Array;
  readonly words: Uint8Array;
  readonly wordEnds: Uint32Array;
  readonly bucketEnds: Uint32Array;
  readonly blocks: Uint16Array;
  readonly bare: Uint8Array;
  readonly bareEnds: Uint32Array;
  readonly bareWords: Uint32Array;
  readonly postings: Uint8Array;
  readonly postingEnds: Uint32Array;
}

const partCount = 13;
/** Format, block shift, then the byte length of each part. */
const headerInts = 2 + partCount;
const format = 0x76_64_73_01;

/** Puts the parts into one shared memory. */
export function packSegment(parts: SegmentParts, blockShift: number): Segment {
  const list: readonly (readonly ArrayBufferView[])[] = [
    parts.text,
    ...[
      parts.noteEnds,
      parts.noteLengths,
      parts.noteFlags,
      parts.words,
      parts.wordEnds,
      parts.bucketEnds,
      parts.blocks,
      parts.bare,
      parts.bareEnds,
      parts.bareWords,
      parts.postings,
      parts.postingEnds,
    ].map((part) => [part]),
  ];
  const lengths = list.map((pieces) => pieces.reduce((sum, piece) => sum + piece.byteLength, 0));
  const size = lengths.reduce((sum, length) => sum + padded(length), headerInts * 4);
  const memory = new SharedArrayBuffer(size);
  const header = new Uint32Array(memory, 0, headerInts);
  header.set([format, blockShift, ...lengths]);
  const target = new Uint8Array(memory);
  let at = headerInts * 4;
  for (const pieces of list) {
    for (const { buffer, byteOffset, byteLength } of pieces) {
      target.set(new Uint8Array(buffer, byteOffset, byteLength), at);
      at += byteLength;
    }
    at = padded(at);
  }
  return openSegment(memory);
}

/** Looks into a memory that `packSegment` made, here or in an earlier process. */
export function openSegment(memory: SharedArrayBuffer): Segment {
  const header = memory.byteLength < headerInts * 4 ? [] : new Uint32Array(memory, 0, headerInts);
  const lengths = Array.from(header.slice(2));
  const size = lengths.reduce((sum, length) => sum + padded(length), headerInts * 4);
  if (header[0] !== format || size !== memory.byteLength) {
    throw new TypeError('This is no memory of a search segment.');
  }
  const place = { memory, at: headerInts * 4, part: 0, lengths };
  const text = takeBytes(place);
  const noteEnds = takeInts(place);
  const noteLengths = takeInts(place);
  const noteFlags = takeBytes(place);
  const words = takeBytes(place);
  const wordEnds = takeInts(place);
  const bucketEnds = takeInts(place);
  const blocks = takeShorts(place);
  const bare = takeBytes(place);
  const bareEnds = takeInts(place);
  const bareWords = takeInts(place);
  const postings = takeBytes(place);
  const postingEnds = takeInts(place);
  return {
    memory,
    noteCount: noteEnds.length,
    text,
    noteEnds,
    noteLengths,
    noteFlags,
    words: {
      bytes: words,
      ends: wordEnds,
      blocks: { bucketEnds, blocks, shift: header[1] ?? 0 },
    },
    bare: { bytes: bare, ends: bareEnds },
    bareWords,
    postings,
    postingEnds,
  };
}

/** The UTF-8 text of a note, without a copy. */
export function noteBytes({ text, noteEnds }: Segment, note: number): Buffer {
  return text.subarray(startOf(noteEnds, note), endOf(noteEnds, note));
}

/** How many bytes the text of a note has. */
export function noteSize({ noteEnds }: Segment, note: number): number {
  return endOf(noteEnds, note) - startOf(noteEnds, note);
}

/** The notes of word number `index`. */
export function wordPostings(segment: Segment, index: number, into: Postings): void {
  const { postings, postingEnds } = segment;
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

function takeShorts(place: Place): Uint16Array {
  const { at, length } = take(place);
  return new Uint16Array(place.memory, at, length / 2);
}

function take(place: Place): { at: number; length: number } {
  const { at } = place;
  const length = place.lengths[place.part++] ?? 0;
  place.at += padded(length);
  return { at, length };
}

const padded = (length: number): number => (length + 3) & ~3;
