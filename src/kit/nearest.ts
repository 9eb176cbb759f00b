/**
 * Names that were probably meant: the same in another case, those that begin with it or hold it, and
 * those with few letters different. The nearest first.
 */
export function nearest(
  meant: string,
  names: readonly string[],
  countMax: number,
  toCompared: (name: string) => string = (name) => name,
): string[] {
  const wanted = fold(meant);
  if (wanted === '') return [];
  const tolerance = Math.min(3, Math.ceil(wanted.length / 4));
  return names
    .map((name, at) => ({
      name,
      at,
      distance: distanceTo(wanted, fold(toCompared(name)), tolerance),
    }))
    .filter(({ distance }) => distance <= tolerance)
    .sort((a, b) => a.distance - b.distance || a.at - b.at)
    .slice(0, countMax)
    .map(({ name }) => name);
}

/** The one word that was probably meant: the only one that begins with it, else the nearest. */
export function findNearest(word: string, words: readonly string[]): string | undefined {
  const starts = words.filter((each) => word.length > 1 && each.startsWith(word));
  if (starts.length === 1) return starts[0];
  const max = Math.max(1, Math.floor(word.length / 3));
  const [best] = words
    .map((each) => ({ each, distance: distanceOf(word, each, max) }))
    .sort((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= max ? best.each : undefined;
}

/** Letters to insert, drop, exchange or swap; more than `max` is `max + 1`. */
export function distanceOf(a: string, b: string, max: number): number {
  if (a === b) return 0;
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const exchange = (row[j - 1] ?? 0) + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : max + 1;
      const value = Math.min(exchange, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
      next.push(value);
      if (value < least) least = value;
    }
    if (least > max) return max + 1;
    before = row;
    row = next;
  }
  return row[b.length] ?? max + 1;
}

function distanceTo(wanted: string, name: string, max: number): number {
  if (name === wanted) return 0;
  const holds = wanted.length > 2 && (name.includes(wanted) || wanted.includes(name));
  return holds && name.length > 2 ? 1 : distanceOf(wanted, name, max);
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase().trim();
}
