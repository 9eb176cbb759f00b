import type { Pace } from './pace.ts';

/** The number of words that are sorted without a pause. */
const runWords = 1000;

/** The words by code units, sorted with pauses: as short runs, which are then merged in pairs. */
export async function sortPaced(words: readonly string[], pace: Pace): Promise<string[]> {
  let runs: string[][] = [];
  for (let start = 0; start < words.length; start += runWords) {
    runs.push(words.slice(start, start + runWords).sort());
    if (pace.isDue()) await pace.pause();
  }
  while (runs.length > 1) {
    const merged: string[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], pace));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge(
  first: readonly string[],
  second: readonly string[],
  pace: Pace,
): Promise<string[]> {
  const merged: string[] = [];
  let at = 0;
  for (const word of first) {
    for (let other = second[at]; other !== undefined && other < word; other = second[++at]) {
      merged.push(other);
    }
    merged.push(word);
    if (merged.length % runWords === 0 && pace.isDue()) await pace.pause();
  }
  return merged.concat(second.slice(at));
}
