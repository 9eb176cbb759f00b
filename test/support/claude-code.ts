import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { Child, printed } from './child.ts';
import { findProcesses, killProcesses } from './left-behind.ts';
import { until } from './until.ts';
import type { VaultHome } from './vault-daemon.ts';

const packages = fileURLToPath(
  new URL('../claude-code/node_modules/@anthropic-ai', import.meta.url),
);
/** A stand-in for the API of the model: words of a prompt decide what the model does. */
const model = fileURLToPath(new URL('../../../shared/claude-code/fake-api.mjs', import.meta.url));

/** Why the real client cannot be driven here; undefined when it can. */
export const noClaudeCode: string | undefined =
  findClient() === undefined
    ? 'Claude Code is not installed: `npm run clients -- claude-code` installs and drives it.'
    : !existsSync(model)
      ? 'No stand-in for the API of the model beside the project: Claude Code is not driven.'
      : spawnSync('tmux', ['-V']).status !== 0
        ? 'There is no tmux: Claude Code is not driven.'
        : undefined;
if (noClaudeCode !== undefined) process.stdout.write(`${noClaudeCode}\n`);

/** The program itself. Its package has a script that only links to it. */
function findClient(): string | undefined {
  const names = existsSync(packages) ? readdirSync(packages) : [];
  return names
    .filter((name) => name.startsWith(`claude-code-${process.platform}-${process.arch}`))
    .map((name) => join(packages, name, 'claude'))
    .find(existsSync);
}

/** The stand-in, which works on the notes of a vault. Returns its address. */
export async function startModel({ base, vault }: VaultHome): Promise<string> {
  const env = { VAULT: vault, API_LOG: join(base, 'api.log') };
  const child = new Child(process.execPath, [model, '0'], { env, cwd: base });
  onTestFinished(() => child.stop('SIGKILL').then(() => undefined));
  await child.until(() => /^\d+\n/.test(child.stdout), 'the stand-in for the model');
  return `http://127.0.0.1:${child.stdout.trim()}`;
}

/** Claude Code in a terminal, connected to the editor of the folder that it is in. */
export class ClaudeCode {
  readonly #base: string;
  readonly #tmux: (...words: string[]) => Promise<string>;

  private constructor(base: string) {
    this.#base = base;
    const env = { TMUX_TMPDIR: base, HOME: base };
    this.#tmux = (...words) => printed('tmux', ['-f', '/dev/null', ...words], { env });
  }

  static async start({ base, vault, env }: VaultHome, api: string): Promise<ClaudeCode> {
    allowFolder(base, vault);
    const claude = new ClaudeCode(base);
    const settings = {
      PATH: env.PATH,
      TMPDIR: base,
      HOME: base,
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
      ANTHROPIC_AUTH_TOKEN: 'none',
      ANTHROPIC_BASE_URL: api,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    };
    const words = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    const args = [findClient() ?? '', '--ide', '--permission-mode', 'default'];
    const size = ['-x', '150', '-y', '50'];
    await claude.#tmux('new-session', '-d', ...size, '-c', vault, 'env', '-i', ...words, ...args);
    onTestFinished(() => claude.stop());
    return claude;
  }

  screen(): Promise<string> {
    return this.#tmux('capture-pane', '-p');
  }

  async shows(pattern: RegExp): Promise<void> {
    let screen = '';
    const isShown = async () => {
      screen = await this.screen();
      return pattern.test(screen);
    };
    await until(isShown, String(pattern)).catch((error) => {
      throw new Error(`${error.message}\n${screen}`);
    });
  }

  async press(key: string): Promise<void> {
    await this.#tmux('send-keys', key);
  }

  /** Types a prompt, and sends it once it stands there. */
  async ask(prompt: string): Promise<void> {
    await this.press(prompt);
    await this.shows(new RegExp(`^❯.*${prompt}\\s*$`, 'm'));
    await this.press('Enter');
  }

  /** Ends the client and what it started, which would write to its home a moment longer. */
  async stop(): Promise<void> {
    await this.#tmux('kill-server');
    const left = () =>
      findProcesses(this.#base).filter(({ command }) => /^\S*claude/.test(command));
    killProcesses(left());
    await until(() => left().length === 0, 'Claude Code to end');
  }
}

/** Without it, the client asks about its looks, and whether the folder is to be trusted. */
function allowFolder(home: string, vault: string): void {
  const file = join(home, '.claude.json');
  const own = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const projects = { [vault]: { hasTrustDialogAccepted: true } };
  const settings = { ...own, hasCompletedOnboarding: true, theme: 'dark', projects };
  writeFileSync(file, JSON.stringify(settings));
}
