import { isVaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { paced, type ReportProgress } from '../../contract/progress.ts';
import { type LogLevel, logLevels } from '../../kit/log.ts';
import {
  followVaults,
  type OpenedFrom,
  type OpenProtocol,
  type ProtocolHost,
} from '../../operations/protocol.ts';
import type { ServedVault } from '../../operations/sessions.ts';
import { createMethods, pickVault } from './answer.ts';
import { RpcError, rpcCodes } from './client/errors.ts';
import { LocalClients } from './clients.ts';
import type { Connection } from './connection.ts';
import { paramsError, toParams } from './controls.ts';
import { type Reloaded, startDaemon } from './daemon.ts';
import { toRpcError } from './errors.ts';
import { defaultQuietTopics } from './event-filter.ts';
import type { NewEvent } from './event-log.ts';
import {
  ChangeEvents,
  eventTypes,
  toActivityEvent,
  toApprovalEvent,
  toSessionEvents,
  toWorkspaceEvent,
} from './events.ts';
import type { CallContext } from './handlers.ts';
import { IndexJobs, progressOf } from './index-jobs.ts';
import type { Instance } from './instance.ts';
import { type StopOptions, WireServer } from './server.ts';

export interface LocalProtocolOptions {
  readonly host: ProtocolHost;
  readonly instance: Instance;
  /** Nothing that writes is served. */
  readonly isReadOnly: boolean;
  /** Off where several daemons run in one process. */
  readonly signals: boolean;
  reload(): Promise<Reloaded>;
  setLogLevel(level: LogLevel): void;
  /** A link to the dashboard; undefined when there is none. */
  newLink(to: OpenedFrom): string | undefined;
  /** Further members of `GetStatus`. */
  status(): Readonly<Record<string, unknown>>;
  /** Closes the other protocols while clients of this one finish. */
  onStopping(): Promise<void>;
  /** Closes the vaults when all protocols are closed. */
  onStop(): Promise<void>;
}

/** The protocol that also says when the daemon ends. */
export interface LocalProtocol extends OpenProtocol {
  readonly stopped: Promise<void>;
  stop(how?: StopOptions): Promise<void>;
}

/** The version of what editors and the companion plugin use: their methods and events. */
const editorProtocol = 1;

/** Opens the socket. Once a client finds it, everything behind it is ready. */
export async function openLocalProtocol(options: LocalProtocolOptions): Promise<LocalProtocol> {
  const { host } = options;
  const clients = new LocalClients(host);
  const server = createServer(host, clients);
  const jobs = new IndexJobs((event) => server.publish(event));
  const unsubscribe = publishEvents(host, server, clients, jobs);
  addMethods(server, clients, options, jobs);
  const daemon = await startDaemon({
    app: 'vaultd',
    version: host.version,
    server,
    instance: options.instance,
    signals: options.signals,
    reload: () => options.reload(),
    status: () => ({
      editor_protocol: editorProtocol,
      vaults: host.vaults.map(({ name }) => name),
      index: Object.fromEntries(host.vaults.map((vault) => [vault.name, indexStatus(vault)])),
      ...options.status(),
    }),
    capabilities: () => ({
      events: Object.values(eventTypes).flat(),
      topics: Object.keys(eventTypes),
      read_only: options.isReadOnly,
    }),
    onStopping: () => options.onStopping(),
    onStop: async () => {
      jobs.close();
      unsubscribe();
      await options.onStop();
    },
  });
  for (const vault of host.vaults) jobs.follow(vault);
  return {
    protocol: 'local',
    lines: [daemon.paths.socket],
    stopped: daemon.stopped,
    stop: daemon.stop,
    close: () => daemon.stop(),
  };
}

function createServer(host: ProtocolHost, clients: LocalClients): WireServer {
  const publish = (type: string, { id, name }: Connection, reason?: string) => {
    const data = { client: id, door: 'local', ...(name && { name }), ...(reason && { reason }) };
    server.publish({ type, topic: 'clients', data });
  };
  const server: WireServer = new WireServer({
    log: host.log.as('local'),
    clock: host.clock,
    quietTopics: [...defaultQuietTopics, 'activity', 'steps'],
    onConnect: (client) => {
      clients.open(client);
      publish('ClientConnected', client);
    },
    onDisconnect: (client, reason) => {
      clients.close(client);
      publish('ClientDisconnected', client, reason);
    },
    onSubscribe: (client) => clients.attachViewers(client),
    onIdentify: (client) => clients.of(client).identify(client.name ?? client.id, client.version),
    maySee: (client, event) => clients.maySee(client, event),
  });
  return server;
}

/** Publishes what happens to vaults, sessions and workspaces. Returns how to stop. */
function publishEvents(
  host: ProtocolHost,
  server: WireServer,
  clients: LocalClients,
  jobs: IndexJobs,
): () => void {
  const publish = (events: readonly NewEvent[]) => {
    for (const event of events) server.publish(event);
  };
  const follow = (vault: ServedVault) => {
    const changes = new ChangeEvents(vault.name, (client, change) =>
      clients.see(client, vault, change),
    );
    const ends = [
      host.sessions.onChanges(vault, (batch) => publish(changes.toEvents(batch))),
      host.sessions.onSteps(vault, (id) => {
        const find = (client: string) => clients.findStep(client, vault, id);
        server.publish(toActivityEvent(vault.name, find));
      }),
      vault.workspace.events.on((event) => {
        const hasSession = (client: string, session: string) =>
          clients.hasSession(client, vault, session);
        server.publish(toWorkspaceEvent(vault.name, event, hasSession));
      }),
      vault.approvals.events.on((event) => server.publish(toApprovalEvent(vault.name, event))),
    ];
    return () => {
      for (const end of ends) end();
    };
  };
  const ends = [
    host.sessions.events.on((event) => publish(toSessionEvents(event))),
    followVaults(host, follow),
    host.arrivals?.on(({ kind, vault }) => {
      const type = kind === 'added' ? 'VaultAdded' : 'VaultRemoved';
      server.publish({ type, topic: 'config', data: { vault: vault.name, path: vault.root } });
      if (kind === 'added') jobs.follow(vault);
    }),
  ];
  return () => {
    for (const end of ends) end?.();
  };
}

function addMethods(
  server: WireServer,
  clients: LocalClients,
  options: LocalProtocolOptions,
  jobs: IndexJobs,
): void {
  const { host, isReadOnly } = options;
  for (const [name, method] of createMethods({ vaults: host.vaults, isReadOnly })) {
    server.handle(name, (params, context) => {
      const { client, signal } = context;
      const progress = publishProgress(server, context);
      return method(toParams(params), clients.of(client), signal, progress);
    });
  }
  server.handle('Reindex', (params, { client }) => {
    const vault = pickVault(host, toParams(params).vault);
    return { job: jobs.start(vault, clients.of(client).of(vault)) };
  });
  server.handle('Cancel', (params) => ({ cancelled: jobs.cancel(String(toParams(params).job)) }));
  server.handle('OpenDashboard', (params) => {
    const to = toParams(params).remote === true ? 'other machines' : 'this machine';
    return { url: requireLink(options, to) };
  });
  server.handle('SetLogLevel', (params) => {
    const level = logLevels.find((each) => each === toParams(params).level);
    if (level === undefined) throw paramsError(`level must be one of ${logLevels.join(', ')}`);
    options.setLogLevel(level);
    return { level };
  });
}

/** How far the changes of one call are, for those who subscribe to it. */
function publishProgress(server: WireServer, { client, method }: CallContext): ReportProgress {
  const about = { client: client.id, method };
  const key = `steps\0${client.id}\0${method}`;
  return paced((progress) => {
    const data = { ...about, ...progress };
    server.publish({ type: 'StepProgress', topic: 'steps', data, key });
  }, limits.progressEveryMs);
}

function indexStatus(vault: ServedVault): Record<string, unknown> {
  const { done, total } = progressOf(vault);
  const { state = 'building', watch } = vault.status().knowledge ?? {};
  const progress = state === 'ready' || total === 0 ? 1 : done / total;
  return { state, notes: total, progress, watch };
}

function requireLink({ newLink }: LocalProtocolOptions, to: OpenedFrom): string {
  try {
    const url = newLink(to);
    if (url !== undefined) return url;
  } catch (thrown) {
    if (isVaultError(thrown)) throw toRpcError(thrown);
    throw thrown;
  }
  throw new RpcError(rpcCodes.hostUnavailable, 'the dashboard is off', {
    hint: 'Set web.enabled in the configuration.',
  });
}
