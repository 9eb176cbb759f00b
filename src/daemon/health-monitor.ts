import { type IntervalHistogram, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { overviewLimits } from '../contract/overview-limits.ts';
import { createEmitter } from '../kit/emitter.ts';
import { Fifo } from '../kit/fifo.ts';
import type { Log } from '../kit/log.ts';
import type { HealthMonitor, HealthSample } from '../operations/daemon-facts.ts';
import type { Sessions } from '../operations/sessions.ts';

/** How often the delay of the event loop is sampled. More often would keep the process awake. */
const resolutionMs = 100;

export interface RunningMonitor extends HealthMonitor {
  close(): void;
}

/** Samples memory, event loop and calls every few seconds. */
export function startHealthMonitor(sessions: Sessions, log: Log): RunningMonitor {
  const everyMs = overviewLimits.sampleMs;
  const events = createEmitter<HealthSample>((thrown) =>
    log.error('a health listener failed', { error: String(thrown) }),
  );
  const kept = new Fifo<HealthSample>();
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  const calls = createCallCounter(sessions);
  let loop = performance.eventLoopUtilization();
  const take = (): void => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, loop);
    loop = now;
    const { rss, heapUsed } = process.memoryUsage();
    const sample = {
      at: Date.now(),
      rss,
      heapUsed,
      delayMs: takeDelay(delays),
      utilization: round(utilization),
      calls: calls(),
      clients: sessions.list().length,
    };
    kept.push(sample);
    if (kept.size > overviewLimits.samplesKeptMax) kept.shift();
    events.emit(sample);
  };
  take();
  const timer = setInterval(take, everyMs).unref();
  return {
    everyMs,
    samples: () => kept.toArray(),
    events,
    close() {
      clearInterval(timer);
      delays.disable();
    },
  };
}

/** The longest delay since the last call, without the sampling interval. */
function takeDelay(delays: IntervalHistogram): number {
  const worstMs = delays.count === 0 ? 0 : delays.max / 1e6 - resolutionMs;
  delays.reset();
  return round(Math.max(0, worstMs));
}

/** Counts calls of all sessions, including those that have ended. */
function createCallCounter(sessions: Sessions): () => number {
  let ended = 0;
  let before = 0;
  sessions.events.on(({ kind, session }) => {
    if (kind === 'closed') ended += session.calls;
  });
  return () => {
    const total = sessions.list().reduce((sum, { calls }) => sum + calls, ended);
    const fresh = total - before;
    before = total;
    return fresh;
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
