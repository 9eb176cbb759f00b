import { setTimeout as pause } from 'node:timers/promises';
import type { RawClient } from '../test/support/raw-client.ts';
import { end, Home } from './home.ts';
import { inFreshFolders } from './support.ts';
import { findWays, type Way } from './ways.ts';

/** How long anybody may wait for an answer on a busy machine. */
export const patienceMs = 30_000;
const mebibyte = 2 ** 20;
const lookMs = 25;

/** A client of the local wire that never stops asking, and sees how the daemon does meanwhile. */
export class Witness {
  answers = 0;
  unanswered = 0;
  slowestMs = 0;
  megabytesMost = 0;
  #isOver = false;
  readonly #client: RawClient;
  readonly #asking: Promise<void>;

  constructor(client: RawClient) {
    this.#client = client;
    this.#asking = this.#ask();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#asking;
    this.#client.close();
  }

  async #ask(): Promise<void> {
    while (!this.#isOver) {
      const startMs = performance.now();
      try {
        const { result } = (await this.#client.call('GetStatus')) as {
          result: { rss_bytes: number };
        };
        this.answers++;
        this.megabytesMost = Math.max(this.megabytesMost, Math.round(result.rss_bytes / mebibyte));
      } catch {
        this.unanswered++;
      }
      this.slowestMs = Math.max(this.slowestMs, Math.round(performance.now() - startMs));
      this.#client.lines.length = 0;
      await pause(lookMs);
    }
  }
}

/** A daemon with every protocol open, and somebody who wants answers from it all the while. */
export interface Scene {
  readonly home: Home;
  readonly ways: readonly Way[];
  readonly witness: Witness;
}

const settings = 'durability = "rename"\n[mcp]\nport = 0\n';

/** Runs beside such a daemon; afterwards it must still end when it is told to. */
export function atDaemon<T>(
  plant: (root: string) => void,
  run: (scene: Scene) => Promise<T>,
): Promise<T> {
  return inFreshFolders(async ({ root, stateDir }) => {
    plant(root);
    const home = new Home(stateDir, root, settings);
    const daemon = home.spawn();
    try {
      const witness = new Witness(await home.connect());
      const ways = await findWays(home);
      const result = await run({ home, ways, witness });
      await witness.end();
      return result;
    } finally {
      await end(daemon, 'SIGTERM');
    }
  });
}
