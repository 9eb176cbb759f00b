import { VaultError } from '../../../../contract/errors.ts';
import { searchLimits } from '../../../../contract/limits.ts';
import { createPace, type Pace } from '../../../../kit/pace.ts';
import { fulfils } from '../core/condition.ts';
import { evaluate } from '../filter-notes.ts';
import { everyNote, maybe } from '../match-set.ts';
import { readCursor, writeCursor } from '../text/cursor.ts';
import type { NoteStore } from '../text/note-store.ts';
import { titleOf } from '../text/stored-note.ts';
import type { PageOfHits, RankedHit, RankedQuery, SearchScope } from '../types.ts';
import { bestOf, compareScored } from './best-first.ts';
import { createTermFinder } from './find-terms.ts';
import { passageOf } from './passage.ts';
import { parseRankedQuery, type RankedTerms } from './rank-query.ts';
import {
  openRanked,
  type RankedNote,
  type Ranking,
  rankedLanguage,
  rankNotes,
} from './rank-store.ts';

interface Scored extends RankedNote {
  readonly score: number;
}

/** The best notes for some words, best first. */
export async function searchRanked(
  store: NoteStore,
  query: RankedQuery,
  scope: SearchScope,
): Promise<PageOfHits<RankedHit>> {
  const asked = parseRankedQuery(query.query);
  if (asked.terms.length === 0) {
    throw new VaultError('invalid-input', 'There is no word to search for.', {
      reason: 'query-required',
      hint: 'Give at least one word.',
    });
  }
  const { cursor, offset = 0, limit = 50, passageLength = 240 } = query;
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const done = store.startReading();
  const { ranking, scored } = await rank(store, asked, scope).finally(done);
  const start = startAfter(scored, after);
  const size = Math.min(limit, searchLimits.pageMax);
  const later = scored.filter((hit) => start === undefined || compareScored(hit, start) > 0);
  const sorted = bestOf(later, offset + size + 1);
  const page = sorted.slice(offset, offset + size);
  const last = page.at(-1);
  return {
    hits: page.flatMap(createDescriber(ranking, passageLength)),
    total: scored.length,
    ...(last === undefined || sorted.length <= offset + size
      ? {}
      : { cursor: writeCursor({ path: last.path, score: last.score }) }),
  };
}

async function rank(store: NoteStore, asked: RankedTerms, scope: SearchScope) {
  const pace = createPace(scope.signal);
  const ranking = await rankNotes(store, asked.terms, scope, pace);
  return { ranking, scored: await filter(ranking, asked, pace) };
}

/** The notes with a score that are all the question wants. */
async function filter(
  { parts, scores }: Ranking,
  { condition, mayBe }: RankedTerms,
  pace: Pace,
): Promise<Scored[]> {
  const scored: Scored[] = [];
  for (const [s, part] of parts.entries()) {
    const { source, words } = part;
    const { notes, values } =
      words === undefined ? everyNote(source.noteCount, maybe) : evaluate(words, condition);
    for (let i = 0; i < notes.length; i++) {
      const number = notes[i] ?? 0;
      const score = scores[s]?.[number] ?? 0;
      const path = score === 0 ? undefined : part.pathAt(number);
      if (path === undefined || !mayBe(path)) continue;
      const hit = { path, score, part, number };
      if (values[i] === maybe) {
        const note = openRanked(hit);
        if (note === undefined || !fulfils(note, condition)) continue;
        if (pace.isDue()) await pace.pause();
      }
      scored.push(hit);
    }
  }
  return scored;
}

/**
 * Where to go on. Other notes' edits shift all scores a little, so the note where the last page
 * ended counts with the score that it has now.
 */
function startAfter(
  scored: readonly Scored[],
  after: { path: string; score?: number } | undefined,
): { path: string; score: number } | undefined {
  if (after === undefined) return undefined;
  return scored.find(({ path }) => path === after.path) ?? { score: 0, ...after };
}

function createDescriber(ranking: Ranking, length: number): (hit: Scored) => RankedHit[] {
  const { terms } = ranking;
  const find = createTermFinder(terms);
  return (hit) => {
    const note = openRanked(hit);
    if (note === undefined) return [];
    const { path, score } = hit;
    const passage = passageOf(note.text, find(note, rankedLanguage(hit, ranking)), terms, length);
    return [{ path, title: titleOf(path), score, passage }];
  };
}
