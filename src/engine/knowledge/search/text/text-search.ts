import { VaultError } from '../../../../contract/errors.ts';
import { searchLimits } from '../../../../contract/limits.ts';
import type { Condition } from '../core/condition.ts';
import { countNeedle } from '../filter-notes.ts';
import type { PageOfHits, SearchScope, TextHit, TextQuery } from '../types.ts';
import type { HitList } from './hit-list.ts';
import { findHits, pageOf, Rest } from './hits.ts';
import { describePlaces, findPlaces } from './matches.ts';
import { makeNeedle, type Needle } from './needle.ts';
import { type NoteStore, openNote, type PlacedNote } from './note-store.ts';
import type { StoredNote } from './stored-note.ts';

/** Notes in which all terms stand, in the order of their paths. */
export async function searchText(
  store: NoteStore,
  query: TextQuery,
  scope: SearchScope,
): Promise<PageOfHits<TextHit>> {
  const request = checkQuery(query);
  const { needles, subject } = request;
  const condition: Condition = {
    type: 'all',
    items: needles.map((needle) => ({ type: 'needle', needle, subject })),
  };
  const done = store.startReading();
  try {
    const hits = await findHits(store, condition, scope);
    const counted = query.countMatches
      ? { totalMatches: await countPlaces(store, hits, request, scope) }
      : {};
    const { notes, ...page } = pageOf(store, hits, scope, query);
    const describe = query.notesOnly ? wholeHit : (note: StoredNote) => describeHit(note, request);
    return { hits: notes.map(describe), ...page, ...counted };
  } finally {
    done();
  }
}

interface Request {
  readonly needles: readonly Needle[];
  readonly subject: 'name' | 'text' | 'either';
  readonly context: { readonly characters: number } | { readonly lines: number };
  readonly matchesMax: number;
  /** How far apart different terms may stand and still be one place. */
  readonly joinWithin: number;
}

function checkQuery(query: TextQuery): Request {
  const { terms, subject = 'either', context = { characters: 100 }, matchesMax = 10 } = query;
  const wanted = [...new Set(terms)].filter((term) => term !== '');
  if (wanted.length === 0) {
    throw new VaultError('invalid-input', 'There is nothing to search for.', {
      reason: 'query-required',
      hint: 'Give at least one word.',
    });
  }
  const long = wanted.some((term) => term.length > searchLimits.termLengthMax);
  if (long || wanted.length > searchLimits.termsMax) {
    throw new VaultError('invalid-input', 'There is too much to search for at once.', {
      hint: `Give at most ${searchLimits.termsMax} terms of ${searchLimits.termLengthMax} characters.`,
    });
  }
  const around = 'lines' in context ? 0 : context.characters;
  if (around * 2 * matchesMax > searchLimits.contextCharactersMax) {
    throw new VaultError('invalid-input', 'So much context for so many matches does not fit.', {
      reason: 'context-length-too-large',
      hint: 'Ask for less context or for fewer matches.',
      data: { contextLength: around },
    });
  }
  const needles = wanted.map((term) => makeNeedle(term, query));
  return { needles, subject, context, matchesMax, joinWithin: 2 * around };
}

function describeHit(note: StoredNote, request: Request): TextHit {
  const { needles, subject, context, matchesMax, joinWithin } = request;
  const places = findPlaces(note, needles, subject, joinWithin);
  return {
    path: note.path,
    matches: describePlaces(note, places.slice(0, matchesMax), context),
    total: places.length,
  };
}

function wholeHit({ path, text }: StoredNote): TextHit {
  return { path, text, matches: [], total: 0 };
}

/** Places in all hits: from the index where it knows them, else from the notes. */
async function countPlaces(
  store: NoteStore,
  hits: HitList,
  { needles, subject, joinWithin }: Request,
  { signal }: SearchScope,
): Promise<number> {
  const countOf = indexedCounts(needles, subject);
  const rest = new Rest(signal);
  let total = 0;
  for (const hit of hits) {
    const known = countOf(hit);
    const path = store.pathOf(hit.slot);
    if (known !== undefined) total += known;
    else if (path !== undefined) {
      total += findPlaces(openNote(path, hit), needles, subject, joinWithin).length;
    }
    if (rest.isDue()) await rest.take();
  }
  return total;
}

function indexedCounts(
  [needle, ...others]: readonly Needle[],
  subject: 'name' | 'text' | 'either',
): (hit: PlacedNote) => number | undefined {
  if (needle === undefined || others.length > 0 || subject !== 'text') return () => undefined;
  const known = new Map<unknown, Uint32Array | undefined>();
  return (hit) => {
    const words = 'live' in hit ? hit.live.words : undefined;
    if (words === undefined || !('live' in hit)) return undefined;
    if (!known.has(words)) known.set(words, countNeedle(words, needle));
    return words.incomplete[hit.note] === 1 ? undefined : known.get(words)?.[hit.note];
  };
}
