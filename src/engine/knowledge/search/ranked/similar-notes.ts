import { createPace } from '../../../../kit/pace.ts';
import type { NoteStore } from '../text/note-store.ts';
import type { SearchScope, SimilarNote } from '../types.ts';
import { bestOf } from './best-first.ts';
import { createTermFinder } from './find-terms.ts';
import { detectLanguage } from './languages.ts';
import {
  openRanked,
  type RankedNote,
  type Ranking,
  rankedLanguage,
  rankNotes,
} from './rank-store.ts';
import { typicalTerms } from './typical-terms.ts';

/** So many words say what a note is about. */
const tellingMax = 25;
/** Words that are shown of what two notes have in common. */
const wordsMax = 5;

/** The notes that have most of the words that a note has most, best first. */
export async function findSimilar(
  store: NoteStore,
  path: string,
  limit: number,
  scope: SearchScope,
): Promise<SimilarNote[]> {
  const note = store.noteAt(store.slotOf(path) ?? -1);
  const terms = note === undefined ? [] : typicalTerms(note, detectLanguage(note.text));
  if (terms.length === 0) return [];
  const done = store.startReading();
  const pace = createPace(scope.signal);
  const ranking = await rankNotes(store, terms, scope, pace, { tellingMax }).finally(done);
  const similar = bestOf(
    listScored(ranking).filter((hit) => hit.path !== path),
    limit,
  ).slice(0, limit);
  const wordsOf = createWordList(ranking);
  return similar.map((hit) => ({ path: hit.path, score: hit.score, words: wordsOf(hit) }));
}

function listScored({ parts, scores }: Ranking): (RankedNote & { score: number })[] {
  return parts.flatMap((part, s) => {
    const scored: (RankedNote & { score: number })[] = [];
    scores[s]?.forEach((score, number) => {
      const path = score > 0 ? part.pathAt(number) : undefined;
      if (path !== undefined) scored.push({ path, score, part, number });
    });
    return scored;
  });
}

/** The terms that a note has, those first that say most. */
function createWordList(ranking: Ranking): (hit: RankedNote) => string[] {
  const { terms } = ranking;
  const find = createTermFinder(terms);
  const worth = terms.map(({ forms, rarity }) => rarity * forms.term.times);
  return (hit) => {
    const note = openRanked(hit);
    const found = note === undefined ? [] : find(note, rankedLanguage(hit, ranking));
    return [...new Set(found.map(({ term }) => term))]
      .sort((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0))
      .slice(0, wordsMax)
      .flatMap((term) => terms[term]?.forms.term.text ?? []);
  };
}
