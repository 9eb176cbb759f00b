import { realpathSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { hostLimits } from '../../../contract/bundle-limits.ts';
import { VaultError } from '../../../contract/errors.ts';
import type { AppQuestion, HostSettings } from './host.ts';
import { hostError } from './host-errors.ts';
import { isUnknownCommand, readAnswer, toStartError } from './read-answer.ts';
import { runProgram } from './run-program.ts';

/** The official command line tool of the app, for one vault. */
export class CommandLine {
  readonly #settings: HostSettings;
  readonly #root: string;
  /** Calls at the same time were seen to stall the app. */
  #last: Promise<unknown> = Promise.resolve();
  #vault: string | undefined;
  /** The app has done something in this vault, so it is open there. */
  #isWarm = false;

  constructor(settings: HostSettings, root: string) {
    this.#settings = settings;
    this.#root = root;
  }

  /** Asks about this vault, or has something done in it. */
  async ask(question: AppQuestion, signal: AbortSignal): Promise<string> {
    const args = [`vault=${await this.#vaultName(signal)}`, ...toWords(question)];
    try {
      const answer = await this.run(args, signal);
      this.#isWarm = true;
      return answer;
    } catch (thrown) {
      // A vault that is just being opened has not loaded its commands yet.
      if (this.#isWarm || !isUnknownCommand(thrown)) throw thrown;
      await after(hostLimits.coldStartMs, undefined, { signal });
      return this.run(args, signal);
    }
  }

  /** One call after the other, each without a shell. */
  run(args: readonly string[], signal: AbortSignal): Promise<string> {
    const before = this.#last;
    const start = async () => {
      await before;
      signal.throwIfAborted();
      return runProgram(this.#settings.program, args, { env: this.#settings.env, signal });
    };
    const started = start();
    this.#last = started.then(({ over }) => over).catch(() => undefined);
    return started
      .then(({ result }) => result)
      .catch((thrown) => {
        throw toStartError(thrown);
      })
      .then(readAnswer);
  }

  /** What the app calls the vault in our folder. */
  async #vaultName(signal: AbortSignal): Promise<string> {
    this.#vault ??= findVault(await this.run(['vaults', 'verbose'], signal), this.#root);
    return this.#vault;
  }
}

/** The first release whose tool has every command that we use. */
const oldest = [1, 12, 2] as const;

/** Refuses a release of the app that is too old. */
export function requireVersion(answer: string): void {
  const found = /^(\d+)\.(\d+)\.(\d+)/.exec(answer.trim());
  if (found === null) return;
  const version = found.slice(1).map(Number);
  const at = oldest.findIndex((wanted, index) => version[index] !== wanted);
  if (at === -1 || (version[at] ?? 0) > (oldest[at] ?? 0)) return;
  throw hostError('cli-command-unavailable', {
    message: `Obsidian ${found[0]} is too old to be used from outside.`,
    hint: `Update Obsidian to ${oldest.join('.')} or later.`,
  });
}

/** Lines of names and folders, with tabs between. */
function findVault(listed: string, root: string): string {
  const here = realPath(root);
  for (const line of listed.split('\n')) {
    const [name = '', ...columns] = line.split('\t');
    if (columns.some((column) => column !== '' && realPath(column.trim()) === here)) return name;
  }
  throw hostError('app-vault-missing');
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function toWords({ command, values = {}, flags = [] }: AppQuestion): string[] {
  const pairs = Object.entries(values).map(([key, value]) => `${key}=${value}`);
  if (pairs.some((pair) => pair.includes('\0'))) {
    throw new VaultError('invalid-input', 'A value for the app has a zero character in it.');
  }
  return [command, ...pairs, ...flags];
}
