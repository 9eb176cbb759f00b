import { chmodSync, chownSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ordinaryUser } from '../../faults/refused.ts';
import { Child, executable } from './child.ts';
import { waysIn } from './remote.ts';
import { freshFolder, plant } from './vault.ts';

/** A home folder with a vault in it, and daemons that serve it as processes of their own. */
export class RemoteHome {
  readonly home = freshFolder();
  readonly vault = join(this.home, 'v');
  readonly socket = join(this.home, '.obsidian-remote/server.sock');
  readonly tokenFile = join(this.home, '.obsidian-remote/token');

  constructor(files: Readonly<Record<string, string | Buffer | null>>) {
    plant(this.vault, files);
  }

  get token(): string {
    return readFileSync(this.tokenFile, 'utf8');
  }

  /** Starts one, without waiting. */
  spawn(flags: readonly string[] = ['--vault-root=v'], options: SpawnOptions = {}): RemoteProcess {
    return new RemoteProcess(flags, this.home, options);
  }

  /** Starts one and waits until it says that it is ready. */
  async start(flags?: readonly string[], options?: SpawnOptions): Promise<RemoteProcess> {
    const daemon = this.spawn(flags, options);
    const isReady = () => daemon.stderr !== '' && existsSync(this.tokenFile);
    await daemon.until(isReady, 'the daemon to be ready');
    return daemon;
  }

  ways() {
    return waysIn(this.socket, this.token);
  }

  /** Nobody's rights stop root, so as root the daemon is run by somebody else. */
  asOrdinaryUser(): SpawnOptions {
    if (process.getuid?.() !== 0) return {};
    for (const path of [this.home, this.vault]) chownSync(path, ordinaryUser, ordinaryUser);
    chmodSync(this.home, 0o755);
    return { uid: ordinaryUser, gid: ordinaryUser };
  }
}

export interface SpawnOptions {
  readonly uid?: number;
  readonly gid?: number;
  readonly executable?: string;
  readonly env?: NodeJS.ProcessEnv;
}

export class RemoteProcess extends Child {
  constructor(flags: readonly string[], home: string, options: SpawnOptions) {
    const { uid, gid, executable: file = executable } = options;
    const isOwnName = file !== executable;
    super(process.execPath, [file, ...(isOwnName ? [] : ['remote']), ...flags], {
      cwd: home,
      env: { HOME: home, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid !== undefined && { uid }),
      ...(gid !== undefined && { gid }),
    });
    onTestFinished(async () => {
      await this.stop('SIGKILL');
    });
  }
}
