import { signal } from '@preact/signals';

/** The time by which "2m" becomes "3m". Precise enough for words. */
export const now = signal(Date.now());
setInterval(() => {
  now.value = Date.now();
}, 10_000);
