import type { VaultChange } from '../../contract/events.ts';
import { watchLimits } from '../../contract/limits.ts';
import { isNote, nameOf, type VaultPath } from '../../contract/paths.ts';
import type { Stat } from '../store/vault/stat.ts';
import { isHelperName } from './names.ts';
import type { Untold } from './pending-changes.ts';

export interface TellerOptions {
  readonly untold: Untold;
  readonly stat: (path: VaultPath) => Stat | undefined;
  readonly emit: (changes: readonly VaultChange[]) => void;
  /** Called after everything was told. */
  readonly onTold: () => void;
}

/**
 * Decides when news are told. A note that was saved is told at once. What appears or disappears may
 * be half of a rename, or a helper file of an editor that saves, so it waits until it was quiet.
 */
export class Teller {
  readonly #options: TellerOptions;
  /** What was told a moment ago, the oldest first: more of the same can wait. */
  readonly #recent = new Map<VaultPath, number>();
  #timer: NodeJS.Timeout | undefined;
  #sinceMs: number | undefined;

  constructor(options: TellerOptions) {
    this.#options = options;
  }

  /** There may be something to tell. */
  soon(): void {
    const now = performance.now();
    if (this.#isPlain(now)) {
      this.now();
      return;
    }
    this.#sinceMs ??= now;
    const waitMs = Math.min(watchLimits.quietMs, this.#sinceMs + watchLimits.holdMs - now);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.now(), waitMs).unref();
  }

  /** Tells everything there is to tell. */
  now(): void {
    clearTimeout(this.#timer);
    this.#sinceMs = undefined;
    const changes = this.#options.untold.take();
    this.#options.onTold();
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

  /** True when nothing that waits could turn into something else. */
  #isPlain(now: number): boolean {
    const { untold } = this.#options;
    for (const [path, toldMs] of this.#recent) {
      if (toldMs > now - watchLimits.holdMs) break;
      this.#recent.delete(path);
    }
    if (untold.size === 0 || this.#recent.size + untold.size > watchLimits.quickMax) return false;
    for (const change of untold) if (!this.#isQuick(change)) return false;
    return true;
  }

  #isQuick({ kind, path, type }: VaultChange): boolean {
    if (type !== 'file' || this.#recent.has(path)) return false;
    if (kind === 'created' ? !isNote(path) || isHelperName(nameOf(path)) : kind !== 'modified') {
      return false;
    }
    // An empty file is one that is about to be written.
    return (this.#options.stat(path)?.size ?? 0) > 0;
  }
}
