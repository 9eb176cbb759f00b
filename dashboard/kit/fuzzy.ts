/** How a text answers what was typed: the higher the better, with the places that matched. */
export interface FuzzyMatch {
  readonly score: number;
  readonly places: readonly number[];
}

/**
 * Every character of `typed` must occur in order. A run of characters, the start of a word and a
 * match in the last part of a path count more; long texts count a little less.
 */
export function matchFuzzy(typed: string, text: string, lower: string): FuzzyMatch | undefined {
  const whole = lower.lastIndexOf(typed);
  if (whole !== -1) return matchWhole(typed, text, lower, whole);
  const places = placesFromEnd(typed, lower);
  if (places === undefined) return undefined;
  const nameStart = lower.lastIndexOf('/') + 1;
  let score = -text.length * 0.05;
  for (let i = 0; i < places.length; i++) {
    const at = places[i] ?? 0;
    score += at === (places[i - 1] ?? -2) + 1 ? 6 : startsWord(text, at) ? 4 : 1;
    if (at >= nameStart) score += 2;
  }
  return { score, places };
}

function matchWhole(typed: string, text: string, lower: string, last: number): FuzzyMatch {
  const nameStart = lower.lastIndexOf('/') + 1;
  // "plan" means "Plan.md" before "Planting list.md", and the start of a word before its middle.
  const first = lower.indexOf(typed, nameStart);
  const at = first === -1 ? last : first;
  const places = Array.from(typed, (_, i) => at + i);
  let score = 40 + typed.length * 6 - text.length * 0.05;
  if (at === nameStart) score += 30;
  else if (startsWord(text, at)) score += 16;
  if (at >= nameStart) score += 10;
  if (lower.slice(nameStart).replace(/\.md$/, '') === typed) score += 40;
  return { score, places };
}

/** Matching from the end finds the name of a file before the folders above it. */
function placesFromEnd(typed: string, lower: string): number[] | undefined {
  const places: number[] = [];
  let at = lower.length;
  for (let i = typed.length - 1; i >= 0; i--) {
    if (typed[i] === ' ') continue;
    at = lower.lastIndexOf(typed[i] ?? '', at - 1);
    if (at === -1) return undefined;
    places.push(at);
    if (at === 0 && i > 0 && typed.slice(0, i).trim() !== '') return undefined;
  }
  return places.reverse();
}

function startsWord(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text[at - 1] ?? '';
  const here = text[at] ?? '';
  return (
    /[\s/_.\-(]/.test(before) || (before === before.toLowerCase() && here !== here.toLowerCase())
  );
}
