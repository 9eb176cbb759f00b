import { writeFileSync } from 'node:fs';
import { benchBundle } from './bundle.ts';
import { benchDashboard } from './dashboard.ts';
import { benchFresh } from './fresh.ts';
import { benchHistory } from './history.ts';
import { benchIde } from './ide.ts';
import { benchIndex, benchMemory } from './index.ts';
import { benchLocal } from './local.ts';
import { benchMcp } from './mcp.ts';
import { benchMcpPeers } from './mcp-peers.ts';
import { type Row, toTable } from './measure.ts';
import { benchMoves } from './moves.ts';
import { benchQuery } from './query.ts';
import { benchRemote } from './remote.ts';
import { regressions } from './report.ts';
import { isShort } from './scale.ts';
import { benchSearch } from './search.ts';
import { readResults, storeResults } from './store.ts';
import { benchWatch } from './watch.ts';
import { benchWrites } from './writes.ts';

const benches: Readonly<Record<string, () => Promise<Row[]>>> = {
  bundle: benchBundle,
  dashboard: benchDashboard,
  fresh: benchFresh,
  history: benchHistory,
  ide: benchIde,
  index: benchIndex,
  local: benchLocal,
  mcp: benchMcp,
  'mcp-peers': benchMcpPeers,
  memory: benchMemory,
  moves: benchMoves,
  query: benchQuery,
  remote: benchRemote,
  search: benchSearch,
  watch: benchWatch,
  writes: benchWrites,
};

/** `npm run bench [NAME...] [--short] [--store] [--json FILE]` */
const words = process.argv.slice(2);
const unknown = words.find((word, n) => !isKnown(word) && words[n - 1] !== '--json');
if (unknown !== undefined) {
  process.stderr.write(
    `There is no bench "${unknown}". Name some of: ${Object.keys(benches).join(', ')}.\n`,
  );
  process.exit(2);
}

const wanted = words.filter((word) => word in benches);
const rows: (Row & { bench: string })[] = [];
for (const bench of wanted.length > 0 ? wanted : Object.keys(benches)) {
  for (const row of (await benches[bench]?.()) ?? []) rows.push({ bench, ...row });
}
process.stdout.write(`${toTable(rows)}\n`);

const worse = isShort ? [] : regressions(readResults(), rows);
if (worse.length > 0) process.stdout.write(`\nWorse than stored:\n- ${worse.join('\n- ')}\n`);

const jsonAt = words.indexOf('--json');
const jsonFile = jsonAt === -1 ? undefined : words[jsonAt + 1];
if (jsonFile !== undefined) writeFileSync(jsonFile, `${JSON.stringify(rows, undefined, 2)}\n`);
if (words.includes('--store')) storeResults(rows);

function isKnown(word: string): boolean {
  return word in benches || ['--short', '--store', '--json'].includes(word);
}
