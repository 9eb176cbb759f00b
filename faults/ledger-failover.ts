import { setTimeout as pause } from 'node:timers/promises';
import { pairSettings } from '../test/support/postgres.ts';
import { PostgresPair } from '../test/support/postgres-pair.ts';
import { until } from '../test/support/until.ts';
import { addVault, needPostgres, withServer } from './database.ts';
import { swapContents, toLosses } from './ledger-swaps.ts';
import { createChance, type FaultReport } from './support.ts';

const database = 'vaults';
/** How long a write may have to wait after the primary died. */
const writesAgainMsMax = 5000;

interface FailoverOptions {
  readonly rounds: number;
  readonly seed: number;
  /** Whether the time counts, which a busy machine cannot promise. */
  readonly isTimed: boolean;
}

/** Three machines commit all the while; the primary is killed, and the standby takes over, again and again. */
export function failovers(options: FailoverOptions): Promise<FaultReport> {
  const { rounds, seed, isTimed } = options;
  return needPostgres(() =>
    withServer(pairSettings, async (server, base) => {
      await server.createDatabase(database);
      const vault = await addVault(server, database);
      const pair = new PostgresPair(server);
      await pair.addStandby(`${base}/s`);
      const url = await pair.openLinks(database);
      const link = { cutAfter() {}, drop() {}, restore() {}, close: async () => {} };
      let isOver = false;
      let committed = 0;
      const running = swapContents({
        seed,
        struckOneIn: Number.MAX_SAFE_INTEGER,
        isOver: () => isOver,
        open: async () => ({ link, ledger: vault.openAt(url) }),
        onCommitted: () => committed++,
      });
      const chance = createChance(seed);
      let slowestMs = 0;
      for (let round = 0; round < rounds; round++) {
        const before = committed;
        await until(() => committed > before, 'commits before the kill');
        await pause(chance(200));
        const killedAt = performance.now();
        await pair.failOver();
        const atPromotion = committed;
        await until(() => committed > atPromotion, 'commits after the promotion');
        slowestMs = Math.max(slowestMs, Math.round(performance.now() - killedAt));
        await pair.repair();
      }
      isOver = true;
      const { history, counts } = await running;
      await pair.close();
      const late = { 'not within 5 s': isTimed && slowestMs > writesAgainMsMax ? 1 : 0 };
      return {
        name: 'failover',
        rounds,
        losses: { ...toLosses(history), ...late },
        counts: { ...counts, 'slowest ms to write again': slowestMs },
      };
    }),
  );
}
