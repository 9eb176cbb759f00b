import { comparePaths } from '../../../../contract/paths.ts';

export interface ScoredPath {
  readonly path: string;
  readonly score: number;
}

/** The best in order, at least `count` of them. Only those with such scores are sorted by path. */
export function bestOf<Hit extends ScoredPath>(scored: readonly Hit[], count: number): Hit[] {
  const scores = Float64Array.from(scored, ({ score }) => score).sort();
  const least = scores[Math.max(0, scores.length - count)] ?? 0;
  return scored.filter(({ score }) => score >= least).sort(compareScored);
}

/** Best first; equal scores in the order of paths. */
export function compareScored(a: ScoredPath, b: ScoredPath): number {
  return b.score - a.score || comparePaths(a.path, b.path);
}
