import { bundleLimits } from '../contract/bundle-limits.ts';
import { createLog, toLogText } from '../kit/log.ts';
import { serveBundle } from '../protocols/mcp/bundle/serve.ts';
import { readBundleSettings } from './bundle-settings.ts';
import type { Environment } from './places.ts';

/**
 * `vaultd mcp --toolset bundle`: the tool bundle on standard input and output. Like all that is
 * loaded before the client gets its first answer, this stays small.
 */
export async function runBundle(
  args: readonly string[],
  given: Environment,
  version: string,
): Promise<number> {
  const settings = readBundleSettings(args, given);
  const write = (line: string) => process.stderr.write(line);
  // Nobody may be there to read the log, and that must not end anything.
  process.stderr.on('error', () => {});
  const log = createLog({ level: settings.logLevel, json: true, write, now: Date.now }, 'bundle');
  return serveBundle({
    input: process.stdin,
    output: process.stdout,
    version,
    load: async () => {
      const { openBundle } = await import('./bundle-own.ts');
      return openBundle(settings, log);
    },
    stop: stopSignal(),
    report: (thrown) => log.error('a request failed', { error: toLogText(thrown) }),
  });
}

/** The system, the user, or the end of who started us. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop();
  }, bundleLimits.parentMs).unref();
  return stopping.signal;
}
