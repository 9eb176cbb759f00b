import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownerGrants } from '../src/contract/callers.ts';
import { parseVaultPath, rootPath } from '../src/contract/paths.ts';
import { openEngine } from '../src/engine/engine.ts';
import type { View } from '../src/engine/view.ts';
import { planted } from './generate-vault.ts';
import { median, secondsOf } from './measure.ts';
import { scaled } from './scale.ts';
import { ownFolder } from './vaults.ts';

/** What one process finds out about one vault. All but the start is absent when only that was asked for. */
export interface Found {
  readonly start: number;
  readonly memory?: number;
  readonly rare?: number;
  readonly common?: number;
  readonly query?: number;
  readonly move?: number;
  readonly walk?: number;
}

const backlinks = 100;
const places = ['Hub of growth.md', 'Center of growth.md'].map((name) => `${ownFolder}/${name}`);
const table = 'TABLE created WHERE status = "open" SORT created DESC LIMIT';
let asked = 0;

const [, , root = '', stateDir = '', wanted = ''] = process.argv;
if (wanted === 'all') plantHub();
const startMs = performance.now();
const engine = await openEngine({ root, stateDir });
const view = engine.as({ protocol: 'local', client: 'bench', grants: ownerGrants, policy: {} });
await search(planted.rare);
const start = (performance.now() - startMs) / 1000;
const found: Found = wanted === 'all' ? { start, ...(await ask(view)) } : { start };
await engine.close();
rmSync(join(root, ownFolder), { recursive: true, force: true });
process.stdout.write(`${JSON.stringify(found)}\n`);

/** A note with its backlinks: as many in a large vault as in a small one. */
function plantHub(): void {
  mkdirSync(join(root, ownFolder), { recursive: true });
  writeFileSync(join(root, places[0] ?? ''), '# Hub\n');
  for (let n = 0; n < backlinks; n++) {
    writeFileSync(join(root, ownFolder, `spoke ${n}.md`), 'See [[Hub of growth|the hub]].\n');
  }
}

async function ask({ queries, refactoring, vault }: View): Promise<Omit<Found, 'start'>> {
  const answers = {
    rare: await millis(20, () => search(planted.rare)),
    common: await millis(20, () => search(planted.common)),
    // Each time another one, since the answer to the same question is kept.
    query: await millis(10, () => queries.ask({ kind: 'dql', text: `${table} ${20 + asked++}` })),
    walk: await millis(10, async () => {
      for (const _run of await vault.walkCached(rootPath, { recursive: true }));
    }),
    move: await millis(4, async () => {
      const [from = '', to = ''] = places;
      await refactoring.move(parseVaultPath(from), parseVaultPath(to));
      places.reverse();
    }),
  };
  // Memory that is only needed for a while is given back when nothing happens.
  await sleep(scaled(14_000));
  return { ...answers, memory: process.memoryUsage.rss() / 1e6 };
}

async function search(term: string): Promise<void> {
  const known = await view.known();
  await known.searchText({ terms: [term] });
}

/** The median of some runs after one that is thrown away, in milliseconds. */
async function millis(runs: number, run: () => Promise<unknown>): Promise<number> {
  await run();
  const times: number[] = [];
  for (let n = 0; n < runs; n++) times.push(1000 * (await secondsOf(run)));
  return median(times);
}
