import type { Child } from './child.ts';

/** How long a test waits for anything. A busy machine is slow, not broken. */
export const patienceMs = 60_000;

export interface UntilOptions {
  readonly timeoutMs?: number;
  /** The process that is waited for: its end fails the wait at once, and what it said is shown. */
  readonly child?: Child | undefined;
}

/** Asking is not free, above all asking a browser: what takes longer is asked less often. */
const pauseMsMax = 20;

/** Polls until it is so; a failure says what was waited for. The only place in the tests that sleeps. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what: string,
  { timeoutMs = patienceMs, child }: UntilOptions = {},
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs + 1, pauseMsMax)) {
    // Asked first: what a process did right before it ended counts.
    const isGone = child !== undefined && child.exitCode !== undefined;
    if (await isSo()) return;
    if (isGone) {
      throw new Error(`exited with ${child.exitCode} before: ${what}\n${child.lastWords()}`);
    }
    if (performance.now() > deadline) {
      throw new Error(`waited ${timeoutMs} ms for: ${what}\n${child?.lastWords() ?? ''}`);
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
