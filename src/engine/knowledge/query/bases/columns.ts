import { EvalFailure } from '../values/failure.ts';
import type { Value } from '../values/value.ts';
import type { Base } from './base.ts';
import type { BaseRow } from './env.ts';
import { sortBase } from './operators.ts';
import { isBaseEmpty, readMember } from './types.ts';

/** A cell: a value, or why there is none. */
export type Cell = { readonly value: Value } | { readonly error: string };

export interface Column {
  /** The property id: `note.x`, `file.x` or `formula.x`. */
  readonly id: string;
  /** What stands above it. */
  readonly name: string;
}

/** The columns that a view names. Without any it shows the names of its files. */
export function columnsOf(ids: readonly string[], { displayNames }: Base): Column[] {
  return (ids.length === 0 ? ['file.name'] : ids).map((id) => ({
    id,
    name: displayNames.get(id) ?? id.replace(/^(?:note|formula)\./, ''),
  }));
}

/** The value of a property for a row. */
export function propertyOf(id: string, { file, formula }: BaseRow): Value {
  const dot = id.indexOf('.');
  const [kind, name] = [id.slice(0, dot), id.slice(dot + 1)];
  if (kind === 'formula') return formula(name);
  if (file === undefined) return null;
  return kind === 'file' ? readMember(file, name) : file.property(name);
}

/** The same, with a failure as part of the answer. */
export function cellOf(id: string, row: BaseRow): Cell {
  try {
    return { value: propertyOf(id, row) };
  } catch (thrown) {
    if (!(thrown instanceof EvalFailure)) throw thrown;
    return { error: thrown.message };
  }
}

/** What is empty comes last whichever way the rest is sorted. */
export function compareDirected(a: Value, b: Value, isDescending: boolean): number {
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
