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

export type Files = Readonly<Record<string, string | Buffer>>;

/** A vault in a folder of its own, and what a process needs that serves nothing else. */
export class VaultFolder {
  readonly base = mkdtempSync(join(tmpdir(), 'vaultd-'));
  readonly root = join(this.base, 'vault');

  constructor(files: Files = {}) {
    mkdirSync(this.root);
    this.write(files);
  }

  /** Nothing of the machine's own settings may reach the process. */
  get env(): Record<string, string> {
    return {
      PATH: process.env.PATH ?? '',
      TMPDIR: process.env.TMPDIR ?? '',
      HOME: this.base,
      XDG_STATE_HOME: join(this.base, 'state'),
      XDG_CONFIG_HOME: join(this.base, 'config'),
      VAULTD_RUNTIME_DIR: join(this.base, 'run'),
      TZ: 'UTC',
    };
  }

  /** Puts files into the vault from outside, as an editor would. */
  write(files: Files): void {
    for (const [path, content] of Object.entries(files)) {
      const file = join(this.root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
  }

  /** The vault holds exactly these files. */
  reset(files: Files = {}): void {
    for (const name of readdirSync(this.root)) {
      rmSync(join(this.root, name), { recursive: true, force: true });
    }
    this.write(files);
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  text(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  removeFolder(): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}
