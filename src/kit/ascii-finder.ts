/** The offsets at which something is found in a text, in order, without overlaps. */
export type Finder = (text: string) => number[];

const kept = new Map<string, Finder | undefined>();
const keptMax = 64;

/**
 * Finds an ASCII text case-insensitively, without a copy of the text in lower case: for texts
 * beyond ASCII that copy costs more than everything else. Undefined when `wanted` is empty or is not
 * ASCII. No letter beyond ASCII matches one within.
 */
export function asciiFinder(wanted: string): Finder | undefined {
  if (kept.has(wanted)) return kept.get(wanted);
  if (kept.size >= keptMax) kept.clear();
  const finder = isAscii.test(wanted) ? makeFinder(wanted) : undefined;
  kept.set(wanted, finder);
  return finder;
}

const isAscii = /^[\0-\x7f]+$/;

function makeFinder(wanted: string): Finder {
  // Without the u flag, case is ignored among ASCII letters alone.
  const pattern = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'gi');
  return (text) => {
    const starts: number[] = [];
    pattern.lastIndex = 0;
    for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
      starts.push(found.index);
    }
    return starts;
  };
}
