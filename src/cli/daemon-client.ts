import { type Client, connect } from '../protocols/local/client/client.ts';
import { DaemonNotRunningError } from '../protocols/local/client/errors.ts';
import { runtimePaths } from '../protocols/local/client/runtime.ts';

/** The running daemon, or `undefined` when there is none. */
export async function connectDaemon(env: NodeJS.ProcessEnv): Promise<Client | undefined> {
  const { socket } = runtimePaths('vaultd', { env });
  try {
    const client = await connect({ socket, reconnect: false });
    // Nobody waits for the answer: it only tells the daemon whom to write into its history.
    void client.call('Identify', { name: 'cli' }).catch(() => undefined);
    return client;
  } catch (thrown) {
    if (thrown instanceof DaemonNotRunningError) return undefined;
    throw thrown;
  }
}

/** The running daemon, or an error that says how to get one. */
export async function requireDaemon(env: NodeJS.ProcessEnv): Promise<Client> {
  const client = await connectDaemon(env);
  if (client !== undefined) return client;
  throw new DaemonNotRunningError(
    'The daemon is not running. Start it with "vaultd daemon start".',
  );
}
