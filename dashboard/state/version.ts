import { signal } from '@preact/signals';
import { listen } from '../api/events.ts';
import { runSoon } from '../kit/soon.ts';

/** Grows with every change of the vault, so that views load their data again. */
export const version = signal(0);

const burstMs = 100;

export function followVersion(): void {
  const grow = runSoon(() => {
    version.value++;
  }, burstMs);
  listen('change', grow);
  listen('lagged', grow);
}
