import { toRecord } from '../kit/records.ts';
import type { Client } from '../protocols/local/client/client.ts';
import type { Event } from '../protocols/local/client/index.ts';
import type { Progress } from './progress.ts';

/** How far the steps of this client are, as the daemon tells it. Asks when somebody first looks. */
export class StepFollower {
  readonly #daemon: Client;
  #isFollowing = false;
  #latest: Progress | undefined;

  constructor(daemon: Client) {
    this.#daemon = daemon;
  }

  latest(): Progress | undefined {
    // Most calls end before anybody looks, and need no events.
    if (!this.#isFollowing) void this.#follow().catch(() => undefined);
    return this.#latest;
  }

  async #follow(): Promise<void> {
    this.#isFollowing = true;
    const { client } = await this.#daemon.call<{ client: string }>('Identify', { name: 'cli' });
    for await (const event of await this.#daemon.subscribe({ topics: ['steps'] })) {
      const { client: whose, ...progress } = toStep(event);
      if (whose === client) this.#latest = progress;
    }
  }
}

function toStep({ data }: Event): Progress & { readonly client: unknown } {
  const told = toRecord(data);
  return {
    client: told.client,
    stage: told.stage === 'writing' ? 'writing' : 'planning',
    done: Number(told.done),
    total: Number(told.total),
  };
}
