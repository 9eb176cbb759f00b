import { VaultError } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { isList, RecordValue, type Value, WidgetValue } from './value.ts';

/**
 * Counts the characters that a part of a query holds on to. One expression makes a long text of a
 * short one, and a vault has many rows: without a bound a query could take all memory there is.
 */
export class HeldText {
  #left = limits.queryHeldUnitsMax;

  hold(value: Value): void {
    this.#left -= unitsOf(value);
    if (this.#left < 0) throw tooLarge();
  }

  /** Nothing is held any more. */
  forget(): void {
    this.#left = limits.queryHeldUnitsMax;
  }
}

export function tooLarge(): VaultError {
  return new VaultError('too-large', 'The answer is too large.', {
    hint: 'Ask for single fields instead of whole pages, or set a LIMIT.',
  });
}

/** Pages are not looked into: they are held once, however many rows speak of them. */
function unitsOf(value: Value): number {
  if (typeof value === 'string') return value.length;
  if (value === null || typeof value !== 'object') return 0;
  if (isList(value)) return value.reduce<number>((sum, each) => sum + unitsOf(each), 0);
  if (value instanceof WidgetValue) return unitsOf(value.key) + unitsOf(value.value);
  if (!(value instanceof RecordValue)) return 0;
  return value.keys().reduce((sum, key) => sum + unitsOf(value.get(key) ?? null), 0);
}
