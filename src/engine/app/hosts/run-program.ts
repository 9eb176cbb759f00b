import { homedir, tmpdir, userInfo } from 'node:os';
import { hostLimits } from '../../../contract/bundle-limits.ts';

export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  /** Null when a signal ended it. */
  readonly code: number | null;
}

export interface RunOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** A program that was started. It is `over` only when nothing of it is left. */
export interface Run {
  readonly result: Promise<Ran>;
  readonly over: Promise<void>;
}

/** Starts a program without a shell and collects its output; an abort ends it. */
export function runProgram(program: string, args: readonly string[], options: RunOptions): Run {
  const { signal } = options;
  // Most processes never run a program, and agents wait for all that is loaded at the start.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(program, args, {
    env: withUser(options.env),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: false,
    windowsHide: true,
  });
  const stop = () => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), hostLimits.killMs).unref();
  };
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
      if (texts[name].length > hostLimits.outputUnitsMax) stop();
    });
  }
  const over = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const result = new Promise<Ran>((resolve, reject) => {
    const giveUp = () => {
      stop();
      reject(signal.reason);
    };
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    child.once('error', reject);
    child.once('close', (code) => {
      signal.removeEventListener('abort', giveUp);
      resolve({ ...texts, code });
    });
  });
  return { result, over };
}

/** Desktop clients start servers with little around them, but the tool finds its app by these. */
function withUser(env: RunOptions['env']): Record<string, string | undefined> {
  return {
    ...env,
    HOME: env.HOME ?? homedir(),
    USER: env.USER ?? userName(),
    TMPDIR: env.TMPDIR ?? tmpdir(),
  };
}

function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}
