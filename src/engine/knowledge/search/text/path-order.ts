import { comparePaths } from '../../../../contract/paths.ts';

/** Keeps the numbers of notes in the order of their paths; sorts only when somebody asks. */
export class PathOrder {
  #sorted: number[] = [];
  #added: number[] = [];
  #removed = 0;
  #ranks = new Uint32Array(0);
  readonly #pathOf: (slot: number) => string | undefined;

  /** `pathOf` gives the path of a number, or undefined when it is gone. */
  constructor(pathOf: (slot: number) => string | undefined) {
    this.#pathOf = pathOf;
  }

  add(slot: number): void {
    this.#added.push(slot);
  }

  /** Call after the path is gone. */
  remove(): void {
    this.#removed++;
  }

  /** Many paths changed under their numbers. */
  reset(slots: Iterable<number>): void {
    this.#sorted = [];
    this.#added = [...slots];
    this.#removed = 0;
  }

  /** The place of each number in that order. */
  ranks(): Uint32Array {
    this.#refresh();
    return this.#ranks;
  }

  #refresh(): void {
    if (this.#added.length === 0 && this.#removed === 0) return;
    const fresh = [...new Set(this.#added)].filter((slot) => this.#pathOf(slot) !== undefined);
    fresh.sort((a, b) => comparePaths(this.#path(a), this.#path(b)));
    const again = new Set(fresh);
    const kept = this.#sorted.filter(
      (slot) => this.#pathOf(slot) !== undefined && !again.has(slot),
    );
    this.#sorted = this.#merge(kept, fresh);
    this.#added = [];
    this.#removed = 0;
    let most = -1;
    for (const slot of this.#sorted) if (slot > most) most = slot;
    this.#ranks = new Uint32Array(most + 1);
    for (let i = 0; i < this.#sorted.length; i++) this.#ranks[this.#sorted[i] ?? 0] = i;
  }

  #merge(kept: number[], fresh: number[]): number[] {
    if (kept.length === 0) return fresh;
    const merged: number[] = [];
    let at = 0;
    for (const slot of fresh) {
      const path = this.#path(slot);
      while (at < kept.length && comparePaths(this.#path(kept[at] ?? 0), path) < 0) {
        merged.push(kept[at++] ?? 0);
      }
      merged.push(slot);
    }
    while (at < kept.length) merged.push(kept[at++] ?? 0);
    return merged;
  }

  #path(slot: number): string {
    return this.#pathOf(slot) ?? '';
  }
}
