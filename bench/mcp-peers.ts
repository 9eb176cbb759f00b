import { planted } from './generate-vault.ts';
import { LineClient, perCall, perSecond } from './line-client.ts';
import { type McpVault, onMcpVaults } from './mcp-vault.ts';
import { compete, type Row } from './measure.ts';
import { type Call, findPeer, ourQuestions, type Peer, peerNames, peerQuestions } from './peers.ts';
import type { Questions } from './questions.ts';
import { scaled } from './scale.ts';

const searches: readonly [what: string, next: (questions: Questions) => string][] = [
  ['rare word', (questions) => questions.rare()],
  ['phrase', (questions) => questions.phrase()],
  ['no match', (questions) => questions.missing()],
  ['common word', (questions) => questions.common()],
  ['accents', () => planted.accented],
  ['CJK', () => planted.unspaced],
];

const inFlight = 16;
const callsPerRun = scaled(20, 10);

/** Ours beside every server that works on the folder alone, on the same vault and the same calls. */
export function benchMcpPeers(): Promise<Row[]> {
  return onMcpVaults(async (vault) => {
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
  const row = async (what: string, my: () => Call, their: () => Call) =>
    rows.push(
      await compete({
        what: `MCP: ${what}, ${place.name}`,
        unit: 's/call',
        beside: peer.name,
        reach: { atMost: 1 },
        runs: 3,
        secondsMax: 6,
        ours: () => perCall(callsPerRun, () => my()(mine)),
        theirs: () => perCall(1, () => their()(theirs)),
      }),
    );
  const { questions } = place;
  for (const [what, next] of search === undefined ? [] : searches) {
    if (what !== 'no match' && questions.count(next(questions)) === 0) continue;
    const ours = () => ourQuestions.search(next(questions));
    if (search !== undefined) await row(what, ours, () => search(next(questions)));
  }
  const { tags } = asks;
  if (tags !== undefined)
    await row(
      'tags',
      () => ourQuestions.tags,
      () => tags,
    );
  rows.push(
    await compete({
      what: `MCP: reads, ${inFlight} in flight, ${place.name}`,
      unit: 'calls/s',
      beside: peer.name,
      reach: { atLeast: 1 },
      runs: 3,
      ours: () =>
        perSecond(scaled(3000), inFlight, () => ourQuestions.read(questions.path())(mine)),
      theirs: () => perSecond(scaled(1500), inFlight, () => asks.read(questions.path())(theirs)),
    }),
  );
  await Promise.all([mine.close(), theirs.close()]);
  return rows;
}
