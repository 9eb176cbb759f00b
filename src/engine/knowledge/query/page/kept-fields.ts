import { limits } from '../../../../contract/limits.ts';
import { isDate } from '../values/date.ts';
import { isDuration } from '../values/duration.ts';
import { isLink, isList, isObject, type Value } from '../values/value.ts';

/** Something worked out that can be worked out again. */
export interface Droppable {
  drop(): void;
}

/**
 * How much of the fields of pages is kept for the next query, by all callers together. A query may
 * look at every page of a vault; what it leaves behind must not grow with the vault.
 */
export class KeptFields {
  #left: number;
  /** What found no room; the last few stay, because expressions ask for one page many times in a row. */
  readonly #passing: (Droppable | undefined)[] = [];
  #next = 0;
  #isFull = false;

  constructor(bytesMax: number = limits.queryKeptBytesMax) {
    this.#left = bytesMax;
  }

  /** Something found no room. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /**
   * Says that the fields of a page were worked out, in place of those that were kept of it. Returns
   * what is kept: nothing where there is no room. Then the fields go soon.
   */
  add(page: Droppable, bytes: number, before: number): number {
    this.#left += before;
    if (bytes <= this.#left) {
      this.#left -= bytes;
      return bytes;
    }
    this.#isFull = true;
    this.#passing[this.#next]?.drop();
    this.#passing[this.#next] = page;
    this.#next = (this.#next + 1) % limits.queryPassingPagesMax;
    return 0;
  }
}

const slotBytes = 8;
const headerBytes = 24;
const objectBytes = 96;

/** About how much memory a value takes. */
export function sizeOf(value: Value): number {
  if (typeof value === 'string') return headerBytes + value.length;
  if (value === null || typeof value !== 'object') return slotBytes;
  if (isList(value)) return value.reduce<number>((sum, each) => sum + sizeOf(each), headerBytes);
  if (isLink(value)) return objectBytes + value.path.length;
  if (isDate(value) || isDuration(value) || !isObject(value)) return objectBytes;
  return value.keys().reduce((sum, key) => sum + sizeOf(value.get(key) ?? null), objectBytes);
}
