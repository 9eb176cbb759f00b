import { TextBudget } from './values/text-budget.ts';
import type { Value } from './values/value.ts';

/** A row that waits to be sorted, with what it is sorted by. */
interface Keyed {
  readonly keys: readonly Value[];
}

/** Compares two keys in the direction of their column. */
type CompareKeys = (a: Value, b: Value, isDescending: boolean) => number;

/** Sorts rows, and keeps no more than twice as many of them as are asked for. */
export class SortedRows<Row extends Keyed> {
  readonly #columns: readonly { readonly isDescending: boolean }[];
  readonly #compareKeys: CompareKeys;
  readonly #rowsMax: number;
  readonly #budget = new TextBudget();
  #rows: Row[] = [];
  /** The last row of a full set: what does not come before it is not needed. */
  #last: Row | undefined;

  constructor(
    columns: readonly { readonly isDescending: boolean }[],
    rowsMax: number,
    compareKeys: CompareKeys,
  ) {
    this.#columns = columns;
    this.#rowsMax = rowsMax;
    this.#compareKeys = compareKeys;
  }

  add(row: Row): void {
    if (this.#last !== undefined && this.#compare(row, this.#last) >= 0) return;
    this.#rows.push(row);
    this.#budget.add(row.keys);
    if (this.#rows.length < 2 * this.#rowsMax + 64) return;
    // The sort is stable, so cutting early keeps exactly the rows that a full sort would put first.
    this.#rows = this.list();
    this.#last = this.#rows.at(-1);
    this.#budget.reset();
    for (const { keys } of this.#rows) this.#budget.add(keys);
  }

  list(): Row[] {
    return this.#rows.sort((a, b) => this.#compare(a, b)).slice(0, this.#rowsMax);
  }

  #compare(a: Row, b: Row): number {
    for (let at = 0; at < this.#columns.length; at++) {
      const isDescending = this.#columns[at]?.isDescending === true;
      const order = this.#compareKeys(a.keys[at] ?? null, b.keys[at] ?? null, isDescending);
      if (order !== 0) return order;
    }
    return 0;
  }
}
