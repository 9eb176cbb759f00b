import type { BinaryOperator } from '../values/operators.ts';
import type { Value } from '../values/value.ts';

/** An expression of the query language. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: Value }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'list'; readonly elements: readonly Expression[] }
  | { readonly kind: 'object'; readonly members: readonly Member[] }
  | { readonly kind: 'lambda'; readonly parameters: readonly string[]; readonly body: Expression }
  | { readonly kind: 'not'; readonly operand: Expression }
  | { readonly kind: 'index'; readonly of: Expression; readonly at: Expression }
  | { readonly kind: 'call'; readonly callee: Expression; readonly args: readonly Expression[] }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    };

export interface Member {
  readonly key: string;
  readonly value: Expression;
}
