/** One replaced range of a text. An empty range inserts. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies splices that do not overlap. Those at one place keep the order in which they are given. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const inOrder = splices
    .map((splice, rank) => ({ ...splice, rank }))
    .sort((a, b) => a.start - b.start || a.end - b.end || a.rank - b.rank);
  let result = '';
  let at = 0;
  for (const { start, end, text: inserted } of inOrder) {
    result += text.slice(at, start) + inserted;
    at = end;
  }
  return result + text.slice(at);
}
