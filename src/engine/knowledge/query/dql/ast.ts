import type { Expression } from '../expression/ast.ts';

export interface Named {
  readonly name: string;
  readonly expression: Expression;
}

export type Header =
  | { readonly kind: 'table'; readonly columns: readonly Named[]; readonly showId: boolean }
  | { readonly kind: 'list'; readonly value: Expression | undefined; readonly showId: boolean }
  | { readonly kind: 'task' }
  | { readonly kind: 'calendar'; readonly date: Named };

/** Where rows come from. */
export type RowSource =
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'csv'; readonly path: string }
  | { readonly kind: 'link'; readonly path: string; readonly direction: 'incoming' | 'outgoing' }
  | { readonly kind: 'not'; readonly operand: RowSource }
  | { readonly kind: 'and' | 'or'; readonly left: RowSource; readonly right: RowSource };

export interface SortKey {
  readonly expression: Expression;
  readonly isDescending: boolean;
}

export type QueryStep =
  | { readonly kind: 'where'; readonly condition: Expression }
  | { readonly kind: 'sort'; readonly keys: readonly SortKey[] }
  | { readonly kind: 'limit'; readonly amount: Expression }
  | { readonly kind: 'group'; readonly by: Named }
  | { readonly kind: 'flatten'; readonly field: Named }
  /** A second FROM reads well and cannot be run. */
  | { readonly kind: 'from' };

export interface Query {
  readonly header: Header;
  /** Undefined means the whole vault. */
  readonly source: RowSource | undefined;
  readonly steps: readonly QueryStep[];
}
