import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RawClient, until } from './raw-client.ts';

/** The small daemon of the tests, in processes of its own, in a runtime folder of its own. */
export class DaemonHome {
  readonly base = mkdtempSync(join(tmpdir(), 'wired-'));
  readonly dir = join(this.base, 'run');
  readonly settings = join(this.base, 'settings.json');
  readonly diaryFile = join(this.base, 'diary');
  readonly children: Child[] = [];

  file(ending: string): string {
    return join(this.dir, `wired.${ending}`);
  }

  /** Starts one more, without waiting. */
  spawn(env: NodeJS.ProcessEnv = {}): Child {
    const child = new Child({
      ...process.env,
      WIRED_RUNTIME_DIR: this.dir,
      WIRED_SETTINGS: this.settings,
      WIRED_DIARY: this.diaryFile,
      ...env,
    });
    this.children.push(child);
    return child;
  }

  /** Starts one and waits until it serves. */
  async start(env: NodeJS.ProcessEnv = {}): Promise<Child> {
    const child = this.spawn(env);
    await until(() => child.isReady || child.exitCode !== undefined, 'the daemon');
    if (!child.isReady) throw new Error(`the daemon did not start: ${child.said}`);
    return child;
  }

  connect(): Promise<RawClient> {
    return RawClient.connect(this.file('sock'));
  }

  diary(): string[] {
    if (!existsSync(this.diaryFile)) return [];
    return readFileSync(this.diaryFile, 'utf8').split('\n').filter(Boolean);
  }

  remove(): void {
    for (const { process: child } of this.children) child.kill('SIGKILL');
    rmSync(this.base, { recursive: true, force: true });
  }
}

export class Child {
  readonly process: ChildProcess;
  isReady = false;
  said = '';
  exitCode: number | undefined;

  constructor(env: NodeJS.ProcessEnv) {
    const script = fileURLToPath(new URL('./wire-daemon.mjs', import.meta.url));
    this.process = spawn(process.execPath, [script], {
      env,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.process.on('message', () => {
      this.isReady = true;
    });
    this.process.stderr?.on('data', (chunk) => {
      this.said += chunk;
    });
    this.process.on('exit', (code, signal) => {
      this.exitCode = code ?? (signal === null ? -1 : -2);
    });
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  async exited(): Promise<number> {
    await until(() => this.exitCode !== undefined, 'the daemon to exit', 60_000);
    return this.exitCode ?? -1;
  }
}
