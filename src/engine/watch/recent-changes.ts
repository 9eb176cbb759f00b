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
  const mayKnow = ({ path, type }: { path: string; type: string }): boolean =>
    policy.isOpen || (type === 'folder' ? policy.mayList(path) : policy.mayRead(path));
  return {
    async cursor() {
      await watcher().settled();
      return log.cursor();
    },
    async since(cursor, max) {
      await watcher().settled();
      return log.since(cursor, { mayKnow, max });
    },
  };
}
