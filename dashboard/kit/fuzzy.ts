/**
 * How well a text answers what was typed: the higher the better, and nothing when it does not.
 * Every character must occur in order. A run of characters, the start of a word and a match in
 * the last part of a path count more; long texts count a little less. It is asked for every note
 * with every key, so it makes nothing but a number.
 */
export function scoreFuzzy(typed: string, text: string, lower: string): number | undefined {
  const nameStart = lower.lastIndexOf('/') + 1;
  const whole = findWhole(typed, lower, nameStart);
  const score =
    whole === -1
      ? scoreApart(typed, text, lower, nameStart)
      : scoreWhole(typed, text, lower, nameStart, whole);
  const first = findInitials(typed, text, lower, nameStart);
  if (first === -1) return score;
  // As good as the start of a word, and better where they begin the name.
  const byInitials = 62 + typed.length * 6 - text.length * 0.05 + (first === nameStart ? 12 : 0);
  return Math.max(byInitials, score ?? 0);
}

/** Where words of the name begin whose first letters were typed, one after the other; -1 for none. */
function findInitials(typed: string, text: string, lower: string, nameStart: number): number {
  if (typed.length < 2) return -1;
  let [first, count] = [-1, 0];
  for (let at = nameStart; at < lower.length; at++) {
    if (!beginsWord(text, at)) continue;
    if (lower.charCodeAt(at) !== typed.charCodeAt(count)) count = 0;
    if (lower.charCodeAt(at) !== typed.charCodeAt(count)) continue;
    if (count === 0) first = at;
    if (++count === typed.length) return first;
  }
  return -1;
}

/** A letter or a digit after something else. */
function beginsWord(text: string, at: number): boolean {
  return startsWord(text, at) && !startsWord(text, at + 1);
}

/** Which characters of a text were typed. */
export function placesOf(typed: string, lower: string): number[] {
  const whole = findWhole(typed, lower, lower.lastIndexOf('/') + 1);
  if (whole !== -1) return Array.from(typed, (_, at) => whole + at);
  const nameStart = lower.lastIndexOf('/') + 1;
  const first = findInitials(typed, lower, lower, nameStart);
  if (first !== -1) return placesOfInitials(typed, lower, first);
  const places: number[] = [];
  let at = lower.length;
  for (let i = typed.length - 1; i >= 0; i--) {
    if (typed[i] === ' ') continue;
    at = at === 0 ? -1 : lower.lastIndexOf(typed[i] ?? '', at - 1);
    if (at === -1) return [];
    places.unshift(at);
  }
  return places;
}

function placesOfInitials(typed: string, lower: string, first: number): number[] {
  const places: number[] = [];
  for (let at = first; places.length < typed.length; at++) {
    if (beginsWord(lower, at)) places.push(at);
  }
  return places;
}

/** "plan" means "Plan.md" before "Planting list.md", so the name is searched first. */
function findWhole(typed: string, lower: string, nameStart: number): number {
  const inName = lower.indexOf(typed, nameStart);
  return inName === -1 ? lower.lastIndexOf(typed) : inName;
}

function scoreWhole(
  typed: string,
  text: string,
  lower: string,
  nameStart: number,
  at: number,
): number {
  let score = 40 + typed.length * 6 - text.length * 0.05;
  if (at === nameStart) score += 30;
  else if (startsWord(text, at)) score += 16;
  if (at < nameStart) return score;
  score += 10;
  const rest = lower.length - nameStart - typed.length;
  const isName = at === nameStart && (rest === 0 || (rest === 3 && lower.endsWith('.md')));
  return isName ? score + 40 : score;
}

/** Matching from the end finds the name of a file before the folders above it. */
function scoreApart(
  typed: string,
  text: string,
  lower: string,
  nameStart: number,
): number | undefined {
  let score = -text.length * 0.05;
  let at = lower.length;
  for (let i = typed.length - 1; i >= 0; i--) {
    if (typed.charCodeAt(i) === space) continue;
    if (at === 0) return undefined;
    const before = lower.lastIndexOf(typed.charAt(i), at - 1);
    if (before === -1) return undefined;
    score += before === at - 1 ? 6 : startsWord(text, before) ? 4 : 1;
    if (before >= nameStart) score += 2;
    at = before;
  }
  return score;
}

const space = 32;

/** After anything that is no letter or digit of the simplest kind; letters of others count as such. */
function startsWord(text: string, at: number): boolean {
  if (at === 0) return true;
  const code = text.charCodeAt(at - 1);
  const isLetter = (code | 32) >= 97 && (code | 32) <= 122;
  const isDigit = code >= 48 && code <= 57;
  return code < 128 && !isLetter && !isDigit;
}
