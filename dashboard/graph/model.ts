import { folderOf, titleOf } from '../kit/paths.ts';

/** The graph as it is drawn. */
export interface GraphModel {
  readonly paths: readonly string[];
  readonly titles: readonly string[];
  /** From, to, from, to … */
  readonly edges: Uint32Array;
  readonly degrees: Uint32Array;
  /** Which of the largest folders a note is in; the last colour is for all others. */
  readonly tints: Uint8Array;
  readonly folders: readonly string[];
  /** Nodes with the most links first. */
  readonly byDegree: Uint32Array;
  readonly center: number | undefined;
}

export const tintsMax = 6;

export function toGraphModel(
  paths: readonly string[],
  pairs: readonly number[],
  center?: number,
): GraphModel {
  const edges = Uint32Array.from(pairs);
  const degrees = new Uint32Array(paths.length);
  for (const end of edges) degrees[end] = (degrees[end] ?? 0) + 1;
  const tops = paths.map((path) => folderOf(path).split('/')[0] ?? '');
  const folders = largest(tops);
  return {
    paths,
    titles: paths.map(titleOf),
    edges,
    degrees,
    tints: Uint8Array.from(tops, (top) => {
      const at = folders.indexOf(top);
      return at === -1 ? tintsMax : at;
    }),
    folders,
    byDegree: Uint32Array.from(paths.keys()).sort((a, b) => (degrees[b] ?? 0) - (degrees[a] ?? 0)),
    center,
  };
}

function largest(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .filter(([name]) => name !== '')
    .sort((a, b) => b[1] - a[1])
    .slice(0, tintsMax)
    .map(([name]) => name);
}

export function neighboursOf({ edges }: GraphModel, node: number): Set<number> {
  const found = new Set<number>();
  for (let at = 0; at < edges.length; at += 2) {
    const [from = 0, to = 0] = [edges[at], edges[at + 1]];
    if (from === node) found.add(to);
    else if (to === node) found.add(from);
  }
  return found;
}
