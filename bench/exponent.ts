import type { Point } from './measure.ts';

/** The exponent that fits best: 0 does not grow, 1 grows with the notes, 2 with their square. */
export function toExponent(points: readonly Point[]): number {
  const logs = points.map(({ notes, value }) => [Math.log(notes), Math.log(value)] as const);
  const x = mean(logs.map(([notes]) => notes));
  const y = mean(logs.map(([, value]) => value));
  const above = logs.reduce((sum, [notes, value]) => sum + (notes - x) * (value - y), 0);
  const below = logs.reduce((sum, [notes]) => sum + (notes - x) ** 2, 0);
  return above / below;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
