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
  pairs: ArrayLike<number>,
  center?: number,
): GraphModel {
  const edges = Uint32Array.from(pairs);
  const degrees = degreesOf(paths.length, edges);
  const tops = paths.map((path) => folderOf(path).split('/')[0] ?? '');
  const folders = largest(tops.filter((top) => top !== ''));
  return {
    paths,
    titles: paths.map(titleOf),
    edges,
    degrees,
    tints: Uint8Array.from(tops, (top) => toTint(folders.indexOf(top))),
    folders,
    byDegree: Uint32Array.from(paths.keys()).sort((a, b) => (degrees[b] ?? 0) - (degrees[a] ?? 0)),
    center,
  };
}

/** How many links each node has. */
export function degreesOf(count: number, edges: Uint32Array): Uint32Array {
  const degrees = new Uint32Array(count);
  for (const end of edges) degrees[end] = (degrees[end] ?? 0) + 1;
  return degrees;
}

/** What a graph is cut down to. */
export interface GraphFilter {
  readonly folder: string;
  /** The notes with a tag; all of them without one. */
  readonly tagged: ReadonlySet<string> | undefined;
}

/** The notes that pass, and the links between them. The note to start from always stays. */
export function filterGraph(
  { paths, edges, center }: { paths: readonly string[]; edges: ArrayLike<number>; center?: number },
  { folder, tagged }: GraphFilter,
): { paths: readonly string[]; edges: ArrayLike<number>; center?: number } {
  if (folder === '' && tagged === undefined) {
    return { paths, edges, ...(center !== undefined && { center }) };
  }
  const places = new Map<number, number>();
  const kept: string[] = [];
  paths.forEach((path, at) => {
    const passes = (folder === '' || path.startsWith(`${folder}/`)) && (tagged?.has(path) ?? true);
    if (passes || at === center) places.set(at, kept.push(path) - 1);
  });
  const between: number[] = [];
  for (let at = 0; at < edges.length; at += 2) {
    const [from, to] = [places.get(edges[at] ?? -1), places.get(edges[at + 1] ?? -1)];
    if (from !== undefined && to !== undefined) between.push(from, to);
  }
  const middle = center === undefined ? undefined : places.get(center);
  return { paths: kept, edges: between, ...(middle !== undefined && { center: middle }) };
}

/** Colours by cluster: those of the largest, each named after the note in it with the most links. */
export function toClusterTints(
  { byDegree, titles }: GraphModel,
  clusters: Uint32Array,
): { tints: Uint8Array; names: readonly string[] } {
  const shown = largest([...clusters]);
  const names = shown.map((cluster) => {
    const most = byDegree.find((node) => clusters[node] === cluster);
    return most === undefined ? '' : (titles[most] ?? '');
  });
  return { tints: Uint8Array.from(clusters, (cluster) => toTint(shown.indexOf(cluster))), names };
}

function toTint(at: number): number {
  return at === -1 ? tintsMax : at;
}

function largest<T>(names: readonly T[]): T[] {
  const counts = new Map<T, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
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
