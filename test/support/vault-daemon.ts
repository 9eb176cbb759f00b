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
import { Child, cleanEnv, executable, type Ran, runToEnd } from './child.ts';
import { type RunOptions, runInHost } from './command-host.ts';
import { RawClient } from './raw-client.ts';

/** A home of its own for vaultd: one vault, its state, its sockets, its configuration. */
export class VaultHome {
  readonly base = mkdtempSync(join(tmpdir(), 'vaultd-'));
  readonly vault = join(this.base, 'notes');
  readonly runtime = join(this.base, 'run');
  readonly config = join(this.base, 'config.toml');
  readonly env = cleanEnv({
    HOME: this.base,
    VAULTD_RUNTIME_DIR: this.runtime,
    VAULTD_STATE_DIR: join(this.base, 'state'),
    VAULTD_CONFIG: this.config,
  });
  readonly #children: Child[] = [];

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
  serve(env: NodeJS.ProcessEnv = {}, vaults = [this.vault]): Promise<Child> {
    return this.serveAs(['serve', ...vaults], env);
  }

  /** The same by another command line. */
  async serveAs(words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Child> {
    const child = Child.vaultd(words, {
      env: { ...this.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#children.push(child);
    await child.until(() => existsSync(this.socket), 'vaultd to serve');
    return child;
  }

  get socket(): string {
    return join(this.runtime, 'vaultd.sock');
  }

  connect(): Promise<RawClient> {
    return RawClient.connect(this.socket);
  }

  /** A link to the dashboard that works once, as `vaultd open` gets it. */
  async dashboardLink(): Promise<string> {
    const client = await this.connect();
    const { result } = await client.call('OpenDashboard');
    client.close();
    return String(Object(result).url);
  }

  /** Runs one command to its end, in the process that all commands of a test file share. */
  run(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
    return runInHost(args, { ...options, ...this.#placeOf(options) });
  }

  /** The same in a process of its own. */
  runAlone(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
    const { stdin = '' } = options;
    return runToEnd(process.execPath, [executable, ...args], { ...this.#placeOf(options), stdin });
  }

  #placeOf({ env, cwd = this.base }: RunOptions) {
    return { env: { ...this.env, ...env }, cwd };
  }

  /** Starts a command that goes on until the home is removed, or until it is killed. */
  start(args: readonly string[]): Child {
    const child = Child.vaultd(args, {
      env: this.env,
      cwd: this.vault,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#children.push(child);
    return child;
  }

  /** Ends everything that was started here. */
  async stop(): Promise<void> {
    await Promise.all(this.#children.map((child) => child.stop('SIGKILL')));
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.base, { recursive: true, force: true });
  }
}

export type { Ran } from './child.ts';
export type { RunOptions } from './command-host.ts';
