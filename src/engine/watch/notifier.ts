import type { VaultChange } from '../../contract/events.ts';
import { watchLimits } from '../../contract/limits.ts';
import { isNote, nameOf, type VaultPath } from '../../contract/paths.ts';
import type { Stat } from '../store/vault/stat.ts';
import { isHelperName } from './names.ts';
import type { PendingChanges } from './pending-changes.ts';

export interface NotifierOptions {
  readonly pending: PendingChanges;
  readonly stat: (path: VaultPath) => Stat | undefined;
  readonly emit: (changes: readonly VaultChange[]) => void;
  /** Called when the pending changes were taken, before they are emitted. */
  readonly onFlushed: () => void;
}

/**
 * Debounces changes. A note that was saved is emitted at once. What appears or disappears may be
 * half of a rename, or a helper file of an editor that saves, so it waits for a quiet moment.
 */
export class Notifier {
  readonly #options: NotifierOptions;
  /** Paths that were emitted a moment ago, the oldest first: more changes of them can wait. */
  readonly #recent = new Map<VaultPath, number>();
  #timer: NodeJS.Timeout | undefined;
  #pendingSinceMs: number | undefined;

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /** Emits the pending changes now if they are final, and after the debounce delay if not. */
  schedule(): void {
    const now = performance.now();
    if (this.#areAllFinal(now)) {
      this.flush();
      return;
    }
    this.#pendingSinceMs ??= now;
    const { quietMs, delayMsMax } = watchLimits;
    const waitMs = Math.min(quietMs, this.#pendingSinceMs + delayMsMax - now);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), waitMs).unref();
  }

  /** Emits all pending changes. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#pendingSinceMs = undefined;
    const changes = this.#options.pending.take();
    this.#options.onFlushed();
    if (changes.length === 0) return;
    const now = performance.now();
    for (const { path } of changes) {
      this.#recent.delete(path);
      this.#recent.set(path, now);
    }
    this.#options.emit(changes);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** True when no pending change could still be merged into another one. */
  #areAllFinal(now: number): boolean {
    const { pending } = this.#options;
    for (const [path, emittedMs] of this.#recent) {
      if (emittedMs > now - watchLimits.delayMsMax) break;
      this.#recent.delete(path);
    }
    const count = this.#recent.size + pending.size;
    if (pending.size === 0 || count > watchLimits.immediateMax) return false;
    for (const change of pending) if (!this.#isFinal(change)) return false;
    return true;
  }

  #isFinal({ kind, path, type }: VaultChange): boolean {
    if (type !== 'file' || this.#recent.has(path)) return false;
    if (kind === 'created' ? !isNote(path) || isHelperName(nameOf(path)) : kind !== 'modified') {
      return false;
    }
    // An empty file is one that is about to be written.
    return (this.#options.stat(path)?.size ?? 0) > 0;
  }
}
