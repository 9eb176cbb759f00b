import type { QueryBudget } from '../budget.ts';
import type { Patterns } from '../patterns.ts';
import type { Value } from '../values/value.ts';
import type { BaseFile, BaseFiles } from './file.ts';

/** What the expressions of a base depend on besides their row. */
export interface BaseEnv {
  readonly files: BaseFiles;
  readonly patterns: Patterns;
  readonly budget: QueryBudget;
  readonly nowMs: number;
  /** What `this` stands for: the file that shows the base, or the base itself. */
  readonly thisFile: BaseFile | undefined;
  readonly random: () => number;
}

/** Names that exist only inside `filter`, `map`, `reduce` and summaries. */
export type Locals = Readonly<Record<string, Value>>;

/** One file as expressions see it. */
export interface BaseRow {
  readonly file: BaseFile | undefined;
  readonly locals: Locals | undefined;
  /** The value of a formula, worked out once for the row. */
  formula(name: string): Value;
}

export type BaseCompiled = (row: BaseRow) => Value;
