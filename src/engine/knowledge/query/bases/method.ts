import { EvalFailure } from '../values/failure.ts';
import type { Value } from '../values/value.ts';
import type { BaseEnv } from './env.ts';

export interface MethodContext {
  readonly env: BaseEnv;
  /** The receiver is the list of tags of a file. */
  readonly isTags: boolean;
}

export type BaseMethod<T> = (receiver: T, args: readonly Value[], context: MethodContext) => Value;
export type MethodTable<T> = Readonly<Record<string, BaseMethod<T>>>;

/** An argument that must be a number, or may be missing. */
export function numberOr<T>(value: Value | undefined, otherwise: T): number | T {
  if (value === undefined || value === null) return otherwise;
  if (typeof value === 'number') return value;
  throw new EvalFailure('signature', 'A number was expected as argument.');
}
