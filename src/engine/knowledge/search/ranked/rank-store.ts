import type { Pace } from '../../../../kit/pace.ts';
import { pathTest } from '../scope.ts';
import { type LiveBlock, type NotePlace, type NoteStore, openNote } from '../text/note-store.ts';
import type { StoredNote } from '../text/stored-note.ts';
import type { WordIndex } from '../text/word-index.ts';
import type { SearchScope } from '../types.ts';
import { bestLanguage } from './languages.ts';
import {
  type AnsweredTerm,
  measureSources,
  mostTelling,
  type NoteMeasures,
  type Scores,
  scoreNotes,
} from './rank.ts';
import type { RankedTerm } from './rank-query.ts';
import { scanWords, type UnindexedNote } from './scan-words.ts';
import { formsOf, type TermForms, toForms } from './term-forms.ts';
import { wantedWords } from './wanted-words.ts';
import { toWordSource, type WordSource } from './word-source.ts';

/** Notes with their words, and where they are. */
export interface RankedNotes {
  readonly source: WordSource;
  /** Absent where the notes were read for this question. */
  readonly words?: WordIndex;
  /** Undefined when the note is gone. */
  pathAt(number: number): string | undefined;
  placeAt(number: number): NotePlace | undefined;
}

/** A note of a ranking. */
export interface RankedNote {
  readonly path: string;
  readonly part: RankedNotes;
  readonly number: number;
}

export interface Ranking {
  readonly parts: readonly RankedNotes[];
  /** Of each note of each part; zero for those that have no term. */
  readonly scores: readonly Float64Array[];
  readonly terms: readonly AnsweredTerm[];
  /** The language of notes that do not show theirs. */
  readonly usual: number;
}

/** How terms of a note, which are words that exist, are ranked by. */
interface RankingOptions {
  /** Only so many terms that say most count, and only in their own forms. */
  readonly tellingMax?: number;
}

/** Scores all notes of a scope by their words. */
export async function rankNotes(
  store: NoteStore,
  terms: readonly RankedTerm[],
  scope: SearchScope,
  pace: Pace,
  { tellingMax }: RankingOptions = {},
): Promise<Ranking> {
  const isInScope = pathTest(scope);
  const indexed = [...store.blocks].flatMap((live) => indexedNotes(store, live, isInScope));
  const unindexed = [...store.unindexed()].flatMap((place) => {
    const path = store.pathOf(place.slot);
    return path !== undefined && isInScope(path) ? [{ path, place }] : [];
  });
  // Their languages are not known before they are read.
  const anyForms = terms.map((term) => formsOf(term));
  const score = async (mistaken: readonly TermForms[]) => {
    const source = await scanWords(unindexed, wantedWords(anyForms, mistaken), pace);
    const parts = [...indexed, scannedNotes(source, unindexed)];
    const sources = parts.map((part) => part.source);
    const measures = measureSources(sources);
    const all = toForms(terms, measures.languageCounts);
    const scores =
      tellingMax === undefined
        ? await scoreNotes(sources, measures, all, pace)
        : await scoreTelling(sources, measures, all, tellingMax, pace);
    return { parts, measures, ...scores };
  };
  let scored = await score([]);
  const mistaken = scored.answered
    .filter(({ kinds }) => !kinds.includes('same') && !kinds.includes('prefix'))
    .map(({ forms }) => forms);
  // Only now is it known which words may be mistakes, so texts without an index are read again.
  const mayBeMistaken = mistaken.length > 0 && unindexed.length > 0 && tellingMax === undefined;
  if (mayBeMistaken) scored = await score(mistaken);
  const { parts, scores, answered, measures } = scored;
  return { parts, scores, terms: answered, usual: bestLanguage(measures.languageCounts) };
}

async function scoreTelling(
  sources: readonly WordSource[],
  measures: NoteMeasures,
  forms: readonly TermForms[],
  max: number,
  pace: Pace,
): Promise<Scores> {
  const telling = await mostTelling(sources, measures, forms, max, pace);
  return scoreNotes(sources, measures, telling, pace, ['same']);
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

/** The text of a note; undefined when it is gone. */
export function openRanked({ path, part, number }: RankedNote): StoredNote | undefined {
  const place = part.placeAt(number);
  return place && openNote(path, place);
}

export function rankedLanguage({ part, number }: RankedNote, { usual }: Ranking): number {
  return part.source.noteLanguages[number] || usual;
}
