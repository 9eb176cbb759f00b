import { VaultError } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { isList, RecordValue, type Value, WidgetValue } from './value.ts';

/**
 * Bounds the characters that a part of a query keeps in memory. One expression can make a long text
 * of a short one, and a vault has many rows.
 */
export class TextBudget {
  #left = limits.queryHeldUnitsMax;

  add(value: Value): void {
    this.#left -= unitsOf(value);
    if (this.#left < 0) throw tooLarge();
  }

  reset(): void {
    this.#left = limits.queryHeldUnitsMax;
  }
}

export function tooLarge(): VaultError {
  return new VaultError('too-large', 'The answer is too large.', {
    hint: 'Ask for single fields instead of whole pages, or set a LIMIT.',
  });
}

/** Pages count nothing: each is in memory once, however many rows refer to it. */
function unitsOf(value: Value): number {
  if (typeof value === 'string') return value.length;
  if (value === null || typeof value !== 'object') return 0;
  if (isList(value)) return value.reduce<number>((sum, each) => sum + unitsOf(each), 0);
  if (value instanceof WidgetValue) return unitsOf(value.key) + unitsOf(value.value);
  if (!(value instanceof RecordValue)) return 0;
  return value.keys().reduce((sum, key) => sum + unitsOf(value.get(key) ?? null), 0);
}
