import { computed } from '@preact/signals';
import { matchFuzzy } from '../kit/fuzzy.ts';
import { isNotePath } from '../kit/paths.ts';
import { files } from './files.ts';

/** A note that the person may mean. */
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
  readonly mtime: number;
}

/** Lower case once, not with every key. */
const candidates = computed<readonly Candidate[]>(() =>
  files.value.flatMap(({ path, mtime, aliases }) => [
    { path, text: path, lower: path.toLowerCase(), mtime },
    ...aliases.map((alias) => ({ path, alias, text: alias, lower: alias.toLowerCase(), mtime })),
  ]),
);

const choicesMax = 100;

/** Best first; without anything typed, the notes that changed last. */
export function findChoices(typed: string): readonly Choice[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return latest();
  const found: { score: number; choice: Choice }[] = [];
  for (const { path, alias, text, lower, mtime } of candidates.value) {
    const match = matchFuzzy(wanted, text, lower);
    if (match === undefined) continue;
    const score = match.score + (isNotePath(path) ? 3 : 0) + mtime * 1e-15;
    found.push({ score, choice: { path, places: match.places, ...(alias && { alias }) } });
  }
  found.sort((a, b) => b.score - a.score);
  return found.slice(0, choicesMax).map(({ choice }) => choice);
}

function latest(): Choice[] {
  return files.value
    .filter(({ path }) => isNotePath(path))
    .sort((a, b) => b.mtime - a.mtime)
    .slice(0, choicesMax)
    .map(({ path }) => ({ path, places: [] }));
}
