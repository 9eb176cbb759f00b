import { isWithin, parentOf, type VaultPath } from '../../contract/paths.ts';
import type { PathChange } from './follow-changes.ts';

/**
 * What a client still has to be sent about a path. `replaced`: something else is there now.
 * `renewed`: it is there, and a client that has it must read it again.
 */
type PendingKind = 'created' | 'modified' | 'deleted' | 'replaced' | 'renewed';

interface Pending {
  readonly kind: PendingKind;
  readonly type: PathChange['type'];
  readonly moment: Moment;
}

/** When a change arrived: the time, and how often the client had read from the vault by then. */
export interface Moment {
  readonly ms: number;
  readonly reads: number;
}

const eventsOf: Readonly<Record<PendingKind, readonly PathChange['event'][]>> = {
  created: ['created'],
  modified: ['modified'],
  deleted: ['deleted'],
  replaced: ['deleted', 'created'],
  renewed: ['created', 'modified'],
};

/**
 * What one client subscribed to, and the changes that it was not sent yet: at most one entry per
 * path, however often the path changes and however slowly the client reads.
 */
export class RemoteSubscription {
  readonly id: string;
  readonly #path: VaultPath;
  readonly #recursive: boolean;
  /** Many programs save by deleting and creating again, so a deletion waits this long. */
  readonly #deletionDelayMs: number;
  readonly #pending = new Map<VaultPath, Pending>();

  constructor(id: string, path: VaultPath, recursive: boolean, deletionDelayMs: number) {
    this.id = id;
    this.#path = path;
    this.#recursive = recursive;
    this.#deletionDelayMs = deletionDelayMs;
  }

  get size(): number {
    return this.#pending.size;
  }

  /** Adds a change, if it belongs to the subscription. */
  add(change: PathChange, moment: Moment): void {
    if (this.#covers(change.path)) this.#add(change, moment);
    else if (change.event === 'deleted' && isWithin(this.#path, change.path)) {
      this.#add({ event: 'deleted', path: this.#path, type: 'folder' }, moment);
    }
  }

  /** How long until something can be sent; undefined when nothing is pending. */
  dueInMs(nowMs: number): number | undefined {
    for (const first of this.#pending.values()) return this.#delayMs(first, nowMs);
    return undefined;
  }

  /** Removes and returns at most `pathsMax` paths with their events, in order, as far as they are due. */
  *take(
    pathsMax: number,
    nowMs: number,
  ): Generator<Pick<PathChange, 'event' | 'path'>, void, undefined> {
    let count = 0;
    for (const [path, pending] of this.#pending) {
      if (count++ === pathsMax || this.#delayMs(pending, nowMs) > 0) return;
      this.#pending.delete(path);
      for (const event of eventsOf[pending.kind]) yield { event, path };
    }
  }

  #covers(path: VaultPath): boolean {
    if (this.#recursive) return isWithin(path, this.#path);
    return path === this.#path || (path !== '' && parentOf(path) === this.#path);
  }

  #add(change: PathChange, moment: Moment): void {
    const { path, type } = change;
    const before = this.#pending.get(path);
    const kind = before === undefined ? change.event : merge(before, change, moment);
    // A client that learns that a folder is gone drops what was in it.
    if (change.event === 'deleted' && type === 'folder') this.#removeBelow(path);
    if (before !== undefined && kind !== before.kind) this.#pending.delete(path);
    if (kind !== undefined) this.#pending.set(path, { kind, type, moment });
  }

  #delayMs({ kind, moment }: Pending, nowMs: number): number {
    return kind === 'deleted' ? Math.max(0, moment.ms + this.#deletionDelayMs - nowMs) : 0;
  }

  #removeBelow(folder: VaultPath): void {
    for (const path of this.#pending.keys()) {
      if (path !== folder && isWithin(path, folder)) this.#pending.delete(path);
    }
  }
}

/**
 * What is pending after one more change; undefined when nothing has to be sent at all. A client
 * that read from the vault in between may have seen either state, so it is sent more.
 */
function merge(
  { kind, type, moment }: Pending,
  change: PathChange,
  { reads }: Moment,
): PendingKind | undefined {
  const hasRead = reads !== moment.reads;
  if (change.event === 'deleted') return kind === 'created' && !hasRead ? undefined : 'deleted';
  const isFile = type === 'file' && change.type === 'file';
  const isOther = kind === 'deleted' || type !== change.type;
  if (kind === 'replaced' || (!isFile && isOther)) return 'replaced';
  if (!isFile) return kind;
  if (hasRead || kind === 'renewed') return 'renewed';
  return kind === 'deleted' ? 'modified' : kind;
}
