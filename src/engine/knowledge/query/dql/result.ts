import type { ObjectValue, Value } from '../values/value.ts';

/** What the first column or the name of a row stands for. */
export type IdMeaning =
  | { readonly type: 'path' }
  | { readonly type: 'group'; readonly name: string; readonly on: IdMeaning };

/** Tasks, each with the fields of its page behind its own; or groups of them, or groups of groups. */
export type TaskGrouping =
  | { readonly kind: 'tasks'; readonly tasks: readonly ObjectValue[] }
  | { readonly kind: 'groups'; readonly groups: readonly TaskGroup[] };

export interface TaskGroup {
  readonly key: Value;
  readonly rows: TaskGrouping;
}

export type QueryAnswer =
  | {
      readonly type: 'table';
      readonly headers: readonly string[];
      readonly values: readonly (readonly Value[])[];
      readonly idMeaning: IdMeaning;
    }
  | { readonly type: 'list'; readonly values: readonly Value[]; readonly idMeaning: IdMeaning }
  | { readonly type: 'task'; readonly tasks: TaskGrouping }
  | {
      readonly type: 'calendar';
      readonly values: readonly { readonly date: Value; readonly link: Value }[];
    };

export interface QueryOutcome {
  readonly answer: QueryAnswer;
  /** There were more rows than an answer may have. */
  readonly isTruncated: boolean;
  /** Rows left out at the end because a column had no value for them. */
  readonly failedRows: number;
}
