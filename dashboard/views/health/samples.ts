import type { HealthSample } from '../../../src/operations/daemon-facts.ts';

/** What was measured, side by side, the oldest first. */
export interface Samples {
  readonly everyMs: number;
  readonly at: readonly number[];
  readonly rss: readonly number[];
  readonly heapUsed: readonly number[];
  readonly delayMs: readonly number[];
  readonly utilization: readonly number[];
  readonly calls: readonly number[];
  readonly clients: readonly number[];
}

const keptMax = 720;

/** One more at the end; the oldest goes when there are many. */
export function withSample(samples: Samples, sample: HealthSample): Samples {
  if (sample.at <= (samples.at.at(-1) ?? 0)) return samples;
  const add = (values: readonly number[], value: number): number[] =>
    [...values, value].slice(-keptMax);
  return {
    everyMs: samples.everyMs,
    at: add(samples.at, sample.at),
    rss: add(samples.rss, sample.rss),
    heapUsed: add(samples.heapUsed, sample.heapUsed),
    delayMs: add(samples.delayMs, sample.delayMs),
    utilization: add(samples.utilization, sample.utilization),
    calls: add(samples.calls, sample.calls),
    clients: add(samples.clients, sample.clients),
  };
}
