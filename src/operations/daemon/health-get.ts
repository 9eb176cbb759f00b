import * as z from 'zod';
import type { HealthSample } from '../daemon-facts.ts';
import { defineOperation } from '../operation.ts';
import { isoTime, nothing, unixMs } from '../shapes.ts';
import { indexShape, toIndexShape } from './vault-list.ts';

const numbers = z.array(z.number());

export const healthGet = defineOperation({
  name: 'health.get',
  summary: 'The state of the daemon: index, watcher, history, protocols, memory and speed.',
  access: 'admin',
  at: { local: 'GetHealth', web: 'health.get' },
  input: nothing,
  output: z.object({
    version: z.string(),
    startedAt: isoTime,
    now: isoTime,
    vaults: z.array(
      z.object({
        name: z.string(),
        index: indexShape,
        watch: z.record(z.string(), z.unknown()),
        journal: z.record(z.string(), z.unknown()),
      }),
    ),
    protocols: z.array(z.looseObject({ protocol: z.string(), lines: z.array(z.string()) })),
    memory: z.object({ rss: z.int(), heapUsed: z.int(), external: z.int() }),
    eventLoop: z.object({ delayMs: z.number(), utilization: z.number() }),
    samples: z
      .object({
        everyMs: z.int(),
        at: z.array(unixMs),
        rss: numbers,
        heapUsed: numbers,
        delayMs: numbers,
        utilization: numbers,
        calls: numbers,
        clients: numbers,
      })
      .describe('One column for each figure, the oldest first.'),
  }),
  fails: ['unavailable'],
  run({ daemon }) {
    const { version, startedAt, vaults, protocols, health } = daemon();
    const samples = health.samples();
    const { rss, heapUsed, external } = process.memoryUsage();
    const { delayMs = 0, utilization = 0 } = samples.at(-1) ?? {};
    return {
      version,
      startedAt: new Date(startedAt).toISOString(),
      now: new Date().toISOString(),
      vaults: vaults.map(({ name, status }) => {
        const { knowledge, journal } = status();
        return {
          name,
          index: toIndexShape(knowledge),
          watch: { ...knowledge?.watch },
          journal: { ...journal },
        };
      }),
      protocols: protocols().map(({ protocol, lines, status }) => ({
        protocol,
        lines: [...lines],
        ...status?.(),
      })),
      memory: { rss, heapUsed, external },
      eventLoop: { delayMs, utilization },
      samples: { everyMs: health.everyMs, ...inColumns(samples) },
    };
  },
});

function inColumns(samples: readonly HealthSample[]) {
  const column = (name: keyof HealthSample) => samples.map((sample) => sample[name]);
  return {
    at: column('at'),
    rss: column('rss'),
    heapUsed: column('heapUsed'),
    delayMs: column('delayMs'),
    utilization: column('utilization'),
    calls: column('calls'),
    clients: column('clients'),
  };
}
