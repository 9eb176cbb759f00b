import { benchHistory } from './history.ts';
import { benchIde } from './ide.ts';
import { benchIndex, benchMemory } from './index.ts';
import { benchLocal } from './local.ts';
import { benchMcp } from './mcp.ts';
import { type Row, toTable } from './measure.ts';
import { benchQuery } from './query.ts';
import { benchRemote } from './remote.ts';
import { benchSearch } from './search.ts';
import { benchWatch } from './watch.ts';
import { benchWrites } from './writes.ts';

const benches: Readonly<Record<string, () => Promise<Row[]>>> = {
  history: benchHistory,
  ide: benchIde,
  index: benchIndex,
  local: benchLocal,
  mcp: benchMcp,
  memory: benchMemory,
  query: benchQuery,
  remote: benchRemote,
  search: benchSearch,
  watch: benchWatch,
  writes: benchWrites,
};

const wanted = process.argv.slice(2).filter((word) => word in benches);
const rows: Row[] = [];
for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
  rows.push(...((await benches[name]?.()) ?? []));
}
process.stdout.write(`${toTable(rows)}\n`);
