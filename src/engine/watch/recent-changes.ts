import type { Policy } from '../store/vault/policy.ts';
import type { ChangeLog, ChangesPage } from './change-log.ts';
import type { Watcher } from './watch.ts';

/** What has changed lately, as one caller may know it and as fresh as the disk. */
export interface RecentChanges {
  cursor(): Promise<string>;
  /** Undefined when nobody remembers so far back. */
  since(cursor: string, max: number): Promise<ChangesPage | undefined>;
}

export function createRecentChanges(
  log: ChangeLog,
  policy: Policy,
  watcher: () => Pick<Watcher, 'settled'>,
): RecentChanges {
  return {
    async cursor() {
      await watcher().settled();
      return log.cursor();
    },
    async since(cursor, max) {
      await watcher().settled();
      return log.since(cursor, { mayKnow: ({ path, type }) => policy.maySee(path, type), max });
    },
  };
}
