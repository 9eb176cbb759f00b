import { overviewLimits } from '../../../src/contract/overview-limits.ts';
import type { HealthSample } from '../../../src/operations/daemon-facts.ts';
import type { Output } from '../../api/operations.ts';

/** Columns of measurements, the oldest first. */
export type Samples = Output<'health.get'>['samples'];

/** With one more at the end; the oldest goes when there are too many. */
export function withSample(samples: Samples, sample: HealthSample): Samples {
  if (sample.at <= (samples.at.at(-1) ?? 0)) return samples;
  const add = (name: keyof HealthSample): number[] =>
    [...samples[name], sample[name]].slice(-overviewLimits.samplesKeptMax);
  return {
    everyMs: samples.everyMs,
    at: add('at'),
    rss: add('rss'),
    heapUsed: add('heapUsed'),
    delayMs: add('delayMs'),
    utilization: add('utilization'),
    calls: add('calls'),
    clients: add('clients'),
  };
}
