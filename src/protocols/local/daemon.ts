import { coalesce } from '../../kit/coalesce.ts';
import { toRecord } from '../../kit/records.ts';
import { isRpcError, RpcError, rpcCodes } from './client/errors.ts';
import { type RuntimePaths, runtimePaths } from './client/runtime.ts';
import { claimInstance, type Instance } from './instance.ts';
import type { StopOptions, WireServer } from './server.ts';
import { onSignals } from './signals.ts';

/** The version of the wire itself. */
export const wireProtocol = 1;

/** What a reload found. */
export interface Reloaded {
  readonly changed: readonly string[];
  /** Settings that are new in the file but only count after a restart. */
  readonly restart_needed: readonly string[];
}

export interface DaemonOptions {
  /** Short, lower-case: names the files and the override variable. */
  readonly app: string;
  readonly version: string;
  readonly server: WireServer;
  readonly paths?: RuntimePaths;
  /** Already claimed, when something had to be done between claiming and listening. */
  readonly instance?: Instance;
  /** Reads the configuration again. Throws when it is bad; then nothing has changed. */
  reload?(): Promise<Reloaded>;
  /** Runs while the clients are disconnected. */
  onStopping?(): Promise<void>;
  /** Runs when all clients are gone, before the files are removed. */
  onStop?(): Promise<void>;
  /** Further members of `GetStatus`. */
  status?(): Readonly<Record<string, unknown>>;
  /** Further members of `GetCapabilities`. */
  capabilities?(): Readonly<Record<string, unknown>>;
  /** Off in tests that run several daemons in one process. */
  readonly signals?: boolean;
}

export interface Daemon {
  readonly paths: RuntimePaths;
  /** Settles when everything is closed and removed. */
  readonly stopped: Promise<void>;
  stop(options?: StopOptions): Promise<void>;
  reload(): Promise<Reloaded>;
}

/** Claims the instance, listens, obeys signals. Throws `StartError` when it may not start. */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const { app, version, server } = options;
  const instance =
    options.instance ?? (await claimInstance(app, options.paths ?? runtimePaths(app)));
  let stopping: Promise<void> | undefined;
  let onStopped: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    onStopped = resolve;
  });
  const stop = (how: StopOptions = {}): Promise<void> => {
    stopping ??= stopAll(options, instance, how).finally(() => {
      detach();
      onStopped();
    });
    return stopping;
  };
  const reload = coalesce(() => reloadAndPublish(options));
  const detach =
    options.signals === false
      ? () => undefined
      : onSignals({
          stop: () => void stop({ reason: 'signal' }),
          reload: () => void reload().catch(() => undefined),
        });
  addMethods(options, stop, reload);
  try {
    await instance.listen(server.net, {
      version,
      protocol: wireProtocol,
      epoch: server.events.epoch,
    });
  } catch (thrown) {
    detach();
    instance.release();
    throw thrown;
  }
  return { paths: instance.paths, stopped, stop, reload };
}

async function stopAll(
  { server, onStopping, onStop }: DaemonOptions,
  instance: Instance,
  how: StopOptions,
): Promise<void> {
  instance.removeSocket();
  try {
    await Promise.allSettled([server.stop(how), onStopping?.()]);
    await onStop?.();
  } finally {
    instance.release();
  }
}

/** A bad configuration changes nothing, and subscribers get an event that says so. */
async function reloadAndPublish({ server, reload }: DaemonOptions): Promise<Reloaded> {
  const publish = (data: Record<string, unknown>) =>
    server.publish({ type: 'ConfigReloaded', topic: 'config', data });
  try {
    const report = (await reload?.()) ?? { changed: [], restart_needed: [] };
    publish({ ok: true, changed: report.changed });
    return report;
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    publish({ ok: false, changed: [], error: message });
    if (isRpcError(thrown)) throw thrown;
    throw new RpcError(rpcCodes.failed, message, { reason: 'config' });
  }
}

function addMethods(
  options: DaemonOptions,
  stop: (how: StopOptions) => Promise<void>,
  reload: () => Promise<Reloaded>,
): void {
  const { server, version } = options;
  const startedAt = performance.now();
  const answerReload = async () => ({ reloaded: true, ...(await reload()) });
  server.handle('Reload', answerReload);
  server.handle('ReloadConfig', answerReload);
  server.handle('Shutdown', (params, context) => {
    const how = readStop(params);
    context.afterAnswer(() => void stop(how));
    return { accepted: true };
  });
  const status = () => ({
    running: true,
    pid: process.pid,
    uptime_seconds: Math.floor((performance.now() - startedAt) / 1000),
    version,
    protocol: wireProtocol,
    epoch: server.events.epoch,
    ...options.status?.(),
    clients: server.clients.length,
    subscriptions: server.clients.reduce((sum, client) => sum + client.subscriptions.size, 0),
    dropped_events: server.droppedEvents,
    ignored_messages: server.ignoredMessages,
    rss_bytes: process.memoryUsage.rss(),
  });
  server.handle('GetStatus', status, { whileStopping: true });
  server.handle('GetCapabilities', () => ({
    protocol: wireProtocol,
    methods: server.methods,
    events: [],
    topics: [],
    limits: server.limits,
    read_only: false,
    ...options.capabilities?.(),
  }));
}

function readStop(params: unknown): StopOptions {
  const given = toRecord(params);
  const { reason, grace_ms: graceMs } = given;
  return {
    reason: typeof reason === 'string' ? reason : 'method',
    ...(typeof graceMs === 'number' && graceMs >= 0 ? { graceMs } : {}),
  };
}
