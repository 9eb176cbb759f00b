import { diff3Merge } from 'node-diff3';

/** Lines of `ours` on which both sides changed the same place. From zero, `end` exclusive. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

export type Merged =
  | { readonly text: string; readonly conflicts: readonly [] }
  | { readonly text: undefined; readonly conflicts: readonly LineRange[] };

/**
 * Joins two changes of one text, line by line. What both changed in the same place is never
 * guessed: then there is no text, but the places.
 */
export function mergeTexts(base: string, ours: string, theirs: string): Merged {
  const [mine, old, other] = [toLines(ours), toLines(base), toLines(theirs)];
  const regions = diff3Merge(mine, old, other, { excludeFalseConflicts: true });
  const conflicts = regions.flatMap(({ conflict }) =>
    conflict === undefined
      ? []
      : [{ start: conflict.aIndex, end: conflict.aIndex + conflict.a.length }],
  );
  if (conflicts.length > 0) return { text: undefined, conflicts };
  return { text: regions.flatMap(({ ok }) => ok ?? []).join(''), conflicts: [] };
}

/** Lines with their endings, so that joining them gives every byte back. */
export function toLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
