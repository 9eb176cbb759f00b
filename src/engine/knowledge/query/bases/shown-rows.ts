import { EvalFailure } from '../values/failure.ts';
import { TextBudget } from '../values/text-budget.ts';
import type { Value } from '../values/value.ts';
import type { BaseSort } from './base.ts';
import { propertyOf } from './columns.ts';
import type { BaseRow } from './env.ts';
import { sortBase } from './operators.ts';
import { isBaseEmpty } from './types.ts';

interface Keyed {
  readonly row: BaseRow;
  readonly keys: readonly Value[];
}

/** The rows that a view shows, in their order. Of those that it cannot show only the number is kept. */
export class ShownRows {
  /** Rows that were added, whatever the limit lets through. */
  total = 0;
  readonly #sorts: readonly BaseSort[];
  readonly #rowsMax: number;
  #rows: Keyed[] = [];
  readonly #budget = new TextBudget();
  /** The last row of a full set: what does not come before it is not shown. */
  #last: Keyed | undefined;

  constructor(sorts: readonly BaseSort[], rowsMax: number) {
    this.#sorts = sorts;
    this.#rowsMax = rowsMax;
  }

  add(row: BaseRow): void {
    this.total++;
    if (this.#sorts.length === 0 && this.#rows.length >= this.#rowsMax) return;
    const keys = this.#sorts.map(({ property }) => valueOr(property, row));
    if (this.#last !== undefined && this.#compare(keys, this.#last.keys) >= 0) return;
    this.#rows.push({ row, keys });
    this.#budget.add(keys);
    // The sort is stable, so cutting early keeps exactly the rows that a full sort would put first.
    if (this.#rows.length >= 2 * this.#rowsMax + 64) {
      this.#cut();
      this.#last = this.#rows.at(-1);
      this.#budget.reset();
      for (const each of this.#rows) this.#budget.add(each.keys);
    }
  }

  list(): BaseRow[] {
    this.#cut();
    return this.#rows.map(({ row }) => row);
  }

  #cut(): void {
    this.#rows.sort((a, b) => this.#compare(a.keys, b.keys));
    this.#rows.length = Math.min(this.#rows.length, this.#rowsMax);
  }

  #compare(a: readonly Value[], b: readonly Value[]): number {
    for (const [at, { isDescending }] of this.#sorts.entries()) {
      const order = directed(a[at] ?? null, b[at] ?? null, isDescending);
      if (order !== 0) return order;
    }
    return 0;
  }
}

/** What is empty comes last whichever way the rest is sorted. */
export function directed(a: Value, b: Value, isDescending: boolean): number {
  const order = sortBase(a, b);
  return isDescending && !isBaseEmpty(a) && !isBaseEmpty(b) ? -order : order;
}

/** The value of a property, or nothing where working it out fails. */
export function valueOr(id: string, row: BaseRow): Value {
  try {
    return propertyOf(id, row);
  } catch (thrown) {
    if (thrown instanceof EvalFailure) return null;
    throw thrown;
  }
}
