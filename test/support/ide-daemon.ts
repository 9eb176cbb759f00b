import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Address, IdeClient } from './ide-client.ts';
import { type RawClient, until } from './raw-client.ts';
import { VaultHome } from './vault-daemon.ts';

export interface LockFile {
  readonly pid: number;
  readonly workspaceFolders: readonly string[];
  readonly ideName: string;
  readonly transport: string;
  readonly runningInWindows: boolean;
  readonly authToken: string;
  readonly port: number;
  readonly app: string;
}

/** A home whose daemon is a process of its own, seen from its IDE door. */
export class IdeHome extends VaultHome {
  lockDir = join(this.base, '.claude/ide');
  /** What all daemons of this home have logged. */
  logged = '';

  /** A home that is removed when the test ends. */
  static open(files: Readonly<Record<string, string>> = { 'a.md': 'x\n' }): IdeHome {
    const home = new IdeHome(files);
    onTestFinished(() => home.remove());
    return home;
  }

  get lockNames(): string[] {
    return existsSync(this.lockDir) ? readdirSync(this.lockDir).sort() : [];
  }

  get locks(): LockFile[] {
    return this.lockNames
      .filter((name) => name.endsWith('.lock'))
      .map((name) => JSON.parse(readFileSync(join(this.lockDir, name), 'utf8')));
  }

  /** Where the daemon with this process is. */
  addressOf({ pid }: ChildProcess): Address {
    const lock = this.locks.find((each) => each.pid === pid);
    return { port: lock?.port ?? 0, token: lock?.authToken ?? '' };
  }

  /** Serves, and waits for the lock files. */
  async serveIde(env: NodeJS.ProcessEnv = {}, vaults?: string[]): Promise<ChildProcess> {
    const child = await this.serve(env, vaults);
    child.stderr?.on('data', (chunk) => {
      this.logged += chunk;
    });
    const count = vaults?.length ?? 1;
    const own = () => this.locks.filter(({ pid }) => pid === child.pid);
    await until(() => own().length >= count, 'the lock files');
    return child;
  }

  async enter(address: Address): Promise<IdeClient> {
    const client = await IdeClient.enter(address);
    onTestFinished(() => client.socket.terminate());
    return client;
  }

  /** Somebody at the local door. */
  async control(): Promise<RawClient> {
    const control = await this.connect();
    onTestFinished(() => control.close());
    return control;
  }
}

/** Ends a daemon; resolves to its exit code. */
export async function stop(
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  child.kill(signal);
  await until(() => child.exitCode !== null || child.signalCode !== null, 'the end');
  return child.exitCode;
}
