import { VaultError } from '../../../../contract/errors.ts';
import { searchLimits } from '../../../../contract/limits.ts';
import type { Condition } from '../core/condition.ts';
import type { PageOfHits, SearchScope, TextHit, TextQuery } from '../types.ts';
import { findHits, pageOf } from './hits.ts';
import { describeMatches, findRanges } from './matches.ts';
import { makeNeedle, type Needle } from './needle.ts';
import type { NoteStore } from './note-store.ts';
import type { StoredNote } from './stored-note.ts';

/** Notes that contain all terms, in the order of their paths. */
export async function searchText(
  store: NoteStore,
  query: TextQuery,
  scope: SearchScope,
): Promise<PageOfHits<TextHit>> {
  const needles = toNeedles(query);
  const { subject = 'either' } = query;
  const condition: Condition = {
    type: 'all',
    items: needles.map((needle) => ({ type: 'needle', needle, subject })),
  };
  const done = store.startReading();
  try {
    const hits = await findHits(store, condition, scope);
    const { notes, ...page } = pageOf(store, hits, scope, query);
    const describe = query.notesOnly
      ? wholeHit
      : (note: StoredNote) => describeHit(note, needles, query);
    return { hits: notes.map(describe), ...page };
  } finally {
    done();
  }
}

function toNeedles(query: TextQuery): Needle[] {
  const terms = [...new Set(query.terms)].filter((term) => term !== '');
  if (terms.length === 0) {
    throw new VaultError('invalid-input', 'There is nothing to search for.', {
      reason: 'query-required',
      hint: 'Give at least one word.',
    });
  }
  const isLong = terms.some((term) => term.length > searchLimits.termLengthMax);
  if (isLong || terms.length > searchLimits.termsMax) {
    throw new VaultError('invalid-input', 'There is too much to search for at once.', {
      hint: `Give at most ${searchLimits.termsMax} terms of ${searchLimits.termLengthMax} characters.`,
    });
  }
  return terms.map((term) => makeNeedle(term, query));
}

function describeHit(
  note: StoredNote,
  needles: readonly Needle[],
  { subject = 'either', contextLines = 0, matchesMax = 10 }: TextQuery,
): TextHit {
  const ranges = findRanges(note, needles, subject);
  return {
    path: note.path,
    matches: describeMatches(note, ranges.slice(0, matchesMax), contextLines),
    total: ranges.length,
  };
}

function wholeHit({ path, text }: StoredNote): TextHit {
  return { path, text, matches: [], total: 0 };
}
