import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandError } from './command-error.ts';
import type { CommonInput, Params } from './flags.ts';
import type { AnswerOf, InputOf, MethodName } from './operations.ts';
import { Output } from './output.ts';
import { withProgress } from './progress.ts';
import { toObsidianUrl } from './style.ts';
import { openVault, requireMeant, type VaultAccess } from './vault-access.ts';

export type Linker = (path: string, shown?: string) => string;

/** What a command has to work with. */
export class Context {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly out: Output;
  readonly common: CommonInput;
  exitCode = 0;
  #vault: Promise<VaultAccess> | undefined;

  constructor(common: CommonInput, env: NodeJS.ProcessEnv = process.env, cwd = process.cwd()) {
    this.common = common;
    this.env = env;
    this.cwd = cwd;
    this.out = new Output(common, env);
  }

  /** The vault that the command is about, through the daemon when one serves it. */
  vault(): Promise<VaultAccess> {
    this.#vault ??= openVault({ named: this.common.vault, env: this.env, cwd: this.cwd });
    return this.#vault;
  }

  /** The same for a change. Throws when it is doubtful that the user means this vault. */
  async vaultToChange(): Promise<VaultAccess> {
    const vault = await this.vault();
    requireMeant(vault, this.cwd);
    return vault;
  }

  /** Makes paths links to the app, in terminals that show links. */
  async linker(): Promise<Linker> {
    const { name } = await this.vault();
    return (path, shown = path) => this.out.style.link(shown, toObsidianUrl(name, path));
  }

  /** One operation on the vault. Throws `RpcError`. */
  readonly call = <M extends MethodName>(method: M, input: InputOf<M>): Promise<AnswerOf<M>> =>
    this.ask(method, { ...input });

  /** The same for a method that is known only by its name. */
  readonly ask = async <R>(method: string, params: Params): Promise<R> => {
    const isWatched = process.stderr.isTTY === true && !this.out.isJson && !this.out.isQuiet;
    const vault = await withProgress(isWatched, () => undefined, this.vault());
    return withProgress(isWatched, () => vault.progress(), vault.call<R>(method, params));
  };

  readonly exitWith = (code: number): void => {
    this.exitCode = code;
  };

  /** The text of a file that the user names. */
  readFile(file: string): string {
    try {
      return readFileSync(resolve(this.cwd, file), 'utf8');
    } catch (thrown) {
      const isMissing = thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
      throw new CommandError(isMissing ? `There is no file ${file}.` : `${file} cannot be read.`);
    }
  }

  /** Everything from standard input, which must not be a terminal. */
  async readStdin(): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks).toString('utf8');
  }

  async close(): Promise<void> {
    const vault = await this.#vault?.catch(() => undefined);
    await vault?.close();
    await this.out.finish();
  }
}
