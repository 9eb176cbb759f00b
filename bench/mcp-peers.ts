import { planted } from './generate-vault.ts';
import { LineClient, perCall, perSecond } from './line-client.ts';
import { type McpVault, withMcpVault } from './mcp-vault.ts';
import { compete, type Row } from './measure.ts';
import { type Call, findPeer, ourQuestions, type Peer, peerNames, peerQuestions } from './peers.ts';
import { scaled } from './scale.ts';

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
  const asks = peerQuestions[peer.name](place.root);
  const rows: Row[] = [];
  const { search } = asks;
  const [mine, theirs] = [place.serve(), new LineClient(peer.command, place.base)];
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
    if (search !== undefined) await row(what, ourQuestions.search(query), search(query));
  }
  if (asks.tags !== undefined) await row('tags', ourQuestions.tags, asks.tags);
  rows.push(
    await compete({
      what: `MCP: reads, ${inFlight} in flight`,
      unit: 'calls/s',
      beside: peer.name,
      reach: { atLeast: 1 },
      runs: 3,
      ours: () => perSecond(scaled(3000), inFlight, () => ourQuestions.read(place.path)(mine)),
      theirs: () => perSecond(scaled(1500), inFlight, () => asks.read(place.path)(theirs)),
    }),
  );
  await Promise.all([mine.close(), theirs.close()]);
  return rows;
}
