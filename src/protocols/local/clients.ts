import { parseVaultPath } from '../../contract/paths.ts';
import { ClientSessions } from '../../operations/client-sessions.ts';
import { toStepEntry } from '../../operations/daemon/activity-entries.ts';
import type { ProtocolHost } from '../../operations/protocol.ts';
import type { ServedVault, VisibleChange } from '../../operations/sessions.ts';
import { RpcError, rpcCodes } from './client/errors.ts';
import type { Connection } from './connection.ts';
import type { PublishedEvent } from './event-log.ts';

/** The sessions of each connection. What a client may call and see depends on them. */
export class LocalClients {
  readonly #host: ProtocolHost;
  /** By the id of the connection. */
  readonly #sessions = new Map<string, ClientSessions>();

  constructor(host: ProtocolHost) {
    this.#host = host;
  }

  open(client: Connection): void {
    const disconnect = () => client.destroy('disconnected by request');
    const about = { protocol: 'local', client: client.id } as const;
    this.#sessions.set(client.id, new ClientSessions(this.#host.sessions, about, disconnect));
  }

  close({ id }: Connection): void {
    this.#sessions.get(id)?.close();
    this.#sessions.delete(id);
  }

  /** The sessions of a client that is connected. */
  of({ id }: Connection): ClientSessions {
    const sessions = this.#sessions.get(id);
    if (sessions === undefined) throw new RpcError(rpcCodes.internal, 'no session');
    return sessions;
  }

  /** What the client sees of a change; undefined when it may not know of it. */
  see(client: string, vault: ServedVault, change: VisibleChange): VisibleChange | undefined {
    return this.#sessions.get(client)?.of(vault).view.see(change);
  }

  /** True when the client of this id has that session on the vault. */
  hasSession(client: string, vault: ServedVault, session: string): boolean {
    const sessions = this.#sessions.get(client);
    return sessions?.has(vault) === true && sessions.of(vault).id === session;
  }

  /** A step as the client of this id may see it. */
  findStep(client: string, vault: ServedVault, id: string) {
    const step = this.#sessions.get(client)?.of(vault).view.history.find(id);
    return step && toStepEntry(step);
  }

  /** A client gets no events of what it may not read. That a request was denied is no secret. */
  maySee({ id }: Connection, { topic, vault: name, paths }: PublishedEvent): boolean {
    if (paths.length === 0 || topic === 'policy' || topic === 'config') return true;
    const vault = this.#host.vaults.find((each) => each.name === name);
    if (vault === undefined) return true;
    const policy = this.#sessions.get(id)?.of(vault).view.policy;
    return paths.every((path) => policy?.mayRead(parseVaultPath(path)) ?? false);
  }

  /** A client that subscribes to diffs by name can show them to the user. */
  attachViewers(client: Connection): void {
    const sessions = this.of(client);
    const viewing = [...client.subscriptions.values()]
      .map(({ filter }) => filter)
      .filter(({ events, topics }) => events?.includes('DiffOpened') ?? topics?.includes('diffs'));
    for (const vault of this.#host.vaults) {
      const isViewer = viewing.some((filter) => (filter.vault ?? vault.name) === vault.name);
      if (!isViewer && !sessions.has(vault)) continue;
      const { id, signal, view } = sessions.of(vault);
      const session = { id, ended: signal };
      if (isViewer) view.workspace.attachViewer(session, 'subscribed');
      else view.workspace.detachViewer(session, 'subscribed');
    }
  }
}
