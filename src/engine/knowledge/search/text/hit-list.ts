import { comparePaths } from '../../../../contract/paths.ts';
import type { LiveBlock, LooseNote, NoteStore, PlacedNote } from './note-store.ts';

/**
 * Notes that a search has found, as they were when it started. There can be very many, so they
 * are rows of numbers, grouped by block; loose notes are a group of their own at the end.
 */
export class HitList {
  readonly #groups: Group[] = [];
  readonly #loose: PlacedNote[] = [];
  #grouped = 0;

  get length(): number {
    return this.#grouped + this.#loose.length;
  }

  /** Takes in the first `count` of the given notes of a block, with their numbers in the store. */
  addGroup(live: LiveBlock, notes: Uint32Array, slots: Int32Array, count: number): void {
    if (count === 0) return;
    this.#groups.push({ live, start: this.#grouped, notes, slots, count });
    this.#grouped += count;
  }

  addLoose(slot: number, loose: LooseNote): void {
    this.#loose.push({ slot, loose });
  }

  /** Takes in a hit of another list. */
  add(hit: PlacedNote): void {
    this.#loose.push(hit);
  }

  at(index: number): PlacedNote {
    const group = this.#groupOf(index);
    const hit = group === undefined ? this.#loose[index - this.#grouped] : hitOf(group, index);
    if (hit === undefined) throw new RangeError('There is no such hit.');
    return hit;
  }

  slotAt(index: number): number {
    const group = this.#groupOf(index);
    const slot = group?.slots[index - group.start] ?? this.#loose[index - this.#grouped]?.slot;
    return slot ?? -1;
  }

  *[Symbol.iterator](): Generator<PlacedNote> {
    for (let i = 0; i < this.length; i++) yield this.at(i);
  }

  /** Where the hits that still have a path are in this list, in the order of their paths. */
  inOrder(store: NoteStore): readonly number[] | Int32Array {
    if (this.length <= fewHits) return this.#sorted(store);
    const ranks = store.order.ranks();
    const byRank = new Int32Array(store.count).fill(-1);
    const put = (slot: number, index: number) => {
      if (store.pathOf(slot) !== undefined) byRank[ranks[slot] ?? 0] = index;
    };
    for (const { slots, start, count } of this.#groups) {
      for (let i = 0; i < count; i++) put(slots[i] ?? -1, start + i);
    }
    this.#loose.forEach(({ slot }, i) => {
      put(slot, this.#grouped + i);
    });
    let end = 0;
    for (let rank = 0; rank < byRank.length; rank++) {
      const index = byRank[rank] ?? -1;
      if (index >= 0) byRank[end++] = index;
    }
    return byRank.subarray(0, end);
  }

  /** Sorting few by their paths is cheaper than keeping all in order. */
  #sorted(store: NoteStore): number[] {
    const there: { index: number; path: string }[] = [];
    for (let index = 0; index < this.length; index++) {
      const path = store.pathOf(this.slotAt(index));
      if (path !== undefined) there.push({ index, path });
    }
    return there.sort((a, b) => comparePaths(a.path, b.path)).map(({ index }) => index);
  }

  #groupOf(index: number): Group | undefined {
    if (index >= this.#grouped) return undefined;
    return this.#groups.findLast(({ start }) => start <= index);
  }
}

interface Group {
  readonly live: LiveBlock;
  /** How many hits come before it. */
  readonly start: number;
  readonly notes: Uint32Array;
  readonly slots: Int32Array;
  readonly count: number;
}

const fewHits = 500;

function hitOf({ live, start, notes, slots }: Group, index: number): PlacedNote {
  return { slot: slots[index - start] ?? -1, live, note: notes[index - start] ?? 0 };
}
