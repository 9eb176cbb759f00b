import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { until } from './raw-client.ts';
import { waysIn } from './remote.ts';
import { freshFolder, plant } from './vault.ts';

const executable = fileURLToPath(new URL('../../bin/vaultd', import.meta.url));

/** A home folder with a vault in it, and daemons that serve it as processes of their own. */
export class RemoteHome {
  readonly home = freshFolder('vh-');
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
    await until(
      () => daemon.exitCode !== undefined || (daemon.said !== '' && existsSync(this.tokenFile)),
      'the daemon to be ready',
    );
    if (daemon.exitCode !== undefined) throw new Error(`the daemon did not start: ${daemon.said}`);
    return daemon;
  }

  ways() {
    return waysIn(this.socket, this.token);
  }

  /** Nobody's rights stop root, so as root the daemon is run by somebody else. */
  asOrdinaryUser(): SpawnOptions {
    if (process.getuid?.() !== 0) return {};
    const nobody = 65534;
    for (const path of [this.home, this.vault]) chownSync(path, nobody, nobody);
    chmodSync(this.home, 0o755);
    return { uid: nobody, gid: nobody };
  }
}

export interface SpawnOptions {
  readonly uid?: number;
  readonly gid?: number;
  readonly executable?: string;
  readonly env?: NodeJS.ProcessEnv;
}

export class RemoteProcess {
  readonly process: ChildProcess;
  said = '';
  printed = '';
  exitCode: number | undefined;

  constructor(flags: readonly string[], home: string, options: SpawnOptions) {
    const { uid, gid, executable: file = executable } = options;
    const isOwnName = file !== executable;
    this.process = spawn(process.execPath, [file, ...(isOwnName ? [] : ['remote']), ...flags], {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid !== undefined && { uid }),
      ...(gid !== undefined && { gid }),
    });
    onTestFinished(() => {
      this.process.kill('SIGKILL');
    });
    this.process.stdout?.on('data', (chunk) => {
      this.printed += chunk;
    });
    this.process.stderr?.on('data', (chunk) => {
      this.said += chunk;
    });
    this.process.on('close', (code) => {
      this.exitCode = code ?? -1;
    });
  }

  signal(name: NodeJS.Signals): void {
    this.process.kill(name);
  }

  async exited(): Promise<number> {
    await until(() => this.exitCode !== undefined, 'the daemon to exit');
    return this.exitCode ?? -1;
  }
}
