import { expect, test } from 'vitest';
import { findClusters } from './clusters.ts';

const clustersOf = (count: number, edges: readonly (readonly [number, number])[]) => [
  ...findClusters(count, Uint32Array.from(edges.flat())),
];

test('two groups with one link between them are two clusters', () => {
  const clusters = clustersOf(8, [
    ...[0, 1, 2, 3].flatMap((a) => [0, 1, 2, 3].filter((b) => b > a).map((b) => [a, b] as const)),
    ...[4, 5, 6, 7].flatMap((a) => [4, 5, 6, 7].filter((b) => b > a).map((b) => [a, b] as const)),
    [3, 4],
  ]);
  expect(new Set(clusters.slice(0, 4)).size).toBe(1);
  expect(new Set(clusters.slice(4)).size).toBe(1);
  expect(clusters[0]).not.toBe(clusters[7]);
});

test('a node without links is alone', () => expect(clustersOf(3, [[0, 1]])[2]).toBe(2));

test('there may be nothing', () => expect(clustersOf(0, [])).toEqual([]));
