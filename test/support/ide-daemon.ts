import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Child } from './child.ts';
import { type Address, IdeClient } from './ide-client.ts';
import type { RawClient } from './raw-client.ts';
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

/** A home whose daemon is a process of its own, seen from its IDE protocol. */
export class IdeHome extends VaultHome {
  lockDir = join(this.base, '.claude/ide');
  readonly #served: Child[] = [];

  /** What all daemons of this home have logged. */
  get logged(): string {
    return this.#served.map(({ stderr }) => stderr).join('');
  }

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
      .flatMap((name) => {
        try {
          return [JSON.parse(readFileSync(join(this.lockDir, name), 'utf8'))];
        } catch (thrown) {
          // A daemon sweeps away the files of those that have died.
          if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return [];
          throw thrown;
        }
      });
  }

  /** Where the daemon with this process is. */
  addressOf({ pid }: Pick<Child, 'pid'>): Address {
    const lock = this.locks.find((each) => each.pid === pid);
    return { port: lock?.port ?? 0, token: lock?.authToken ?? '' };
  }

  /** Serves, and waits for the lock files. */
  async serveIde(env: NodeJS.ProcessEnv = {}, vaults?: string[]): Promise<Child> {
    const child = await this.serve(env, vaults);
    this.#served.push(child);
    const count = vaults?.length ?? 1;
    const own = () => this.locks.filter(({ pid }) => pid === child.pid);
    await child.until(() => own().length >= count, 'the lock files');
    return child;
  }

  async enter(address: Address): Promise<IdeClient> {
    const client = await IdeClient.enter(address);
    onTestFinished(() => client.socket.terminate());
    return client;
  }

  /** A client of the local protocol. */
  async control(): Promise<RawClient> {
    const control = await this.connect();
    onTestFinished(() => control.close());
    return control;
  }
}
