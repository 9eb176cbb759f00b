import { signal } from '@preact/signals';
import { listen } from '../api/events.ts';
import { runSoon } from '../kit/soon.ts';

/** Grows whenever something in the vault is different, so that answers can be asked for again. */
export const version = signal(0);

const burstMs = 100;

export function followVersion(): void {
  const grow = runSoon(() => {
    version.value++;
  }, burstMs);
  listen('change', grow);
  listen('lagged', grow);
}
