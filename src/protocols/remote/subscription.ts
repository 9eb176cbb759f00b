import { isWithin, parentOf, type VaultPath } from '../../contract/paths.ts';
import type { Change } from './feed.ts';

/** What a client still has to hear of a path. `renewed`: it is there, and whoever knew it must look again. */
type Due = 'created' | 'modified' | 'deleted' | 'replaced' | 'renewed';

interface Waiting {
  readonly due: Due;
  readonly type: Change['type'];
  readonly moment: Moment;
}

/** When a change was noted: in time, and in the client's own count of looks at the vault. */
export interface Moment {
  readonly ms: number;
  readonly looks: number;
}

const eventsOf: Readonly<Record<Due, readonly Change['event'][]>> = {
  created: ['created'],
  modified: ['modified'],
  deleted: ['deleted'],
  replaced: ['deleted', 'created'],
  renewed: ['created', 'modified'],
};

/**
 * What one client wants to hear of, and what it has not heard yet: at most one entry per path,
 * however often the path changes and however slowly the client reads.
 */
export class RemoteSubscription {
  readonly id: string;
  readonly #path: VaultPath;
  readonly #recursive: boolean;
  /** Many programs save by removing and making anew, so a deletion waits this long. */
  readonly #comeBackMs: number;
  readonly #waiting = new Map<VaultPath, Waiting>();

  constructor(id: string, path: VaultPath, recursive: boolean, comeBackMs: number) {
    this.id = id;
    this.#path = path;
    this.#recursive = recursive;
    this.#comeBackMs = comeBackMs;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** Takes note of a change that it wants to hear of. */
  note(change: Change, moment: Moment): void {
    if (this.#wants(change.path)) this.#note(change, moment);
    else if (change.event === 'deleted' && isWithin(this.#path, change.path)) {
      this.#note({ event: 'deleted', path: this.#path, type: 'folder' }, moment);
    }
  }

  /** How long until something can be told; undefined when nothing waits. */
  dueInMs(nowMs: number): number | undefined {
    for (const first of this.#waiting.values()) return this.#restMs(first, nowMs);
    return undefined;
  }

  /** Hands out at most so many paths with their events, in order, as far as they are due. */
  *take(
    pathsMax: number,
    nowMs: number,
  ): Generator<Pick<Change, 'event' | 'path'>, void, undefined> {
    let count = 0;
    for (const [path, waiting] of this.#waiting) {
      if (count++ === pathsMax || this.#restMs(waiting, nowMs) > 0) return;
      this.#waiting.delete(path);
      for (const event of eventsOf[waiting.due]) yield { event, path };
    }
  }

  #wants(path: VaultPath): boolean {
    if (this.#recursive) return isWithin(path, this.#path);
    return path === this.#path || (path !== '' && parentOf(path) === this.#path);
  }

  #note(change: Change, moment: Moment): void {
    const { path, type } = change;
    const before = this.#waiting.get(path);
    const due = before === undefined ? change.event : merge(before, change, moment);
    // Whoever hears that a folder is gone drops what was in it.
    if (change.event === 'deleted' && type === 'folder') this.#forgetBelow(path);
    if (before !== undefined && due !== before.due) this.#waiting.delete(path);
    if (due !== undefined) this.#waiting.set(path, { due, type, moment });
  }

  #restMs({ due, moment }: Waiting, nowMs: number): number {
    return due === 'deleted' ? Math.max(0, moment.ms + this.#comeBackMs - nowMs) : 0;
  }

  #forgetBelow(folder: VaultPath): void {
    for (const path of this.#waiting.keys()) {
      if (path !== folder && isWithin(path, folder)) this.#waiting.delete(path);
    }
  }
}

/**
 * What is due after one more change; undefined when the client need not hear of the path at all.
 * A client that looked in between knows more than it was told, so it hears more.
 */
function merge({ due, type, moment }: Waiting, change: Change, { looks }: Moment): Due | undefined {
  const hasLooked = looks !== moment.looks;
  if (change.event === 'deleted') return due === 'created' && !hasLooked ? undefined : 'deleted';
  const isFile = type === 'file' && change.type === 'file';
  const isOther = due === 'deleted' || type !== change.type;
  if (due === 'replaced' || (!isFile && isOther)) return 'replaced';
  if (!isFile) return due;
  if (hasLooked || due === 'renewed') return 'renewed';
  return due === 'deleted' ? 'modified' : due;
}
