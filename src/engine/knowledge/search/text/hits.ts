import { searchLimits } from '../../../../contract/limits.ts';
import { comparePaths } from '../../../../contract/paths.ts';
import { createPace } from '../../../../kit/pace.ts';
import type { Condition } from '../core/condition.ts';
import { evaluate } from '../filter-notes.ts';
import { everyNote, maybe, yes } from '../match-set.ts';
import { pathTest } from '../scope.ts';
import type { PageOptions, SearchScope } from '../types.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { type NoteStore, openNote, type PlacedNote } from './note-store.ts';
import { noteTest } from './note-test.ts';
import type { StoredNote } from './stored-note.ts';

export interface HitPage {
  readonly notes: readonly StoredNote[];
  readonly total: number;
  readonly cursor?: string;
}

/** Below this, sorting hits by their paths is faster than keeping the order of all notes. */
const fewHits = 500;

/** All notes of a scope that fulfil a condition. Reads only those that the index is not sure of. */
export async function findHits(
  store: NoteStore,
  condition: Condition,
  scope: SearchScope,
): Promise<PlacedNote[]> {
  const { sure, unsure } = partition(store, condition, scope);
  const pace = createPace(scope.signal);
  const isHit = noteTest(condition);
  for (const hit of unsure) {
    const path = store.pathOf(hit.slot);
    if (path === undefined) continue;
    if (isHit(hit, path)) sure.push(hit);
    if (pace.isDue()) await pace.pause();
  }
  return sure;
}

/** All notes of a scope that may fulfil a condition, for conditions that are only a part of the query. */
export function candidates(
  store: NoteStore,
  condition: Condition,
  scope: SearchScope,
): PlacedNote[] {
  const { sure, unsure } = partition(store, condition, scope);
  return sure.concat(unsure);
}

/** The hits that are on one page, in the order of their paths. */
export function pageOf(
  store: NoteStore,
  hits: readonly PlacedNote[],
  scope: SearchScope,
  { limit = 50, cursor, offset = 0 }: PageOptions,
): HitPage {
  // Notes may have changed during the search: those that are gone or outside of the scope are left out.
  const isInScope = pathTest(scope);
  const after = cursor === undefined ? undefined : readCursor(cursor).path;
  const sorted = inPathOrder(store, hits);
  const pathAt = (index: number) => store.pathOf(sorted[index]?.slot ?? -1) ?? '';
  const notes: StoredNote[] = [];
  let at = (after === undefined ? 0 : countUpTo(sorted.length, pathAt, after)) + offset;
  for (
    ;
    at < sorted.length && notes.length < Math.min(limit, searchLimits.allMatchesNotesMax);
    at++
  ) {
    const [path, hit] = [pathAt(at), sorted[at]];
    if (hit !== undefined && isInScope(path)) notes.push(openNote(path, hit));
  }
  const last = notes.at(-1);
  const page = { notes, total: sorted.length };
  return last === undefined || at >= sorted.length
    ? page
    : { ...page, cursor: writeCursor({ path: last.path }) };
}

/** The hits that still have a path, in the order of their paths. */
function inPathOrder(store: NoteStore, hits: readonly PlacedNote[]): PlacedNote[] {
  const present = hits.filter(({ slot }) => store.pathOf(slot) !== undefined);
  if (present.length > fewHits) {
    const ranks = store.order.ranks();
    const byRank = new Array<PlacedNote | undefined>(store.count).fill(undefined);
    for (const hit of present) byRank[ranks[hit.slot] ?? 0] = hit;
    return byRank.filter((hit) => hit !== undefined);
  }
  const path = ({ slot }: PlacedNote) => store.pathOf(slot) ?? '';
  return present.sort((a, b) => comparePaths(path(a), path(b)));
}

/** How many of the sorted paths come before `path` or are `path`. */
function countUpTo(length: number, pathAt: (index: number) => string, path: string): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comparePaths(pathAt(middle), path) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What the index says: notes that fulfil the condition, and notes that have to be read. */
function partition(
  store: NoteStore,
  condition: Condition,
  scope: SearchScope,
): { sure: PlacedNote[]; unsure: PlacedNote[] } {
  const [sure, unsure]: [PlacedNote[], PlacedNote[]] = [[], []];
  const isInScope = pathTest(scope);
  const isVisible = (slot: number): boolean => {
    const path = store.pathOf(slot);
    return path !== undefined && isInScope(path);
  };
  for (const live of store.blocks) {
    const { words, slots } = live;
    const { notes, values } =
      words === undefined ? everyNote(slots.length, maybe) : evaluate(words, condition);
    for (let i = 0; i < notes.length; i++) {
      const note = notes[i] ?? 0;
      const slot = slots[note] ?? -1;
      if (isVisible(slot)) (values[i] === yes ? sure : unsure).push({ slot, live, note });
    }
  }
  for (const [slot, loose] of store.loose) if (isVisible(slot)) unsure.push({ slot, loose });
  return { sure, unsure };
}
