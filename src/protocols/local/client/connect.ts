import { spawn } from 'node:child_process';
import { Client, type ClientOptions } from './client.ts';
import { DaemonNotRunningError } from './errors.ts';

export interface ConnectOptions extends Omit<ClientOptions, 'start'> {
  /** Starts the daemon when it is not running: `<app> daemon start`, or your own way. */
  readonly autoStart?: boolean | (() => Promise<void>);
}

/** Connects to a daemon. Fails with `DAEMON_NOT_RUNNING` when there is none. */
export async function connect({ autoStart, ...options }: ConnectOptions = {}): Promise<Client> {
  const own = () => startDaemonOf(options.app ?? 'vaultd');
  const start = autoStart === true ? own : autoStart || undefined;
  const client = new Client({ ...options, ...(start && { start }) });
  await client.open();
  return client;
}

function startDaemonOf(app: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(app, ['daemon', 'start'], { stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new DaemonNotRunningError(`${app} daemon start failed with exit code ${code}.`));
    });
  });
}
