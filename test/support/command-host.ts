import { fileURLToPath } from 'node:url';
import { Child, cleanEnv, type Ran } from './child.ts';
import { atFileEnd } from './file-end.ts';

export interface RunOptions {
  readonly stdin?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** What is typed comes from a terminal. */
  readonly isTerminal?: boolean;
}

let hostOfFile: CommandHost | undefined;

/** Runs a command in the one process that the commands of a test file share. */
export function runInHost(words: readonly string[], options: RunOptions): Promise<Ran> {
  hostOfFile ??= openHost();
  return hostOfFile.run(words, options);
}

function openHost(): CommandHost {
  const host = new CommandHost();
  atFileEnd(async () => {
    hostOfFile = undefined;
    await host.stop('SIGKILL');
  });
  return host;
}

/** One process in which one command runs after the other. */
class CommandHost extends Child {
  #answer: Ran | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor() {
    const script = fileURLToPath(new URL('./command-host.mjs', import.meta.url));
    super(process.execPath, [script], {
      env: { UV_THREADPOOL_SIZE: '16' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.process.on('message', (answer: Ran) => {
      this.#answer = answer;
    });
  }

  run(words: readonly string[], options: RunOptions): Promise<Ran> {
    const ran = this.#last.then(() => this.#runNow(words, options));
    this.#last = ran.catch(() => undefined);
    return ran;
  }

  async #runNow(
    words: readonly string[],
    { stdin = '', env, cwd, isTerminal = false }: RunOptions,
  ): Promise<Ran> {
    this.#answer = undefined;
    this.process.send({ words, stdin, env: cleanEnv(env), cwd, isTerminal });
    await this.until(() => this.#answer !== undefined, `"${words.join(' ')}" to end`);
    const answer = this.#answer;
    if (answer === undefined) throw new Error('no answer');
    return answer;
  }
}
