/** Rounds after which what still changes no longer matters. */
const roundsMax = 12;

/**
 * Which nodes belong together: every node takes over what most of its neighbours are, until few
 * change. Each cluster goes by the number of one of its nodes. The same graph has always the same
 * clusters.
 */
export function findClusters(count: number, edges: Uint32Array): Uint32Array {
  const { starts, neighbours } = toAdjacency(count, edges);
  const clusters = Uint32Array.from({ length: count }, (_, at) => at);
  const votes = new Uint32Array(count);
  for (let round = 0; round < roundsMax; round++) {
    let changed = 0;
    for (let node = 0; node < count; node++) {
      const next = favourite(node, starts, neighbours, clusters, votes);
      if (next === clusters[node]) continue;
      clusters[node] = next;
      changed++;
    }
    if (changed * 200 < count) break;
  }
  return clusters;
}

/** The neighbours of a node are those from its start to the start of the next one. */
function toAdjacency(
  count: number,
  edges: Uint32Array,
): { starts: Uint32Array; neighbours: Uint32Array } {
  const starts = new Uint32Array(count + 1);
  for (const end of edges) starts[end + 1] = (starts[end + 1] ?? 0) + 1;
  for (let at = 0; at < count; at++) starts[at + 1] = (starts[at + 1] ?? 0) + (starts[at] ?? 0);
  const filled = starts.slice();
  const neighbours = new Uint32Array(edges.length);
  const add = (from: number, to: number): void => {
    const place = filled[from] ?? 0;
    neighbours[place] = to;
    filled[from] = place + 1;
  };
  for (let at = 0; at < edges.length; at += 2) {
    const [a = 0, b = 0] = [edges[at], edges[at + 1]];
    add(a, b);
    add(b, a);
  }
  return { starts, neighbours };
}

/** The cluster of most neighbours; its own where that is as good, else the first of them. */
function favourite(
  node: number,
  starts: Uint32Array,
  neighbours: Uint32Array,
  clusters: Uint32Array,
  votes: Uint32Array,
): number {
  const own = clusters[node] ?? node;
  const [from = 0, to = 0] = [starts[node], starts[node + 1]];
  for (let at = from; at < to; at++) {
    const cluster = clusters[neighbours[at] ?? 0] ?? 0;
    votes[cluster] = (votes[cluster] ?? 0) + 1;
  }
  let [best, most] = [own, votes[own] ?? 0];
  for (let at = from; at < to; at++) {
    const cluster = clusters[neighbours[at] ?? 0] ?? 0;
    const count = votes[cluster] ?? 0;
    if (count > most) [best, most] = [cluster, count];
  }
  for (let at = from; at < to; at++) votes[clusters[neighbours[at] ?? 0] ?? 0] = 0;
  return best;
}
