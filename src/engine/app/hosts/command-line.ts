import { realpathSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { hostLimits } from '../../../contract/bundle-limits.ts';
import { VaultError } from '../../../contract/errors.ts';
import type { AppQuestion, HostSettings } from './host.ts';
import { isUnknownCommand, readAnswer, toStartError, unknownVault } from './read-answer.ts';
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
      // A vault that is just being opened does not know its commands yet.
      if (this.#isWarm || !isUnknownCommand(thrown)) throw thrown;
      await after(hostLimits.coldStartMs, undefined, { signal });
      return this.run(args, signal);
    }
  }

  /** One call after the other, each without a shell. */
  run(args: readonly string[], signal: AbortSignal): Promise<string> {
    const before = this.#last;
    const turn = async () => {
      await before;
      signal.throwIfAborted();
      return runProgram(this.#settings.program, args, { env: this.#settings.env, signal });
    };
    const started = turn();
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

/** Lines of names and folders, with tabs between. */
function findVault(listed: string, root: string): string {
  const here = realPath(root);
  for (const line of listed.split('\n')) {
    const [name = '', ...columns] = line.split('\t');
    if (columns.some((column) => column !== '' && realPath(column.trim()) === here)) return name;
  }
  throw unknownVault();
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
