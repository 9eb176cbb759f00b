import type { BaseOperator } from './operators.ts';

/** An expression of a base: a filter or a formula. */
export type BaseExpression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'regexp'; readonly source: string; readonly flags: string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'list'; readonly elements: readonly BaseExpression[] }
  | { readonly kind: 'member'; readonly of: BaseExpression; readonly name: string }
  | { readonly kind: 'index'; readonly of: BaseExpression; readonly at: BaseExpression }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly BaseExpression[] }
  | {
      readonly kind: 'method';
      readonly of: BaseExpression;
      readonly name: string;
      readonly args: readonly BaseExpression[];
    }
  | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: BaseExpression }
  | {
      readonly kind: 'binary';
      readonly operator: BaseOperator;
      readonly left: BaseExpression;
      readonly right: BaseExpression;
    };
