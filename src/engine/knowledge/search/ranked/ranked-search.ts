import { VaultError } from '../../../../contract/errors.ts';
import { searchLimits } from '../../../../contract/limits.ts';
import { comparePaths } from '../../../../contract/paths.ts';
import { createPace } from '../../../../kit/pace.ts';
import { fulfils } from '../core/condition.ts';
import { evaluate } from '../filter-notes.ts';
import { maybe } from '../match-set.ts';
import { pathTest } from '../scope.ts';
import { readCursor, writeCursor } from '../text/cursor.ts';
import { excerptOf } from '../text/excerpt.ts';
import { type NoteStore, openInBlock } from '../text/note-store.ts';
import { titleOf } from '../text/stored-note.ts';
import type { TextBlock } from '../text/text-block.ts';
import type { WordIndex } from '../text/word-index.ts';
import type { PageOfHits, RankedHit, RankedQuery, SearchScope } from '../types.ts';
import { type RankedWords, scoreNotes } from './rank.ts';
import { parseRankedQuery, type RankedTerm, type RankedTerms } from './rank-query.ts';

/** A block with words, and the store's number of each of its notes, or -1. */
export interface RankedBlock {
  readonly texts: TextBlock;
  readonly words: WordIndex;
  readonly slots: Int32Array;
}

interface Scored {
  readonly path: string;
  readonly score: number;
  readonly texts: TextBlock;
  readonly note: number;
}

/** The best notes for some words, best first. All notes must be in the given blocks. */
export async function searchRanked(
  store: NoteStore,
  blocks: readonly RankedBlock[],
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
  const { cursor, offset = 0, limit = 50, excerptLength = 240 } = query;
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const done = store.startReading();
  const { scored, near } = await scoreAll(store, blocks, asked, scope).finally(done);
  const start = startAfter(scored, after);
  const size = Math.min(limit, searchLimits.pageMax);
  const later = scored.filter((hit) => start === undefined || compareScored(hit, start) > 0);
  const sorted = bestOf(later, offset + size + 1);
  const page = sorted.slice(offset, offset + size);
  const last = page.at(-1);
  return {
    hits: page.map((hit) => describe(hit, asked.terms, near, excerptLength)),
    total: scored.length,
    ...(last === undefined || sorted.length <= offset + size
      ? {}
      : { cursor: writeCursor({ path: last.path, score: last.score }) }),
  };
}

async function scoreAll(
  store: NoteStore,
  blocks: readonly RankedBlock[],
  { terms, condition, mayBe }: RankedTerms,
  scope: SearchScope,
): Promise<{ scored: Scored[]; near: ReadonlySet<RankedTerm> }> {
  const isInScope = pathTest(scope);
  const indexes = blocks.map(({ words, slots }): RankedWords => {
    const visible = new Uint8Array(words.noteCount);
    slots.forEach((slot, note) => {
      const path = slot < 0 ? undefined : store.pathOf(slot);
      visible[note] = path !== undefined && isInScope(path) ? 1 : 0;
    });
    return { index: words, visible };
  });
  const { scores, near } = scoreNotes(indexes, terms);
  const pace = createPace(scope.signal);
  const scored: Scored[] = [];
  for (const [s, { texts, words, slots }] of blocks.entries()) {
    const { notes, values } = evaluate(words, condition);
    for (let i = 0; i < notes.length; i++) {
      const note = notes[i] ?? 0;
      const score = scores[s]?.[note] ?? 0;
      if (score === 0) continue;
      const path = store.pathOf(slots[note] ?? -1);
      if (path === undefined || !mayBe(path)) continue;
      if (values[i] === maybe) {
        if (!fulfils(openInBlock(path, texts, note), condition)) continue;
        if (pace.isDue()) await pace.pause();
      }
      scored.push({ path, score, texts, note });
    }
  }
  return { scored, near };
}

/** The best hits in order, at least `count` of them. Only hits with such scores are sorted by path. */
function bestOf(scored: readonly Scored[], count: number): Scored[] {
  const scores = Float64Array.from(scored, ({ score }) => score).sort();
  const least = scores[Math.max(0, scores.length - count)] ?? 0;
  return scored.filter(({ score }) => score >= least).sort(compareScored);
}

/** Best first; equal scores in the order of paths. */
function compareScored(a: { score: number; path: string }, b: { score: number; path: string }) {
  return b.score - a.score || comparePaths(a.path, b.path);
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

function describe(
  hit: Scored,
  terms: readonly RankedTerm[],
  near: ReadonlySet<RankedTerm>,
  excerptLength: number,
): RankedHit {
  const { path, score, texts, note } = hit;
  const stored = openInBlock(path, texts, note);
  return { path, title: titleOf(path), score, ...excerptOf(stored, terms, near, excerptLength) };
}
