import { diff } from 'fast-myers-diff';
import { limits } from '../../../contract/limits.ts';
import { toLines } from './merge.ts';

/** One place where a text changes: lines of it, and those that replace them. */
export interface Hunk {
  /** Its first line in the text before, from zero. */
  readonly start: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Where two texts differ, in order. Texts of very many lines are one hunk. */
export function findHunks(before: string, after: string): Hunk[] {
  if (before === after) return [];
  const [old, now] = [toLines(before), toLines(after)];
  if (old.length + now.length > limits.hunkLinesMax)
    return [{ start: 0, removed: old, added: now }];
  return [...diff(old, now)].map(([start, end, from, to]) => ({
    start,
    removed: old.slice(start, end),
    added: now.slice(from, to),
  }));
}

/** The text with some of its hunks applied. */
export function applyHunks(before: string, hunks: readonly Hunk[]): string {
  const lines = toLines(before);
  const ordered = hunks.toSorted((a, b) => b.start - a.start);
  for (const { start, removed, added } of ordered) lines.splice(start, removed.length, ...added);
  return lines.join('');
}
