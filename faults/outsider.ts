import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { entryUrl } from '../src/kit/entry-url.ts';
import type { Step } from './steps.ts';

/** Another process that changes files, step by step, as fast as it can. */
export interface Outsider {
  /** Resolves to the number of steps that could be done, once all were tried. */
  act(dir: string, steps: readonly Step[]): Promise<number>;
  stop(): Promise<void>;
}

export function startOutsider(): Outsider {
  const script = fileURLToPath(entryUrl('fault-outsider'));
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    async act(dir, steps) {
      child.stdin.write(`${JSON.stringify({ dir, steps })}\n`);
      return Number((await answers.next()).value);
    },
    async stop() {
      child.stdin.end();
      await gone;
    },
  };
}
