/**
 * True when `a` becomes `b` by at most `most` changes: a letter more, less or different, or two
 * neighbours swapped.
 */
export function isNear(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let changes = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped =
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (i > 1 && j > 1 && swapped) changes = Math.min(changes, (before[j - 2] ?? 0) + 1);
      row.push(changes);
      least = Math.min(least, changes);
    }
    if (least > most) return false;
    before = above;
    above = row;
  }
  return (above[b.length] ?? 0) <= most;
}

/** How many mistakes a word of this length may have; short words are other words at once. */
export function mistakesIn(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/** Which letters are in a word, as bits: words with very different letters are not near. */
export function letterBits(text: string): number {
  let bits = 0;
  for (let i = 0; i < text.length; i++) bits |= 1 << (text.charCodeAt(i) & 31);
  return bits;
}

/** Numbers of bits in which two sets of letters differ, each side for itself, the greater of both. */
export function bitsApart(a: number, b: number): number {
  return Math.max(countBits(a & ~b), countBits(b & ~a));
}

function countBits(bits: number): number {
  let rest = bits;
  let count = 0;
  for (; rest !== 0; count++) rest &= rest - 1;
  return count;
}
