import { setImmediate } from 'node:timers/promises';
import { searchLimits } from '../../../../contract/limits.ts';
import { comparePaths } from '../../../../contract/paths.ts';
import type { Condition } from '../core/condition.ts';
import { judge } from '../filter-notes.ts';
import { everyNote, maybe, yes } from '../match-set.ts';
import { pathTest } from '../scope.ts';
import type { PageOptions, SearchScope } from '../types.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { HitList } from './hit-list.ts';
import { type NoteStore, openNote } from './note-store.ts';
import { noteTest } from './note-test.ts';
import type { StoredNote } from './stored-note.ts';

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
): Promise<HitList> {
  const { sure, unsure } = sift(store, condition, pathTest(scope));
  const rest = new Rest(scope.signal);
  const isHit = noteTest(condition);
  for (const hit of unsure) {
    const path = store.pathOf(hit.slot);
    if (path === undefined) continue;
    if (isHit(hit, path)) sure.add(hit);
    if (rest.isDue()) await rest.take();
  }
  return sure;
}

/** All notes of a scope that may fulfil a condition: for conditions that are only a part of the question. */
export function candidates(store: NoteStore, condition: Condition, scope: SearchScope): HitList {
  const { sure, unsure } = sift(store, condition, pathTest(scope));
  for (const note of unsure) sure.add(note);
  return sure;
}

/** The part of the hits that is on one page, in the order of their paths. */
export function pageOf(
  store: NoteStore,
  hits: HitList,
  scope: SearchScope,
  { limit = 50, cursor, offset = 0 }: PageOptions,
): HitPage {
  // Others may have written meanwhile: what is gone, or has moved out of the scope, is left out.
  const may = pathTest(scope);
  const after = cursor === undefined ? undefined : readCursor(cursor).path;
  const sorted = hits.inOrder(store);
  const pathAt = (place: number) => store.pathOf(hits.slotAt(sorted[place] ?? -1)) ?? '';
  const notes: StoredNote[] = [];
  let at = (after === undefined ? 0 : countUpTo(sorted.length, pathAt, after)) + offset;
  for (; at < sorted.length && notes.length < Math.min(limit, searchLimits.pageMax); at++) {
    const path = pathAt(at);
    if (may === undefined || may(path)) notes.push(openNote(path, hits.at(sorted[at] ?? -1)));
  }
  const last = notes.at(-1);
  const page = { notes, total: sorted.length };
  return last === undefined || at >= sorted.length
    ? page
    : { ...page, cursor: writeCursor({ path: last.path }) };
}

/** How many of the sorted paths come before `path` or are `path`. */
function countUpTo(length: number, pathAt: (place: number) => string, path: string): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comparePaths(pathAt(middle), path) <= 0) low = middle + 1;
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
  may: ((path: string) => boolean) | undefined,
): { sure: HitList; unsure: HitList } {
  const sure = new HitList();
  const unsure = new HitList();
  const isIn = (slot: number): boolean => {
    const path = store.pathOf(slot);
    return path !== undefined && (may === undefined || may(path));
  };
  for (const live of store.blocks) {
    const { words, slots: known } = live;
    const { notes, values } =
      words === undefined ? everyNote(known.length, maybe) : judge(words, condition);
    for (const [list, wanted] of [
      [sure, yes],
      [unsure, maybe],
    ] as const) {
      if (!values.includes(wanted)) continue;
      const chosen = new Uint32Array(notes.length);
      const slots = new Int32Array(notes.length);
      let count = 0;
      for (let i = 0; i < notes.length; i++) {
        if (values[i] !== wanted) continue;
        const note = notes[i] ?? 0;
        const slot = known[note] ?? -1;
        if (slot < 0 || !isIn(slot)) continue;
        chosen[count] = note;
        slots[count++] = slot;
      }
      list.addGroup(live, chosen, slots, count);
    }
  }
  for (const [slot, loose] of store.loose) if (isIn(slot)) unsure.addLoose(slot, loose);
  return { sure, unsure };
}
