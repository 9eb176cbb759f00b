import { join } from 'node:path';
import { planted } from './generate-vault.ts';
import { LineClient, perCall, perSecond } from './line-client.ts';
import { type McpVault, withMcpVault } from './mcp-vault.ts';
import { compete, type Row } from './measure.ts';
import { findPeer, type Peer, type PeerName, peerNames } from './peers.ts';
import { scaled } from './scale.ts';

type Call = (client: LineClient) => Promise<string>;

/** How one server is asked the questions of this comparison; what it cannot answer is left out. */
interface Questions {
  search?(query: string): Call;
  readonly tags?: Call;
  read(path: string): Call;
}

const vault = 'notes';
const questions: Readonly<Record<PeerName, (root: string) => Questions>> = {
  mcpvault: () => ({
    search: (query) => (client) => client.call('search_notes', { query, limit: 20 }),
    tags: (client) => client.call('list_all_tags', {}),
    read: (path) => (client) => client.call('read_note', { path }),
  }),
  'mcp-obsidian': () => ({
    // Its search looks at the names of notes only, so there is nothing to compare.
    read: (path) => (client) => client.call('read_notes', { paths: [path] }),
  }),
  'obsidian-mcp': () => ({
    search: (query) => (client) => client.call('obsidian_search_vault', { vault, query }),
    read: (path) => (client) => client.call('obsidian_read_note', { vault, path }),
  }),
  'server-filesystem': (root) => ({
    read: (path) => (client) => client.call('read_text_file', { path: join(root, path) }),
  }),
};

const ours: Required<Questions> = {
  search: (query) => (client) => client.call('obsidian_search_notes', { mode: 'text', query }),
  tags: (client) => client.call('obsidian_list_tags', {}),
  read: (path) => (client) =>
    client.call('obsidian_get_note', { format: 'content', target: { type: 'path', path } }),
};

const searches = [
  ['rare word', planted.rare],
  ['phrase', planted.rarePhrase],
  ['no match', planted.missing],
  ['common word', planted.common],
  ['accents', planted.accented],
  ['CJK', planted.unspaced],
] as const;

const inFlight = 16;

/** Ours beside every server that works on the folder alone, on the same vault and the same calls. */
export function benchMcpPeers(): Promise<Row[]> {
  return withMcpVault(async (vault) => {
    const rows: Row[] = [];
    for (const name of peerNames) {
      const peer = findPeer(name, vault.root);
      if (peer !== undefined) rows.push(...(await besidePeer(vault, peer)));
    }
    return rows;
  });
}

async function besidePeer(place: McpVault, peer: Peer): Promise<Row[]> {
  const asks = questions[peer.name](place.root);
  const start = () => new LineClient(peer.command, place.base);
  const rows: Row[] = [];
  const { search } = asks;
  if (search !== undefined) rows.push(await firstSearch(place, peer, start, search(planted.rare)));
  const [mine, theirs] = [place.serve(), start()];
  await Promise.all([mine.initialize(), theirs.initialize()]);
  const row = async (what: string, my: Call, their: Call) =>
    rows.push(
      await compete({
        what: `MCP: ${what}`,
        unit: 's/call',
        beside: peer.name,
        reach: { atMost: 1 },
        runs: 3,
        secondsMax: 6,
        ours: () => perCall(scaled(100, 10), () => my(mine)),
        theirs: () => perCall(1, () => their(theirs)),
      }),
    );
  for (const [what, query] of search === undefined ? [] : searches) {
    if (search !== undefined) await row(what, ours.search(query), search(query));
  }
  if (asks.tags !== undefined) await row('tags', ours.tags, asks.tags);
  rows.push(
    await compete({
      what: `MCP: reads, ${inFlight} in flight`,
      unit: 'calls/s',
      beside: peer.name,
      reach: { atLeast: 1 },
      runs: 3,
      ours: () => perSecond(scaled(3000), inFlight, () => ours.read(place.path)(mine)),
      theirs: () => perSecond(scaled(1500), inFlight, () => asks.read(place.path)(theirs)),
    }),
  );
  await Promise.all([mine.close(), theirs.close()]);
  return rows;
}

function firstSearch(
  place: McpVault,
  { name }: Peer,
  start: () => LineClient,
  search: Call,
): Promise<Row> {
  const timed = async (client: LineClient, call: Call) => {
    await client.initialize();
    await call(client);
    const seconds = client.age;
    await client.close();
    return seconds;
  };
  return compete({
    what: 'MCP: start to first search',
    unit: 's',
    beside: name,
    reach: { atMost: 0.1 },
    runs: 3,
    secondsMax: 12,
    warm: false,
    ours: () => timed(place.serve(), ours.search(planted.rare)),
    theirs: () => timed(start(), search),
  });
}
