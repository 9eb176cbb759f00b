import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { entryUrl } from '../src/kit/entry-url.ts';

/** One step of another program: what to do, and with which paths of the vault. */
export type Step =
  | readonly ['write' | 'append' | 'save', path: string, text: string]
  | readonly ['remove' | 'folder' | 'folders' | 'rmdir', path: string]
  | readonly ['rename', path: string, newPath: string];

/** Another process that changes files, step by step, as fast as it can. */
export interface Outsider {
  /** Resolves to the number of steps that could be done, once all were tried. */
  act(dir: string, steps: readonly Step[]): Promise<number>;
  stop(): Promise<void>;
}

const script = fileURLToPath(entryUrl('fault-outsider'));

/** The same while this process stands still, so that it sees all steps at once. */
export function actAtOnce(dir: string, steps: readonly Step[]): void {
  execFileSync(process.execPath, [script], { input: toLine(dir, steps) });
}

export function startOutsider(): Outsider {
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    async act(dir, steps) {
      child.stdin.write(toLine(dir, steps));
      return Number((await answers.next()).value);
    },
    async stop() {
      child.stdin.end();
      await gone;
    },
  };
}

function toLine(dir: string, steps: readonly Step[]): string {
  const inVault = steps.map(([act, path, more]) => [
    act,
    join(dir, path),
    act === 'rename' ? join(dir, more) : more,
  ]);
  return `${JSON.stringify(inVault)}\n`;
}
