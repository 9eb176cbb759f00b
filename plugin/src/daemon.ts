import { createEmitter } from '../../src/kit/emitter.ts';
import { isRecord, toRecord } from '../../src/kit/records.ts';
import { nextWaitMs } from './back-off.ts';
import type { Client } from './wire.ts';

/** The number of the daemon's protocol for editors that we speak. */
export const editorProtocol = 1;

/** How the plugin stands with the daemon. */
export type Attachment =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'attached'; readonly vault: string }
  | { readonly kind: 'not-served' }
  | { readonly kind: 'too-old'; readonly version: string };

export interface DaemonEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface DaemonOptions {
  /** Of the plugin. */
  readonly version: string;
  /** The folder of the vault. */
  readonly folder: string;
  /** The socket that the user has set; empty for the usual one. */
  socket(): string;
}

/** What we listen to. */
const topics = ['notes', 'files', 'diffs', 'editors', 'policy', 'config', 'activity', 'approvals'];

/** The connection to the daemon: found, made, kept, and made again. */
export class Daemon {
  readonly #options: DaemonOptions;
  readonly #events = createEmitter<DaemonEvent>(reportError);
  readonly #changes = createEmitter<Attachment>(reportError);
  #state: Attachment = { kind: 'stopped' };
  #client: Client | undefined;
  #timer: number | undefined;
  /** Answers to an earlier start are of no use. */
  #run = 0;
  #attempts = 0;

  constructor(options: DaemonOptions) {
    this.#options = options;
  }

  get state(): Attachment {
    return this.#state;
  }

  get vault(): string | undefined {
    return this.#state.kind === 'attached' ? this.#state.vault : undefined;
  }

  /** Listens to the daemon's events about our vault. */
  onEvent(listener: (event: DaemonEvent) => void): () => void {
    return this.#events.on(listener);
  }

  onChange(listener: (state: Attachment) => void): () => void {
    return this.#changes.on(listener);
  }

  start(): void {
    this.stop();
    this.#attempts = 0;
    void this.#connect(++this.#run);
  }

  stop(): void {
    this.#run++;
    window.clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    void client?.close();
    this.#set({ kind: 'stopped' });
  }

  /** One request about our vault. Fails at once when we are not attached. */
  call<R>(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<R> {
    const { vault } = this;
    if (vault === undefined || this.#client === undefined) {
      return Promise.reject(new Error('The daemon is not attached.'));
    }
    return this.#client.call<R>(method, { vault, ...params });
  }

  async #connect(run: number): Promise<void> {
    const wire = await import('./wire.ts');
    if (run !== this.#run) return;
    const client = wire.createClient(wire.socketPath(this.#options.socket()));
    try {
      await client.open();
    } catch {
      if (run !== this.#run) return;
      this.#set({ kind: 'waiting' });
      this.#timer = window.setTimeout(() => void this.#connect(run), nextWaitMs(this.#attempts++));
      return;
    }
    if (run !== this.#run) {
      void client.close();
      return;
    }
    this.#client = client;
    client.on('event', ({ type, data }) => this.#take(run, type, toRecord(data)));
    client.on('disconnected', () => this.#set({ kind: 'waiting' }));
    client.on('reconnected', () => void this.#enter(run));
    await this.#enter(run);
  }

  /** Says hello and finds our vault. After a loss the same again: nothing that came before counts. */
  async #enter(run: number): Promise<void> {
    const client = this.#client;
    if (client === undefined) return;
    try {
      const state = await this.#hello(client);
      if (run === this.#run) this.#set(state);
    } catch {
      // The connection is gone again; the client comes back by itself.
    }
  }

  async #hello(client: Client): Promise<Attachment> {
    await client.call('Identify', { name: 'obsidian', version: this.#options.version });
    const status = await client.call<Readonly<Record<string, unknown>>>('GetStatus');
    const spoken = typeof status.editor_protocol === 'number' ? status.editor_protocol : 0;
    if (spoken < editorProtocol) return { kind: 'too-old', version: String(status.version) };
    await client.call('Unsubscribe');
    const vault = await this.#findVault(status.vault_folders);
    await client.call(
      'Subscribe',
      vault === undefined ? { topics: ['config'] } : { topics, vault },
    );
    return vault === undefined ? { kind: 'not-served' } : { kind: 'attached', vault };
  }

  async #findVault(folders: unknown): Promise<string | undefined> {
    const { isSameFolder } = await import('./wire.ts');
    for (const served of Array.isArray(folders) ? folders : []) {
      if (!isRecord(served)) continue;
      const { path, name } = served;
      if (typeof path !== 'string' || typeof name !== 'string') continue;
      if (await isSameFolder(path, this.#options.folder)) return name;
    }
    return undefined;
  }

  #take(run: number, type: string, data: Readonly<Record<string, unknown>>): void {
    if (run !== this.#run) return;
    // The set of served vaults is another one; ours may have come or gone.
    if (type === 'VaultAdded' || type === 'VaultRemoved') void this.#enter(run);
    else this.#events.emit({ type, data });
  }

  #set(state: Attachment): void {
    const isSame = state.kind === this.#state.kind && state.kind !== 'attached';
    this.#state = state;
    if (!isSame) this.#changes.emit(state);
  }
}

/** Errors are the one thing that a plugin may log. They hold no text of notes. */
export function reportError(thrown: unknown): void {
  console.error('Vaultd Companion:', thrown instanceof Error ? thrown.message : String(thrown));
}
