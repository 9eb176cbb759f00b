import { VaultError } from '../../../../contract/errors.ts';
import { searchLimits } from '../../../../contract/limits.ts';
import { comparePaths } from '../../../../contract/paths.ts';
import { createPace, type Pace } from '../../../../kit/pace.ts';
import { fulfils } from '../core/condition.ts';
import { evaluate } from '../filter-notes.ts';
import { everyNote, maybe } from '../match-set.ts';
import { pathTest } from '../scope.ts';
import { readCursor, writeCursor } from '../text/cursor.ts';
import { type LiveBlock, type NotePlace, type NoteStore, openNote } from '../text/note-store.ts';
import { type StoredNote, titleOf } from '../text/stored-note.ts';
import type { WordIndex } from '../text/word-index.ts';
import type { PageOfHits, RankedHit, RankedQuery, SearchScope } from '../types.ts';
import { createTermFinder } from './find-terms.ts';
import { bestLanguage } from './languages.ts';
import { passageOf } from './passage.ts';
import { type AnsweredTerm, measureSources, scoreNotes } from './rank.ts';
import { parseRankedQuery, type RankedTerms } from './rank-query.ts';
import { scanWords, type UnindexedNote } from './scan-words.ts';
import { formsOf, type TermForms, toForms } from './term-forms.ts';
import { wantedWords } from './wanted-words.ts';
import { toWordSource, type WordSource } from './word-source.ts';

/** Notes with their words, and where they are. */
interface RankedNotes {
  readonly source: WordSource;
  /** Absent where the notes were read for this question. */
  readonly words?: WordIndex;
  /** Undefined when the note is gone. */
  pathAt(number: number): string | undefined;
  placeAt(number: number): NotePlace | undefined;
}

interface Scored {
  readonly path: string;
  readonly score: number;
  readonly part: RankedNotes;
  readonly number: number;
}

interface Ranking {
  readonly scored: readonly Scored[];
  /** The language of notes that do not show theirs. */
  readonly usual: number;
  readonly terms: readonly AnsweredTerm[];
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
  const ranking = await rank(store, asked, scope).finally(done);
  const { scored } = ranking;
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

async function rank(store: NoteStore, asked: RankedTerms, scope: SearchScope): Promise<Ranking> {
  const pace = createPace(scope.signal);
  const isInScope = pathTest(scope);
  const indexed = [...store.blocks].flatMap((live) => indexedNotes(store, live, isInScope));
  const unindexed = [...store.unindexed()].flatMap((place) => {
    const path = store.pathOf(place.slot);
    return path !== undefined && isInScope(path) ? [{ path, place }] : [];
  });
  // Their languages are not known before they are read.
  const anyForms = asked.terms.map((term) => formsOf(term));
  const score = async (mistaken: readonly TermForms[]) => {
    const source = await scanWords(unindexed, wantedWords(anyForms, mistaken), pace);
    const parts = [...indexed, scannedNotes(source, unindexed)];
    const sources = parts.map((part) => part.source);
    const measures = measureSources(sources);
    const forms = toForms(asked.terms, measures.languageCounts);
    return { parts, measures, ...(await scoreNotes(sources, measures, forms, pace)) };
  };
  let scored = await score([]);
  const mistaken = scored.answered
    .filter(({ kinds }) => !kinds.includes('same') && !kinds.includes('prefix'))
    .map(({ forms }) => forms);
  // Only now is it known which words may be mistakes, so texts without an index are read again.
  if (mistaken.length > 0 && unindexed.length > 0) scored = await score(mistaken);
  return {
    scored: await filter(scored.parts, scored.scores, asked, pace),
    usual: bestLanguage(scored.measures.languageCounts),
    terms: scored.answered,
  };
}

/** The notes of a block that has an index. */
function indexedNotes(
  store: NoteStore,
  live: LiveBlock,
  isInScope: (path: string) => boolean,
): RankedNotes[] {
  const { words } = live;
  if (words === undefined) return [];
  // Notes may move to other blocks during the search.
  const slots = live.slots.slice();
  const visible = new Uint8Array(slots.length);
  for (let note = 0; note < slots.length; note++) {
    const path = store.pathOf(slots[note] ?? -1);
    if (path !== undefined && isInScope(path)) visible[note] = 1;
  }
  return [
    {
      source: toWordSource(words, visible),
      words,
      pathAt: (note) => store.pathOf(slots[note] ?? -1),
      placeAt: (note) => ({ live, note }),
    },
  ];
}

function scannedNotes(source: WordSource, notes: readonly UnindexedNote[]): RankedNotes {
  return {
    source,
    pathAt: (number) => notes[number]?.path,
    placeAt: (number) => notes[number]?.place,
  };
}

/** The notes with a score that are all the question wants. */
async function filter(
  parts: readonly RankedNotes[],
  scores: readonly Float64Array[],
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
        const note = openHit(hit);
        if (note === undefined || !fulfils(note, condition)) continue;
        if (pace.isDue()) await pace.pause();
      }
      scored.push(hit);
    }
  }
  return scored;
}

function openHit({ path, part, number }: Scored): StoredNote | undefined {
  const place = part.placeAt(number);
  return place && openNote(path, place);
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

function createDescriber({ terms, usual }: Ranking, length: number): (hit: Scored) => RankedHit[] {
  const find = createTermFinder(terms);
  return (hit) => {
    const { path, score, part, number } = hit;
    const note = openHit(hit);
    if (note === undefined) return [];
    const found = find(note, part.source.noteLanguages[number] || usual);
    const passage = passageOf(note.text, found, terms, length);
    return [{ path, title: titleOf(path), score, passage }];
  };
}
