/** Why survivors are left alive. What is left out of `file` and `what` is not asked for. */
export interface Reason {
  readonly file?: string;
  /** Found in the change, `was → is`. */
  readonly what?: RegExp;
  readonly why: string;
}

/** Reasons for survivors of one file, the first that fits. */
export const of = (file: string, ...reasons: readonly (readonly [what: RegExp, why: string])[]) =>
  reasons.map(([what, why]): Reason => ({ file, what, why }));
