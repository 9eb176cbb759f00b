import type { WebSocket } from 'ws';
import { VaultError } from '../../contract/errors.ts';
import type { IdeLimits } from '../../contract/limits.ts';
import type { DiffEnd, WorkspaceEvent } from '../../contract/workspace.ts';
import type { Log } from '../../kit/log.ts';
import type { ProtocolHost } from '../../operations/protocol.ts';
import type { ServedVault } from '../../operations/sessions.ts';
import { IdeConnection } from './connection.ts';
import { Health } from './heartbeat.ts';
import { type Identity, newIdentity, recallIdentity, rememberIdentity } from './identity.ts';
import { IdeListener } from './listener.ts';
import { removeLock, toLock } from './lock-file.ts';
import { LockFiles } from './lock-files.ts';
import type { IdePlaces, IdeSettings } from './settings.ts';
import { VaultPaths } from './vault-paths.ts';

export interface VaultProtocolOptions {
  readonly host: ProtocolHost;
  readonly vault: ServedVault;
  readonly places: IdePlaces;
  readonly limits: IdeLimits;
  readonly log: Log;
  settings(): IdeSettings;
}

/** One vault's port: who knows the token of this vault sees this vault and no other. */
export class VaultProtocol {
  readonly #options: VaultProtocolOptions;
  readonly #paths: VaultPaths;
  readonly #connections = new Map<WebSocket, IdeConnection>();
  readonly #health = new Health();
  readonly #locks: LockFiles;
  readonly #unlisten: () => void;
  #listener: IdeListener | undefined;
  #identity: Identity | undefined;
  #ticks: NodeJS.Timeout | undefined;

  constructor(options: VaultProtocolOptions) {
    this.#options = options;
    this.#paths = new VaultPaths(options.vault.root);
    this.#locks = new LockFiles(options.vault.name, options.log);
    this.#unlisten = options.vault.workspace.events.on((event) => {
      this.#logDiff(event);
      if (event.kind !== 'state' && event.kind !== 'sharing') return;
      for (const connection of this.#connections.values()) connection.pushSelection();
    });
  }

  get port(): number {
    return this.#identity?.port ?? 0;
  }

  /** Listens first; the lock file says where only when somebody is there. */
  async open(): Promise<void> {
    const { places, vault, host } = this.#options;
    const stateFile = places.stateFile(vault.id);
    const known = recallIdentity(stateFile, host.clock.now(), places.rotateToken);
    this.#identity = await this.#listen(known);
    try {
      rememberIdentity(stateFile, this.#identity);
      this.#putLocks();
    } catch (thrown) {
      this.#locks.remove();
      await this.#listener?.close();
      throw thrown;
    }
    // Whatever ends the process, clients must not find a vault that is not there.
    process.once('exit', this.#removeLocks);
    this.#scheduleTicks();
  }

  /** The configuration is another one. Nobody is disconnected for it. */
  reconfigured(listsChanged: boolean): void {
    try {
      this.#putLocks();
    } catch (thrown) {
      // Who comes later does not find us there; who is connected does not need it.
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
      folders: this.#paths.roots,
      share: vault.workspace.sharing.mode,
      clients: [...this.#connections.values()].map((connection) => connection.describe()),
    };
  }

  async close(): Promise<void> {
    this.#listener?.stopAccepting();
    clearInterval(this.#ticks);
    this.#unlisten();
    const connections = [...this.#connections.values()];
    for (const connection of connections) connection.rejectDiffs();
    // Whoever waits for a decision gets its answer before the goodbye.
    await new Promise((resolve) => setImmediate(resolve));
    this.#removeLocks();
    process.off('exit', this.#removeLocks);
    for (const connection of connections) connection.end(1001);
    await this.#untilEmpty();
    await this.#listener?.close();
  }

  /** The port of the last life if it is free, else any; a token belongs to one port. */
  async #listen(known: Identity): Promise<Identity> {
    const { host, settings } = this.#options;
    try {
      return { ...known, port: await this.#listenAt(known) };
    } catch (thrown) {
      if (known.port === 0) throw cannotListen(thrown);
    }
    for (const folder of settings().lockDirs) removeLock(folder, known.port, known.token);
    const fresh = newIdentity(0, host.clock.now());
    return { ...fresh, port: await this.#listenAt(fresh) };
  }

  async #listenAt({ port, token }: Identity): Promise<number> {
    const { log, settings, limits } = this.#options;
    const { messageBytesMax } = settings();
    this.#listener = new IdeListener({
      token,
      log,
      limits,
      messageBytesMax,
      extraHosts: () => settings().extraHosts,
      connected: (socket) => this.#welcome(socket),
    });
    return this.#listener.listen(port);
  }

  #welcome(socket: WebSocket): void {
    const { log } = this.#options;
    const connection = new IdeConnection(socket, { ...this.#options, paths: this.#paths });
    this.#connections.set(socket, connection);
    this.#health.watch(socket);
    log.info('Client connected', { client: connection.id, total: this.#connections.size });
    socket.on('close', (code) => {
      this.#connections.delete(socket);
      const { pid, version } = connection.describe();
      connection.closed();
      const seconds = Math.round((this.#options.host.clock.now() - connection.since) / 1000);
      const total = this.#connections.size;
      const facts = { client: connection.id, total, pid, version, code, seconds };
      log.info('Client disconnected', facts);
    });
  }

  #logDiff(event: WorkspaceEvent): void {
    if (event.kind !== 'diff-opened' && event.kind !== 'diff-closed') return;
    const { title: tab, client: by, since } = event.diff;
    const seconds = Math.round((this.#options.host.clock.now() - since) / 1000);
    const words = event.kind === 'diff-closed' ? toDiffWords(event.end) : 'Diff opened';
    this.#options.log.info(words, { tab, by, seconds });
  }

  #scheduleTicks(): void {
    clearInterval(this.#ticks);
    this.#ticks = setInterval(() => this.#tick(), this.#options.settings().pingMs);
    this.#ticks.unref();
  }

  readonly #removeLocks = (): void => this.#locks.remove();

  #tick(): void {
    const { log, settings } = this.#options;
    const { pingMs } = settings();
    log.debug(`Health check: ${this.#connections.size} active connections`);
    for (const socket of this.#health.tick(this.#connections.keys(), performance.now(), pingMs)) {
      log.info('Removing dead connection', { client: this.#connections.get(socket)?.id });
      socket.terminate();
    }
  }

  /** In every folder that the configuration names now. */
  #putLocks(): void {
    const { vault, settings } = this.#options;
    const { token = '', port = 0 } = this.#identity ?? {};
    const { lockPid: pid, lockDirs } = settings();
    const folders = this.#paths.roots;
    this.#locks.put(toLock({ name: vault.name, folders, token, port, pid }), lockDirs);
  }

  /** Gives clients a moment to say goodbye too. */
  async #untilEmpty(): Promise<void> {
    const deadline = performance.now() + this.#options.limits.closeMs;
    while (this.#connections.size > 0 && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

/** Words that people look for in the log. */
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
