import type { WebSocket } from 'ws';
import { VaultError } from '../../contract/errors.ts';
import type { DiffEnd, WorkspaceEvent } from '../../contract/workspace.ts';
import { writePrivateJson } from '../../kit/private-files.ts';
import { type ConnectionContext, IdeConnection } from './connection.ts';
import { Heartbeat } from './heartbeat.ts';
import { type Identity, newIdentity, readIdentity } from './identity.ts';
import { IdeListener } from './listener.ts';
import { LockFiles, removeLock, toLock } from './lock-file.ts';
import type { IdePlaces } from './settings.ts';
import { VaultPaths } from './vault-paths.ts';

export interface VaultPortOptions extends ConnectionContext {
  readonly places: IdePlaces;
}

/** One vault's port. Its token opens this vault and no other. */
export class VaultPort {
  readonly #options: VaultPortOptions;
  readonly #folders: readonly string[];
  readonly #listener: IdeListener;
  readonly #connections = new Map<WebSocket, IdeConnection>();
  readonly #heartbeat = new Heartbeat();
  readonly #locks: LockFiles;
  readonly #unlisten: () => void;
  #identity: Identity;
  #ticks: NodeJS.Timeout | undefined;

  constructor(options: VaultPortOptions) {
    this.#options = options;
    const { vault, log, limits, settings, host, places } = options;
    this.#folders = new VaultPaths(vault.root).roots;
    this.#locks = new LockFiles(vault.name, log);
    this.#identity = readIdentity(places.stateFile(vault.id), host.clock.now(), places.rotateToken);
    this.#listener = new IdeListener({
      log,
      limits,
      messageBytesMax: settings().messageBytesMax,
      token: () => this.#identity.token,
      extraHosts: () => settings().extraHosts,
      connected: (socket) => this.#connect(socket),
    });
    this.#unlisten = vault.workspace.events.on((event) => {
      this.#logDiff(event);
      if (event.kind !== 'state' && event.kind !== 'sharing') return;
      for (const connection of this.#connections.values()) connection.pushSelection();
    });
  }

  get port(): number {
    return this.#identity.port;
  }

  /** Listens first: the lock file must not name a port that does not answer. */
  async open(): Promise<void> {
    const { places, vault } = this.#options;
    try {
      await this.#listen();
      writePrivateJson(places.stateFile(vault.id), this.#identity);
      this.#putLocks();
    } catch (thrown) {
      await this.close();
      throw thrown;
    }
    // However the process ends, clients must not find a vault that is not there.
    process.once('exit', this.#removeLocks);
    this.#scheduleTicks();
  }

  /** Uses the new settings. No client is disconnected for it. */
  reconfigure(listsChanged: boolean): void {
    try {
      this.#putLocks();
    } catch (thrown) {
      // New clients do not find us there; those that are connected do not need the file.
      this.#options.log.error(thrown instanceof Error ? thrown.message : String(thrown));
    }
    this.#scheduleTicks();
    for (const connection of this.#connections.values()) {
      if (listsChanged) connection.listsChanged();
      connection.pushSelection();
    }
  }

  describe(): Record<string, unknown> {
    const { vault } = this.#options;
    return {
      vault: vault.name,
      port: this.port,
      lock_files: this.#locks.files,
      folders: this.#folders,
      share: vault.workspace.sharing.mode,
      clients: [...this.#connections.values()].map((connection) => connection.describe()),
    };
  }

  async close(): Promise<void> {
    this.#listener.stopAccepting();
    clearInterval(this.#ticks);
    this.#unlisten();
    const connections = [...this.#connections.values()];
    for (const connection of connections) connection.rejectDiffs();
    // Calls that wait for a decision are answered before the close frame.
    await new Promise((resolve) => setImmediate(resolve));
    this.#removeLocks();
    process.off('exit', this.#removeLocks);
    await Promise.all(connections.map((connection) => connection.end(1001)));
    await this.#listener.close();
  }

  /** On the port of the last start if it is free, else on any; a token belongs to one port. */
  async #listen(): Promise<void> {
    const { host, settings } = this.#options;
    const { port, token } = this.#identity;
    try {
      this.#identity = { ...this.#identity, port: await this.#listener.listen(port) };
    } catch (thrown) {
      if (port === 0) throw cannotListen(thrown);
      for (const folder of settings().lockDirs) removeLock(folder, port, token);
      this.#identity = newIdentity(0, host.clock.now());
      await this.#listen();
    }
  }

  #connect(socket: WebSocket): void {
    const { log, host } = this.#options;
    const connection = new IdeConnection(socket, this.#options);
    this.#connections.set(socket, connection);
    this.#heartbeat.watch(socket);
    const { id: client, since } = connection;
    log.info('Client connected', { client, total: this.#connections.size });
    socket.on('close', (code) => {
      this.#connections.delete(socket);
      const { pid, version } = connection.describe();
      connection.closed();
      const seconds = Math.round((host.clock.now() - since) / 1000);
      const total = this.#connections.size;
      log.info('Client disconnected', { client, total, pid, version, code, seconds });
    });
  }

  #logDiff(event: WorkspaceEvent): void {
    if (event.kind !== 'diff-opened' && event.kind !== 'diff-closed') return;
    // The client got an error, and the connection logs what to do about it.
    if (event.diff.isDecidedElsewhere) return;
    const { title: tab, client: by, since } = event.diff;
    const seconds = Math.round((this.#options.host.clock.now() - since) / 1000);
    const words = event.kind === 'diff-closed' ? toDiffWords(event.end) : 'Diff opened';
    this.#options.log.info(words, { tab, by, seconds });
  }

  #scheduleTicks(): void {
    clearInterval(this.#ticks);
    this.#ticks = setInterval(() => this.#tick(), this.#options.settings().pingMs).unref();
  }

  #tick(): void {
    const { log, settings } = this.#options;
    log.debug(`Health check: ${this.#connections.size} active connections`);
    const sockets = this.#connections.keys();
    for (const socket of this.#heartbeat.tick(sockets, performance.now(), settings().pingMs)) {
      log.info('Removing dead connection', { client: this.#connections.get(socket)?.id });
      socket.terminate();
    }
  }

  /** In every folder that the configuration names now. */
  #putLocks(): void {
    const { vault, settings } = this.#options;
    const { token, port } = this.#identity;
    const { lockPid: pid, lockDirs } = settings();
    this.#locks.put(
      toLock({ name: vault.name, folders: this.#folders, token, port, pid }),
      lockDirs,
    );
  }

  readonly #removeLocks = (): void => this.#locks.remove();
}

/** Words that people search the log for. */
function toDiffWords(end: DiffEnd): string {
  if (end.kind === 'accepted') return 'Diff accepted';
  return end.kind === 'abandoned' ? 'Diff abandoned' : 'Diff rejected';
}

function cannotListen(thrown: unknown): VaultError {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return new VaultError('unavailable', `The IDE protocol cannot listen: ${why}.`, {
    hint: 'Check whether this machine lets programs listen on 127.0.0.1.',
  });
}
