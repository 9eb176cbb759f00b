import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { executable } from '../test/support/child.ts';
import { RawClient } from '../test/support/raw-client.ts';
import { until } from '../test/support/until.ts';

/** A home of its own for daemons that are started, killed and started again. */
export class Home {
  readonly root: string;
  readonly runtime: string;
  readonly state: string;
  readonly env: NodeJS.ProcessEnv;

  constructor(base: string, root: string, settings: string) {
    this.root = root;
    this.runtime = join(base, 'run');
    this.state = join(base, 'state');
    mkdirSync(base, { recursive: true });
    const config = join(base, 'config.toml');
    writeFileSync(config, settings);
    this.env = {
      PATH: process.env.PATH,
      HOME: base,
      VAULTD_CONFIG: config,
      VAULTD_RUNTIME_DIR: this.runtime,
      VAULTD_STATE_DIR: this.state,
    };
  }

  get socket(): string {
    return join(this.runtime, 'vaultd.sock');
  }

  spawn(): ChildProcess {
    const args = [executable, 'daemon', 'run', this.root];
    return spawn(process.execPath, args, { env: this.env, stdio: 'ignore' });
  }

  async connect(): Promise<RawClient> {
    let client: RawClient | undefined;
    await until(async () => {
      client = await RawClient.connect(this.socket).catch(() => undefined);
      return client !== undefined;
    }, 'vaultd to serve');
    if (client === undefined) throw new Error('nobody serves');
    return client;
  }
}

export const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null;

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  await until(() => hasEnded(child), 'vaultd to end');
}
