import { endOf, startOf } from '../text/text-block.ts';

/** Sorted words in UTF-8, one after the other, with a table that rules most of them out. */
export interface Lexicon {
  readonly bytes: Buffer;
  /** Where each word ends; it starts where the one before it ends. */
  readonly ends: Uint32Array;
  /** Which blocks of words hold three bytes that fall into a bucket; absent for small lexicons. */
  readonly blocks?: WordBlocks;
}

/** For each bucket of three-byte sequences, the ascending numbers of the blocks that have one. */
export interface WordBlocks {
  readonly bucketEnds: Uint32Array;
  readonly blocks: Uint16Array;
  /** Words per block, as a power of two. */
  readonly shift: number;
}

/** Which ends of a piece of text may go on inside the word that it is looked for in. */
export interface Openness {
  readonly left: boolean;
  readonly right: boolean;
}

/** The numbers of all words that hold `piece`, ascending. Closed ends must be the word's own. */
export function findWords(lexicon: Lexicon, piece: Buffer, open: Openness): number[] {
  if (!open.left) return findFrom(lexicon, piece, open.right);
  const found: number[] = [];
  forEachBlock(lexicon, piece, (first, last) => {
    findInside(lexicon, piece, open.right, first, last, found);
  });
  return found;
}

/** In how many places `piece` stands in word number `index`; one right after another is one place. */
export function countInWord({ bytes, ends }: Lexicon, index: number, piece: Buffer): number {
  const end = endOf(ends, index);
  let count = 0;
  let last = -1;
  for (let at = startOf(ends, index); at + piece.length <= end; ) {
    if (isAt(bytes, at, piece)) {
      if (at !== last) count++;
      at += piece.length;
      last = at;
    } else at++;
  }
  return count;
}

export function wordAt({ bytes, ends }: Lexicon, index: number): string {
  return bytes.toString('utf8', startOf(ends, index), endOf(ends, index));
}

/** The numbers of words from the first that is not before `piece`: those that start with it, or are it. */
function findFrom(lexicon: Lexicon, piece: Buffer, openRight: boolean): number[] {
  const { bytes, ends } = lexicon;
  const found: number[] = [];
  for (let i = lowerBound(lexicon, piece); i < ends.length; i++) {
    const start = startOf(ends, i);
    const length = endOf(ends, i) - start;
    if (length < piece.length || !isAt(bytes, start, piece)) break;
    // The same word can stand there more than once when accents were taken off.
    if (!openRight && length > piece.length) break;
    found.push(i);
  }
  return found;
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

/** Adds the words of a range that hold `piece`, or end with it. */
function findInside(
  { bytes, ends }: Lexicon,
  piece: Buffer,
  openRight: boolean,
  first: number,
  last: number,
  found: number[],
): void {
  const head = piece[0] ?? 0;
  let at = startOf(ends, first);
  for (let i = first; i < last; i++) {
    const end = endOf(ends, i);
    if (!openRight) at = Math.max(at, end - piece.length);
    for (; at + piece.length <= end; at++) {
      if (bytes[at] === head && isAt(bytes, at, piece)) {
        found.push(i);
        break;
      }
    }
    at = end;
  }
}

/** Calls `visit` with ranges of words that may hold `piece`. */
function forEachBlock(
  { ends, blocks }: Lexicon,
  piece: Buffer,
  visit: (first: number, last: number) => void,
): void {
  if (blocks === undefined || piece.length < 3) {
    visit(0, ends.length);
    return;
  }
  const lists = bucketLists(blocks, piece).sort((a, b) => a.length - b.length);
  const [shortest, ...others] = lists;
  for (const block of shortest ?? []) {
    if (others.every((list) => hasNumber(list, block))) {
      visit(block << blocks.shift, Math.min(ends.length, (block + 1) << blocks.shift));
    }
  }
}

function bucketLists({ bucketEnds, blocks }: WordBlocks, piece: Buffer): Uint16Array[] {
  const lists: Uint16Array[] = [];
  for (let i = 0; i + 3 <= piece.length; i++) {
    const bucket = bucketOf(piece, i, bucketEnds.length);
    lists.push(blocks.subarray(startOf(bucketEnds, bucket), endOf(bucketEnds, bucket)));
  }
  return lists;
}

function hasNumber(list: Uint16Array, wanted: number): boolean {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return list[low] === wanted;
}

/** The bucket of the three bytes at `at`; the number of buckets is a power of two. */
export function bucketOf(bytes: Uint8Array, at: number, buckets: number): number {
  const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
  return (Math.imul(three, 0x9e3779b1) >>> 15) & (buckets - 1);
}

function isAt(bytes: Uint8Array, at: number, piece: Uint8Array): boolean {
  for (let i = 0; i < piece.length; i++) if (bytes[at + i] !== piece[i]) return false;
  return true;
}
