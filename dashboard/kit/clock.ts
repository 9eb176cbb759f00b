import { signal } from '@preact/signals';

/** The time for texts such as "2m". */
export const now = signal(Date.now());
setInterval(() => {
  now.value = Date.now();
}, 10_000);
