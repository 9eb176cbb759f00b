import { forEachRun, widthAt, word } from '../text/letters.ts';

/** Longer words are left out of the index; notes that have one are always read. */
export const wordLengthMax = 64;

/**
 * Calls `visit` with each token of a case-folded text: words as they are, neighbouring signs in
 * pairs, a sign alone as itself. False when a word was too long to be a token.
 */
export function forEachToken(folded: string, visit: (start: number, end: number) => void): boolean {
  let complete = true;
  forEachRun(folded, (kind, start, end) => {
    if (kind !== word) forEachPair(folded, start, end, visit);
    else if (end - start <= wordLengthMax) visit(start, end);
    else complete = false;
  });
  return complete;
}

/** Neighbouring characters of a run in pairs; a character alone is visited alone. */
export function forEachPair(
  text: string,
  start: number,
  end: number,
  visit: (start: number, end: number) => void,
): void {
  let first = start;
  let second = start + widthAt(text, start);
  if (second >= end) visit(start, end);
  while (second < end) {
    const next = second + widthAt(text, second);
    visit(first, next);
    first = second;
    second = next;
  }
}
