import { limits } from '../../../../contract/limits.ts';
import { isDate } from '../values/date.ts';
import { isDuration } from '../values/duration.ts';
import { isLink, isList, isObject, type Value } from '../values/value.ts';

/** Something computed that can be computed again. */
export interface Evictable {
  evict(): void;
}

/**
 * Bounds the memory of the fields that are cached for the next query, for all callers together. A
 * query may read every page of a vault; what it caches must not grow with the vault.
 */
export class FieldMemory {
  #left: number;
  /** What found no room: the last few stay, because expressions read one page many times in a row. */
  readonly #recent: (Evictable | undefined)[] = [];
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
   * Adds the fields of a page in place of those it had before. Returns what is cached of them:
   * nothing where there is no room, in which case they are evicted soon.
   */
  add(page: Evictable, bytes: number, before: number): number {
    this.#left += before;
    if (bytes <= this.#left) {
      this.#left -= bytes;
      return bytes;
    }
    this.#isFull = true;
    this.#recent[this.#next]?.evict();
    this.#recent[this.#next] = page;
    this.#next = (this.#next + 1) % limits.queryRecentPagesMax;
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
