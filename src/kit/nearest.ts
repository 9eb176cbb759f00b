/** The word that was probably meant, if one is near enough. */
export function findNearest(word: string, words: readonly string[]): string | undefined {
  const starts = words.filter((each) => word.length > 1 && each.startsWith(word));
  if (starts.length === 1) return starts[0];
  const ranked = words
    .map((each) => ({ each, distance: editDistance(word, each) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(1, word.length / 3)
    ? best.each
    : undefined;
}

/** Letters to add, drop, change or swap. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      const swaps = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swaps) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
