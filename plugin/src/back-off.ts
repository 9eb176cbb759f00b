const firstMs = 1000;
const lastMs = 30_000;

/** How long to wait after so many failed attempts: 1, 2, 4 … 30 seconds. */
export function nextWaitMs(attempts: number): number {
  return Math.min(lastMs, firstMs * 2 ** Math.min(attempts, 10));
}
