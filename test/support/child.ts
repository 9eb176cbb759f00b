import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { builtUrl } from '../../src/kit/entry-url.ts';
import { until } from './until.ts';

/** `bin/vaultd` of this checkout, also for tools that are built. */
export const executable = fileURLToPath(builtUrl('../bin/vaultd'));

const lastWordsMax = 2000;

export interface ChildOptions
  extends Pick<SpawnOptions, 'cwd' | 'detached' | 'gid' | 'stdio' | 'uid'> {
  readonly env?: NodeJS.ProcessEnv;
}

/** A process that a test started, with everything it has said. */
export class Child {
  readonly process: ChildProcess;
  stdout = '';
  stderr = '';
  /** Undefined while it runs; -1 after a signal. */
  exitCode: number | undefined;

  constructor(command: string, args: readonly string[], options: ChildOptions = {}) {
    const env = cleanEnv(options.env);
    this.process = spawn(command, [...args], { ...options, env });
    this.process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.process.stdin?.on('error', () => {});
    this.process.on('error', (error) => {
      this.stderr += String(error);
      this.exitCode ??= -1;
    });
    this.process.on('close', (code) => {
      this.exitCode ??= code ?? -1;
    });
  }

  /** Starts `vaultd` with these arguments. */
  static vaultd(args: readonly string[], options: ChildOptions = {}): Child {
    return new Child(process.execPath, [executable, ...args], options);
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  /** The end of what it said, for the message of a failed wait. */
  lastWords(): string {
    const said = `${this.stdout.slice(-lastWordsMax)}\n${this.stderr.slice(-lastWordsMax)}`.trim();
    return said === '' ? '(it said nothing)' : said;
  }

  /** Waits for something that this process does. */
  until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
    return until(isSo, what, { child: this });
  }

  /** Its exit code, once it and all that it had open have ended. */
  async exited(): Promise<number> {
    const ended = () => this.exitCode !== undefined;
    await until(ended, 'the process to exit').catch((error) => {
      throw new Error(`${error.message}${this.lastWords()}`);
    });
    return this.exitCode ?? -1;
  }

  kill(signal?: NodeJS.Signals): void {
    this.process.kill(signal);
  }

  /** Sends a signal and waits for the end. */
  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number> {
    if (this.exitCode === undefined) this.process.kill(signal);
    return this.exited();
  }
}

export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. */
export async function runToEnd(
  command: string,
  args: readonly string[],
  { stdin = '', ...options }: ChildOptions & { readonly stdin?: string } = {},
): Promise<Ran> {
  const child = new Child(command, args, options);
  child.process.stdin?.end(stdin);
  const exitCode = await child.exited();
  return { exitCode, stdout: child.stdout, stderr: child.stderr };
}

/** The same for a program that succeeds: what it printed. */
export async function printed(
  command: string,
  args: readonly string[],
  options: ChildOptions = {},
): Promise<string> {
  const { exitCode, stdout, stderr } = await runToEnd(command, args, options);
  if (exitCode !== 0) throw new Error(`${command} exited with ${exitCode}: ${stdout}${stderr}`);
  return stdout;
}

/** The variables a program needs, and nothing of the settings of whoever runs the tests. */
export function cleanEnv(env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, TEMP, TMP, HOME, LANG, TZ, SystemRoot } = process.env;
  return { PATH, TMPDIR, TEMP, TMP, HOME, LANG, TZ, SystemRoot, ...env };
}
