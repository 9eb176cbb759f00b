import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Child } from './child.ts';
import { RawClient } from './raw-client.ts';

/** The small daemon of the tests, in processes of its own, in a runtime folder of its own. */
export class DaemonHome {
  readonly base = mkdtempSync(join(tmpdir(), 'wired-'));
  readonly dir = join(this.base, 'run');
  readonly settings = join(this.base, 'settings.json');
  readonly diaryFile = join(this.base, 'diary');
  readonly children: DaemonChild[] = [];

  file(ending: string): string {
    return join(this.dir, `wired.${ending}`);
  }

  /** Starts one more, without waiting. */
  spawn(env: NodeJS.ProcessEnv = {}): DaemonChild {
    const child = new DaemonChild({
      WIRED_RUNTIME_DIR: this.dir,
      WIRED_SETTINGS: this.settings,
      WIRED_DIARY: this.diaryFile,
      ...env,
    });
    this.children.push(child);
    return child;
  }

  /** Starts one and waits until it serves. */
  async start(env: NodeJS.ProcessEnv = {}): Promise<DaemonChild> {
    const child = this.spawn(env);
    await child.until(() => child.isReady, 'the daemon to serve');
    return child;
  }

  connect(): Promise<RawClient> {
    return RawClient.connect(this.file('sock'));
  }

  diary(): string[] {
    if (!existsSync(this.diaryFile)) return [];
    return readFileSync(this.diaryFile, 'utf8').split('\n').filter(Boolean);
  }

  async remove(): Promise<void> {
    await Promise.all(this.children.map((child) => child.stop('SIGKILL')));
    rmSync(this.base, { recursive: true, force: true });
  }
}

/** One process of it; the daemon says over its channel that it serves. */
export class DaemonChild extends Child {
  isReady = false;

  constructor(env: NodeJS.ProcessEnv) {
    const script = fileURLToPath(new URL('./wire-daemon.mjs', import.meta.url));
    super(process.execPath, [script], { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    this.process.on('message', () => {
      this.isReady = true;
    });
  }
}
