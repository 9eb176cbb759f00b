import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtUrl } from '../../src/kit/entry-url.ts';
import { RawClient, until } from './raw-client.ts';

const executable = fileURLToPath(builtUrl('../bin/vaultd'));

/** A home of its own for vaultd: one vault, its state, its sockets, its configuration. */
export class VaultHome {
  readonly base = mkdtempSync(join(tmpdir(), 'vaultd-'));
  readonly vault = join(this.base, 'notes');
  readonly runtime = join(this.base, 'run');
  readonly config = join(this.base, 'config.toml');
  readonly env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: this.base,
    VAULTD_RUNTIME_DIR: this.runtime,
    VAULTD_STATE_DIR: join(this.base, 'state'),
    VAULTD_CONFIG: this.config,
  };
  readonly #children: ChildProcess[] = [];

  constructor(files: Readonly<Record<string, string>> = {}) {
    mkdirSync(this.vault);
    this.write(files);
  }

  /** Puts files into the vault from outside, as an editor would. */
  write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.vault, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }

  /** Every file of the vault with its content. */
  tree(): Record<string, string> {
    const files = readdirSync(this.vault, { recursive: true, withFileTypes: true });
    return Object.fromEntries(
      files
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((file) => [file.slice(this.vault.length + 1), readFileSync(file, 'utf8')]),
    );
  }

  configure(toml: string): void {
    writeFileSync(this.config, toml);
  }

  /** Serves the vault until the home is removed. */
  async serve(env: NodeJS.ProcessEnv = {}, vaults = [this.vault]): Promise<ChildProcess> {
    const child = spawn(process.execPath, [executable, 'serve', ...vaults], {
      env: { ...this.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#children.push(child);
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    await until(() => existsSync(this.socket) || child.exitCode !== null, 'vaultd to serve');
    if (child.exitCode !== null) throw new Error(`vaultd did not serve: ${said}`);
    return child;
  }

  get socket(): string {
    return join(this.runtime, 'vaultd.sock');
  }

  connect(): Promise<RawClient> {
    return RawClient.connect(this.socket);
  }

  /** Runs one command to its end. */
  run(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [executable, ...args], {
        env: { ...this.env, ...options.env },
        cwd: options.cwd ?? this.base,
      });
      const ran = { exitCode: -1, stdout: '', stderr: '' };
      child.stdout.on('data', (chunk) => {
        ran.stdout += chunk;
      });
      child.stderr.on('data', (chunk) => {
        ran.stderr += chunk;
      });
      child.on('error', reject);
      child.on('close', (code) => resolve({ ...ran, exitCode: code ?? -1 }));
      child.stdin.end(options.stdin ?? '');
    });
  }

  /** Starts a command that goes on until the home is removed, or until it is killed. */
  start(args: readonly string[]): { readonly child: ChildProcess; shown: string } {
    const child = spawn(process.execPath, [executable, ...args], {
      env: this.env,
      cwd: this.vault,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#children.push(child);
    const running = { child, shown: '' };
    child.stdout.on('data', (chunk) => {
      running.shown += chunk;
    });
    return running;
  }

  async remove(): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL');
    await until(
      () =>
        this.#children.every(
          ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null,
        ),
      'vaultd to end',
    );
    rmSync(this.base, { recursive: true, force: true });
  }
}

export interface RunOptions {
  readonly stdin?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}
