import { comparePaths } from '../../../../contract/paths.ts';

/** The order of notes by path. It is sorted when it is needed. */
export class PathOrder {
  #sorted: number[] = [];
  #added = new Set<number>();
  #isStale = false;
  #ranks = new Uint32Array(0);
  readonly #pathOf: (slot: number) => string | undefined;

  /** `pathOf` gives the path of a slot, or undefined when it is free. */
  constructor(pathOf: (slot: number) => string | undefined) {
    this.#pathOf = pathOf;
  }

  /** The slot has another path now. */
  add(slot: number): void {
    this.#added.add(slot);
    this.#isStale = true;
  }

  /** A path was removed. */
  remove(): void {
    this.#isStale = true;
  }

  /** The place of each slot in that order. */
  ranks(): Uint32Array {
    if (this.#isStale) this.#sort();
    return this.#ranks;
  }

  #sort(): void {
    const path = (slot: number) => this.#pathOf(slot) ?? '';
    const isUsed = (slot: number) => this.#pathOf(slot) !== undefined;
    const kept = this.#sorted.filter((slot) => isUsed(slot) && !this.#added.has(slot));
    // Most are in order already, which makes the sort a merge.
    const added = [...this.#added].filter(isUsed);
    this.#sorted = [...kept, ...added].sort((a, b) => comparePaths(path(a), path(b)));
    this.#added.clear();
    this.#isStale = false;
    const slotsEnd = this.#sorted.reduce((end, slot) => Math.max(end, slot + 1), 0);
    this.#ranks = new Uint32Array(slotsEnd);
    this.#sorted.forEach((slot, rank) => {
      this.#ranks[slot] = rank;
    });
  }
}
