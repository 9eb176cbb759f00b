import { computed } from '@preact/signals';
import { placesOf, scoreFuzzy } from '../kit/fuzzy.ts';
import { isNotePath } from '../kit/paths.ts';
import { files } from './files.ts';

/** A note that the user may mean. */
export interface Choice {
  readonly path: string;
  /** Set when it was found by another name. */
  readonly alias?: string;
  /** Characters of the path, or of the alias, that were typed. */
  readonly places: readonly number[];
}

interface Candidate {
  readonly path: string;
  readonly alias?: string;
  readonly text: string;
  readonly lower: string;
  /** Notes come before other files, and young ones before old ones that are as good. */
  readonly weight: number;
}

/** The names of each file. Lower case once, not with every key. */
const candidates = computed<readonly (readonly Candidate[])[]>(() =>
  files.value.map(({ path, mtime, aliases }) => {
    const weight = (isNotePath(path) ? 3 : 0) + mtime * 1e-15;
    return [
      { path, text: path, lower: path.toLowerCase(), weight },
      ...aliases.map((alias) => ({ path, alias, text: alias, lower: alias.toLowerCase(), weight })),
    ];
  }),
);

/** Fills the cache before the first key. */
export function prepareChoices(): void {
  findChoices('e');
}

const choicesMax = 100;

/** Best first; without anything typed, the notes that changed last. */
export function findChoices(typed: string): readonly Choice[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return latest();
  const best: { score: number; candidate: Candidate }[] = [];
  for (const names of candidates.value) {
    const found = bestName(wanted, names);
    // Most are worse than what is kept.
    if (found === undefined) continue;
    if (best.length === choicesMax && found.score <= (best.at(-1)?.score ?? 0)) continue;
    best.splice(findPlace(best, found.score), 0, found);
    if (best.length > choicesMax) best.pop();
  }
  return best.map(({ candidate: { path, alias, lower } }) => ({
    path,
    places: placesOf(wanted, lower),
    ...(alias !== undefined && { alias }),
  }));
}

/** A note is listed once, by the name that fits best; its path where others fit no better. */
function bestName(
  wanted: string,
  names: readonly Candidate[],
): { score: number; candidate: Candidate } | undefined {
  let best: { score: number; candidate: Candidate } | undefined;
  for (const candidate of names) {
    const match = scoreFuzzy(wanted, candidate.text, candidate.lower);
    if (match === undefined) continue;
    const score = match + candidate.weight;
    if (best === undefined || score > best.score) best = { score, candidate };
  }
  return best;
}

/** Where a score belongs among those that are sorted, the highest first. */
function findPlace(sorted: readonly { readonly score: number }[], score: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.score ?? 0) >= score) low = middle + 1;
    else high = middle;
  }
  return low;
}

function latest(): Choice[] {
  return files.value
    .filter(({ path }) => isNotePath(path))
    .sort((a, b) => b.mtime - a.mtime)
    .slice(0, choicesMax)
    .map(({ path }) => ({ path, places: [] }));
}
