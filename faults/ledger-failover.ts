import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Link } from '../test/support/link.ts';
import { type Postgres, pairSettings } from '../test/support/postgres.ts';
import { until } from '../test/support/until.ts';
import { addVault, needPostgres, withServer } from './database.ts';
import { swapContents, toLosses } from './ledger-swaps.ts';
import { createChance, type FaultReport } from './support.ts';

const database = 'vaults';
/** Nobody should wait longer for a write after the primary died. */
const writesAgainMsMax = 5000;

/** A primary and a synchronous standby, which takes over when the primary dies. */
class PrimaryAndStandby {
  #primary: Postgres;
  #standby: Postgres;

  private constructor(primary: Postgres, standby: Postgres) {
    this.#primary = primary;
    this.#standby = standby;
  }

  static async open(primary: Postgres, folder: string): Promise<PrimaryAndStandby> {
    const standby = await primary.createStandby(folder);
    await standby.start();
    await primary.waitForStandby(true);
    return new PrimaryAndStandby(primary, standby);
  }

  get sockets(): string[] {
    return [this.#primary.socket, this.#standby.socket];
  }

  /** The primary dies, and the standby is promoted. */
  async failOver(): Promise<void> {
    await this.#primary.kill();
    await this.#standby.promote();
    await this.#standby.waitForStandby(false);
    [this.#primary, this.#standby] = [this.#standby, this.#primary];
  }

  /** A new standby where the dead primary was. */
  async repair(): Promise<void> {
    const { folder } = this.#standby;
    rmSync(folder, { recursive: true });
    this.#standby = await this.#primary.createStandby(folder);
    await this.#standby.start();
    await this.#primary.waitForStandby(true);
  }

  async close(): Promise<void> {
    await Promise.all([this.#primary.kill(), this.#standby.kill()]);
  }
}

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
      const pair = await PrimaryAndStandby.open(server, `${base}/s`);
      const links = await Promise.all(pair.sockets.map((socket) => Link.open(socket)));
      const ports = links.map(({ port }) => port);
      const link = { cutAfter() {}, drop() {}, restore() {}, close: async () => {} };
      let isOver = false;
      let committed = 0;
      const running = swapContents({
        seed,
        struckOneIn: Number.MAX_SAFE_INTEGER,
        isOver: () => isOver,
        open: async () => ({ link, ledger: vault.openAt(ports) }),
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
      await Promise.all(links.map((each) => each.close()));
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
