import type { Client } from '../protocols/local/client/client.ts';
import { connect } from '../protocols/local/client/connect.ts';
import { DaemonNotRunningError } from '../protocols/local/client/errors.ts';
import type { Event, Filter } from '../protocols/local/client/index.ts';
import { runtimePaths } from '../protocols/local/client/runtime.ts';

/** The running daemon, or `undefined` when there is none. */
export async function connectDaemon(env: NodeJS.ProcessEnv): Promise<Client | undefined> {
  const { socket } = runtimePaths('vaultd', { env });
  try {
    const client = await connect({ socket, reconnect: false });
    // The answer is not awaited: this only names the client in the daemon's history.
    void client.call('Identify', { name: 'cli' }).catch(() => undefined);
    return client;
  } catch (thrown) {
    if (thrown instanceof DaemonNotRunningError) return undefined;
    throw thrown;
  }
}

/** Works with the running daemon. Throws an error that says how to start one. */
export async function withDaemon<R>(
  env: NodeJS.ProcessEnv,
  work: (client: Client) => Promise<R>,
): Promise<R> {
  const client = await connectDaemon(env);
  if (client === undefined) {
    throw new DaemonNotRunningError(
      'The daemon is not running. Start it with "vaultd daemon start".',
    );
  }
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** Events of the daemon until a signal stops the process. `ready` runs once the subscription is there. */
export async function followEvents(
  env: NodeJS.ProcessEnv,
  { filter, from, ready }: FollowOptions,
  take: (event: Event) => Promise<void> | void,
): Promise<void> {
  await withDaemon(env, async (client) => {
    const subscription = await client.subscribe(filter, from);
    const stop = () => void client.close();
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    await ready?.();
    for await (const event of subscription) await take(event);
  });
}

interface FollowOptions {
  readonly filter: Filter;
  readonly from?: number | undefined;
  ready?(): Promise<void> | void;
}
