import { setImmediate } from 'node:timers/promises';
import { searchLimits } from '../../contract/limits.ts';
import { comparePaths } from '../../contract/paths.ts';
import { type Condition, fulfils } from './condition.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { judge, maybe, no } from './judge.ts';
import { type NoteStore, openNote, type PlacedNote } from './note-store.ts';
import { pathTest } from './scope.ts';
import type { StoredNote } from './stored-note.ts';
import type { PageOptions, SearchScope } from './types.ts';

export interface HitPage {
  readonly notes: readonly StoredNote[];
  readonly total: number;
  readonly cursor?: string;
}

/** All notes of a scope that fulfil a condition. Reads only those that the index is not sure of. */
export async function findHits(
  store: NoteStore,
  condition: Condition,
  scope: SearchScope,
): Promise<PlacedNote[]> {
  const { sure, unsure } = sift(store, condition, pathTest(scope));
  const rest = new Rest(scope.signal);
  for (const hit of unsure) {
    const path = store.pathOf(hit.slot);
    if (path !== undefined && fulfils(openNote(path, hit), condition)) sure.push(hit);
    if (rest.isDue()) await rest.take();
  }
  return sure;
}

/** All notes of a scope that may fulfil a condition: for conditions that are only a part of the question. */
export function candidates(
  store: NoteStore,
  condition: Condition,
  scope: SearchScope,
): PlacedNote[] {
  const { sure, unsure } = sift(store, condition, pathTest(scope));
  return sure.concat(unsure);
}

/** The part of the hits that is on one page, in the order of their paths. */
export function pageOf(
  store: NoteStore,
  hits: readonly PlacedNote[],
  scope: SearchScope,
  { limit = 50, cursor, offset = 0 }: PageOptions,
): HitPage {
  // Others may have written meanwhile: what is gone, or has moved out of the scope, is left out.
  const may = pathTest(scope);
  const after = cursor === undefined ? undefined : readCursor(cursor).path;
  const sorted = sortHits(store, hits);
  const from = after === undefined ? 0 : countUpTo(store, sorted, after);
  const notes: StoredNote[] = [];
  let at = from + offset;
  for (; at < sorted.length && notes.length < Math.min(limit, searchLimits.pageMax); at++) {
    const hit = sorted[at];
    const path = hit === undefined ? undefined : store.pathOf(hit.slot);
    if (hit !== undefined && path !== undefined && may(path)) notes.push(openNote(path, hit));
  }
  const last = notes.at(-1);
  const page = { notes, total: sorted.length };
  return last === undefined || at >= sorted.length
    ? page
    : { ...page, cursor: writeCursor({ path: last.path }) };
}

/** Sorting few by their paths is cheaper than keeping all in order. */
const fewHits = 500;

function sortHits(store: NoteStore, hits: readonly PlacedNote[]): readonly PlacedNote[] {
  const there = hits.filter(({ slot }) => store.pathOf(slot) !== undefined);
  if (there.length <= fewHits) {
    const path = ({ slot }: PlacedNote) => store.pathOf(slot) ?? '';
    return there.sort((a, b) => comparePaths(path(a), path(b)));
  }
  const ranks = store.order.ranks();
  const byRank = new Array<PlacedNote | undefined>(store.count).fill(undefined);
  for (const hit of there) byRank[ranks[hit.slot] ?? 0] = hit;
  return byRank.filter((hit) => hit !== undefined);
}

/** How many of the sorted hits come before `path` or are `path`. */
function countUpTo(store: NoteStore, sorted: readonly PlacedNote[], path: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = store.pathOf(sorted[middle]?.slot ?? -1) ?? '';
    if (comparePaths(there, path) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Says when a long search should let others go first. */
export class Rest {
  readonly #signal: AbortSignal | undefined;
  #since = performance.now();
  #calls = 0;

  constructor(signal: AbortSignal | undefined) {
    signal?.throwIfAborted();
    this.#signal = signal;
  }

  isDue(): boolean {
    return (++this.#calls & 15) === 0 && performance.now() - this.#since > searchLimits.sliceMs;
  }

  async take(): Promise<void> {
    await setImmediate();
    this.#signal?.throwIfAborted();
    this.#since = performance.now();
  }
}

/** What the index says: notes that fulfil the condition, and notes that have to be read. */
function sift(
  store: NoteStore,
  condition: Condition,
  may: (path: string) => boolean,
): { sure: PlacedNote[]; unsure: PlacedNote[] } {
  const sure: PlacedNote[] = [];
  const unsure: PlacedNote[] = [];
  const isIn = (slot: number): boolean => {
    const path = store.pathOf(slot);
    return path !== undefined && may(path);
  };
  for (const live of store.segments) {
    const verdicts = judge(live.segment, condition);
    for (let note = 0; note < verdicts.length; note++) {
      if (verdicts[note] === no) continue;
      const slot = live.slots[note] ?? -1;
      if (slot < 0 || !isIn(slot)) continue;
      (verdicts[note] === maybe ? unsure : sure).push({ slot, live, note });
    }
  }
  for (const [slot, loose] of store.loose) if (isIn(slot)) unsure.push({ slot, loose });
  return { sure, unsure };
}
