import { isVaultError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { parseVaultPath } from '../../contract/paths.ts';
import { paced, type TellProgress } from '../../contract/progress.ts';
import { type LogLevel, logLevels } from '../../kit/log.ts';
import { ClientSessions } from '../../operations/client-sessions.ts';
import { followVaults, type OpenProtocol, type ProtocolHost } from '../../operations/protocol.ts';
import type { ServedVault } from '../../operations/sessions.ts';
import { createMethods, pickVault } from './answer.ts';
import { RpcError, rpcCodes } from './client/errors.ts';
import type { Connection } from './connection.ts';
import { type Reloaded, startDaemon } from './daemon.ts';
import { toRpcError } from './errors.ts';
import { defaultQuietTopics } from './event-filter.ts';
import type { Published } from './event-log.ts';
import type { CallContext } from './handlers.ts';
import { eventTypes, ofSession, VaultHappenings } from './happenings.ts';
import { IndexJobs, progressOf } from './index-jobs.ts';
import type { Instance } from './instance.ts';
import { type StopOptions, WireServer } from './server.ts';
import { attachViewers, ofWorkspace } from './workspace-happenings.ts';

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
  newLink(): string | undefined;
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

/** Opens the socket. Whoever finds it finds everything behind it ready. */
export async function openLocalProtocol(options: LocalProtocolOptions): Promise<LocalProtocol> {
  const { host } = options;
  const server = createServer(host);
  const jobs = new IndexJobs((happening) => server.publish(happening));
  const unlisten = [
    host.sessions.events.on((event) => publishAll(server, ofSession(event))),
    followVaults(host, (vault) => publishFrom(host, server, vault)),
    host.arrivals?.on(({ kind, vault }) => {
      const type = kind === 'added' ? 'VaultAdded' : 'VaultRemoved';
      server.publish({ type, topic: 'config', data: { vault: vault.name, path: vault.root } });
      if (kind === 'added') jobs.follow(vault);
    }),
  ];
  addMethods(server, options, jobs);
  const daemon = await startDaemon({
    app: 'vaultd',
    version: host.version,
    server,
    instance: options.instance,
    signals: options.signals,
    reload: () => options.reload(),
    status: () => ({
      vaults: host.vaults.map(({ name }) => name),
      index: Object.fromEntries(host.vaults.map((vault) => [vault.name, indexOf(vault)])),
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
      for (const end of unlisten) end?.();
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

/** Tells of everything that happens in one vault. Returns how to stop. */
function publishFrom(
  { sessions }: ProtocolHost,
  server: WireServer,
  vault: ServedVault,
): () => void {
  const happenings = new VaultHappenings(vault.name, (client, change) =>
    sessionsOf.get(client)?.of(vault).view.see(change),
  );
  const unlisten = sessions.onChanges(vault, (batch) => publishAll(server, happenings.of(batch)));
  const leave = vault.workspace.events.on((event) =>
    publishAll(server, ofWorkspace(vault.name, event)),
  );
  return () => {
    unlisten();
    leave();
  };
}

/** What a connection may ask for and hear of depends on its sessions. */
const sessionsOf = new WeakMap<Connection, ClientSessions>();

function createServer(host: ProtocolHost): WireServer {
  const server: WireServer = new WireServer({
    log: host.log.as('local'),
    clock: host.clock,
    quietTopics: [...defaultQuietTopics, 'steps'],
    onConnect: (client) => {
      const disconnect = () => client.destroy('disconnected by request');
      sessionsOf.set(
        client,
        new ClientSessions(host.sessions, { protocol: 'local', client: client.id }, disconnect),
      );
      server.publish({ type: 'ClientConnected', topic: 'clients', data: describe(client) });
    },
    onDisconnect: (client, reason) => {
      sessionsOf.get(client)?.close();
      const data = { ...describe(client), ...(reason && { reason }) };
      server.publish({ type: 'ClientDisconnected', topic: 'clients', data });
    },
    onSubscribe: (client) => {
      const sessions = sessionsOf.get(client);
      if (sessions !== undefined) attachViewers(host.vaults, client, sessions);
    },
    onIdentify: (client) => sessionsOf.get(client)?.identify(client.name ?? client.id),
    mayHear: (client, event) => mayHear(host, client, event),
  });
  return server;
}

function describe({ id, name }: Connection): Record<string, unknown> {
  return { client: id, door: 'local', ...(name && { name }) };
}

/** What a client may not read, it does not hear of either; that somebody was refused is no secret. */
function mayHear({ vaults }: ProtocolHost, client: Connection, event: Published): boolean {
  const { topic, vault: name, paths } = event;
  if (paths.length === 0 || topic === 'policy' || topic === 'config') return true;
  const vault = vaults.find((each) => each.name === name);
  if (vault === undefined) return true;
  const policy = sessionsOf.get(client)?.of(vault).view.policy;
  return paths.every((path) => policy?.mayRead(parseVaultPath(path)) ?? false);
}

function indexOf(vault: ServedVault): Record<string, unknown> {
  const { done, total } = progressOf(vault);
  const { state = 'building', watch } = vault.status().knowledge ?? {};
  const progress = state === 'ready' || total === 0 ? 1 : done / total;
  return { state, notes: total, progress, watch };
}

function addMethods(server: WireServer, options: LocalProtocolOptions, jobs: IndexJobs): void {
  const { host, isReadOnly } = options;
  for (const [name, method] of createMethods({ vaults: host.vaults, isReadOnly })) {
    server.handle(name, (params, context) => {
      const { client, signal } = context;
      const sessions = sessionsOf.get(client);
      if (sessions === undefined) throw new RpcError(rpcCodes.internal, 'no session');
      return method(toObject(params), sessions, signal, tellSteps(server, context));
    });
  }
  server.handle('Reindex', (params, { client }) => {
    const vault = pickVault(host, toObject(params).vault);
    const session = sessionsOf.get(client)?.of(vault);
    if (session === undefined) throw new RpcError(rpcCodes.internal, 'no session');
    return { job: jobs.start(vault, session) };
  });
  server.handle('Cancel', (params) => ({ cancelled: jobs.cancel(String(toObject(params).job)) }));
  server.handle('OpenDashboard', () => ({ url: requireLink(options) }));
  server.handle('SetLogLevel', (params) => {
    const level = logLevels.find((each) => each === toObject(params).level);
    if (level === undefined) {
      throw new RpcError(rpcCodes.invalidParams, `level must be one of ${logLevels.join(', ')}`);
    }
    options.setLogLevel(level);
    return { level };
  });
}

/** How far the changes of one call are, for those who follow the topic. */
function tellSteps(server: WireServer, { client, method }: CallContext): TellProgress {
  const about = { client: client.id, method };
  const key = `steps\0${client.id}\0${method}`;
  return paced(
    (progress) =>
      server.publish({
        type: 'StepProgress',
        topic: 'steps',
        data: { ...about, ...progress },
        key,
      }),
    limits.progressEveryMs,
  );
}

function requireLink({ newLink }: LocalProtocolOptions): string {
  try {
    const url = newLink();
    if (url !== undefined) return url;
  } catch (thrown) {
    if (isVaultError(thrown)) throw toRpcError(thrown);
    throw thrown;
  }
  throw new RpcError(rpcCodes.hostUnavailable, 'the dashboard is off', {
    hint: 'Set web.enabled in the configuration.',
  });
}

function publishAll(
  server: WireServer,
  happenings: readonly Parameters<WireServer['publish']>[0][],
) {
  for (const happening of happenings) server.publish(happening);
}

function toObject(params: unknown): Record<string, unknown> {
  if (params === undefined || Array.isArray(params)) return {};
  if (typeof params === 'object' && params !== null) return { ...params };
  throw new RpcError(rpcCodes.invalidParams, 'params must be an object');
}
