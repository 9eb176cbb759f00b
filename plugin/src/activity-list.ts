import { createEmitter } from '../../src/kit/emitter.ts';
import { type ActivityEntry, addEntry, isAbout, parseEntry } from './activity.ts';
import { type Daemon, type DaemonEvent, reportError } from './daemon.ts';

const entriesShown = 100;
/** Entries of one moment are drawn together. */
const drawMs = 50;

/** The newest activity, read while a view wants it and kept up to date by events. */
export class ActivityList {
  readonly #daemon: Daemon;
  readonly #changes = createEmitter<undefined>(reportError);
  #entries: readonly ActivityEntry[] = [];
  #leftOut = 0;
  #path: string | undefined;
  #timer: number | undefined;

  constructor(daemon: Daemon) {
    this.#daemon = daemon;
  }

  get entries(): readonly ActivityEntry[] {
    return this.#entries;
  }

  /** How many entries came since the list was read and are not in it any more. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** Calls a listener at each change. While there is none, nothing is read. */
  watch(listener: () => void): () => void {
    const end = this.#changes.on(listener);
    void this.refresh();
    return () => {
      end();
      if (this.#changes.size === 0) this.stop();
    };
  }

  /** Only what touched this note. */
  filter(path: string | undefined): void {
    if (path === this.#path) return;
    this.#path = path;
    void this.refresh();
  }

  take({ type, data }: DaemonEvent): void {
    if (this.#changes.size === 0 || type !== 'ActivityAdded') return;
    const entry = parseEntry(data);
    if (entry === undefined || (this.#path !== undefined && !isAbout(entry, this.#path))) return;
    const added = addEntry(this.#entries, entry);
    this.#leftOut += Math.max(0, added.length - entriesShown);
    this.#entries = added.slice(0, entriesShown);
    this.#timer ??= window.setTimeout(() => this.#draw(), drawMs);
  }

  async refresh(): Promise<void> {
    const path = this.#path;
    if (this.#changes.size === 0) return;
    type Listed = { readonly entries: readonly ActivityEntry[] };
    const asked = { limit: entriesShown, ...(path !== undefined && { path }) };
    const listed = await this.#daemon
      .call<Listed>('ListActivity', asked)
      // Not attached; the next attachment reads it again.
      .catch((): Listed => ({ entries: [] }));
    if (path !== this.#path) return;
    this.#entries = listed.entries;
    this.#leftOut = 0;
    this.#draw();
  }

  stop(): void {
    window.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#path = undefined;
  }

  #draw(): void {
    window.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#changes.emit(undefined);
  }
}
