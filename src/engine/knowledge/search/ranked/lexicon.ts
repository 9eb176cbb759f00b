import { endOf, startOf } from '../text/text-block.ts';

/** Sorted words in UTF-8, one after the other. */
export interface Lexicon {
  readonly bytes: Buffer;
  /** Where each word ends; it starts where the one before it ends. */
  readonly ends: Uint32Array;
}

/** On which sides of a piece the word that contains it may go on. */
export interface Openness {
  readonly left: boolean;
  readonly right: boolean;
}

/** The numbers of all words that contain `piece`, ascending. Closed ends must be the word's own. */
export function findWords(lexicon: Lexicon, piece: Buffer, open: Openness): Iterable<number> {
  return open.left ? findInside(lexicon, piece, open.right) : findFrom(lexicon, piece, open.right);
}

export function wordAt({ bytes, ends }: Lexicon, index: number): string {
  return bytes.toString('utf8', startOf(ends, index), endOf(ends, index));
}

/** The numbers of the words that start with `piece`, or are it. */
function* findFrom(lexicon: Lexicon, piece: Buffer, openRight: boolean): Iterable<number> {
  const { bytes, ends } = lexicon;
  for (let i = lowerBound(lexicon, piece); i < ends.length; i++) {
    const [start, end] = [startOf(ends, i), endOf(ends, i)];
    // The same word can be there more than once when accents were removed.
    if (!openRight && end - start > piece.length) return;
    if (!bytes.subarray(start, Math.min(end, start + piece.length)).equals(piece)) return;
    yield i;
  }
}

function lowerBound({ bytes, ends }: Lexicon, piece: Buffer): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = bytes.compare(piece, 0, piece.length, startOf(ends, middle), endOf(ends, middle));
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The numbers of the words that contain `piece`, or end with it. */
function* findInside(
  { bytes, ends }: Lexicon,
  piece: Buffer,
  openRight: boolean,
): Iterable<number> {
  let word = 0;
  for (let at = bytes.indexOf(piece); at >= 0; ) {
    while (endOf(ends, word) <= at) word++;
    const end = endOf(ends, word);
    const isFound = openRight ? at + piece.length <= end : at + piece.length === end;
    if (isFound) yield word;
    // What is found across the end of a word is no match.
    const next = isFound ? end : Math.max(at + 1, openRight ? 0 : end - piece.length);
    at = bytes.indexOf(piece, next);
  }
}
