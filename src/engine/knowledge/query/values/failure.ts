/** How an expression can fail. A row that fails is left out, so this is data rather than an alarm. */
export type FailureKind =
  | 'operator'
  | 'signature'
  | 'unknown-function'
  | 'not-callable'
  | 'index'
  | 'runtime';

/**
 * Thrown by expressions. Half of a vault may lack the field that a column adds one to, so it is
 * not an `Error`: taking a stack for every such row would cost more than the query.
 */
export class EvalFailure {
  readonly kind: FailureKind;
  readonly message: string;

  constructor(kind: FailureKind, message: string) {
    this.kind = kind;
    this.message = message;
  }
}
