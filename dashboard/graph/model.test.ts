import { expect, test } from 'vitest';
import { filterGraph, toClusterTints, toGraphModel } from './model.ts';

const graph = { paths: ['a/1.md', 'a/2.md', 'b/3.md', '4.md'], edges: [0, 1, 1, 2, 2, 3] };

test('a graph is cut down to a folder, with the links inside it', () =>
  expect(filterGraph(graph, { folder: 'a', tagged: undefined })).toEqual({
    paths: ['a/1.md', 'a/2.md'],
    edges: [0, 1],
  }));

test('a graph is cut down to a tag, and the note in the middle stays', () => {
  const tagged = new Set(['b/3.md']);
  expect(filterGraph({ ...graph, center: 1 }, { folder: '', tagged })).toEqual({
    paths: ['a/2.md', 'b/3.md'],
    edges: [0, 1],
    center: 0,
  });
});

test('a cluster has a colour and the name of its most linked note', () => {
  const { tints, names } = toClusterTints(
    toGraphModel(graph.paths, graph.edges),
    Uint32Array.from([0, 0, 0, 3]),
  );
  expect([...tints]).toEqual([0, 0, 0, 1]);
  expect(names).toEqual(['2', '4']);
});
