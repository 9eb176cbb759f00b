import { pathsOf, type VaultChange } from '../../../contract/events.ts';
import { ledgerLimits } from '../../../contract/ledger-limits.ts';
import type { VaultPath } from '../../../contract/paths.ts';
import type { Emitter } from '../../../kit/emitter.ts';
import type { Retention } from '../journal/segment-log.ts';
import type { Ledger } from './ledger.ts';

export interface FollowOptions {
  readonly ledger: Ledger;
  /** What happens in the folder, ours and that of other programs. */
  readonly changes: Pick<Emitter<readonly VaultChange[]>, 'on'>;
  readonly retention: Retention;
  sync(): Promise<void>;
  markDirty(paths: readonly VaultPath[]): void;
  report(): Promise<void>;
}

const pruneEveryMs = 60 * 60 * 1000;

/**
 * Keeps up with both sides: with the ledger by its bell, and now and then without one; with other
 * programs when the folder has been quiet for a moment. Returns how to stop it.
 */
export function follow(options: FollowOptions): () => void {
  const { ledger, changes, retention, sync, markDirty, report } = options;
  // What fails is in the status, and tried again.
  const ignore = () => {};
  const run = () => void sync().catch(ignore);
  let quiet: NodeJS.Timeout | undefined;
  const offChanges = changes.on((batch) => {
    const outside = batch.filter(({ origin }) => origin === undefined).flatMap(pathsOf);
    if (outside.length === 0) return;
    markDirty(outside);
    clearTimeout(quiet);
    quiet = setTimeout(run, ledgerLimits.quietMs);
  });
  const offBell = ledger.onChange(run);
  const tell = () => void report().catch(ignore);
  const timers = [
    setInterval(run, ledgerLimits.pollMs).unref(),
    setInterval(tell, ledgerLimits.reportMs).unref(),
    setInterval(() => void ledger.prune(retention).catch(ignore), pruneEveryMs).unref(),
  ];
  void sync().then(tell, ignore);
  return () => {
    offChanges();
    offBell();
    clearTimeout(quiet);
    for (const timer of timers) clearInterval(timer);
  };
}
