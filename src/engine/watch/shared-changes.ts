import type { VaultPath } from '../../contract/paths.ts';
import type { LedgerCursor } from '../store/ledger/agreed.ts';
import type { ChangesAfter } from '../store/ledger/changes-after.ts';
import { folderVersion, type LedgerChange } from '../store/ledger/ledger.ts';
import type { Policy } from '../store/vault/policy.ts';
import type { LoggedChange, RecentChanges } from './change-log.ts';

/** What a shared vault knows of its steps. */
export interface SharedSteps {
  /** Up to where the steps of the ledger are in the folder. */
  readonly position: LedgerCursor;
  /** Undefined when the ledger cannot tell. */
  changesAfter(from: LedgerCursor, max: number): Promise<ChangesAfter | undefined>;
}

/**
 * Cursors that hold the number of the ledger too. Where the log of this run does not reach back to a
 * cursor, because vaultd was restarted or another machine gave it out, the ledger tells what was
 * changed since. Files that stay on one machine are not in the ledger.
 */
export function withLedgerCursor(
  recent: RecentChanges,
  shared: SharedSteps,
  policy: Policy,
): RecentChanges {
  return {
    async cursor() {
      // Taken first: what comes in from here on is reported again, and nothing is missed.
      const { position } = shared;
      return join(await recent.cursor(), position);
    },
    async since(cursor, max) {
      const { own, from } = split(cursor);
      const { position } = shared;
      const page = await recent.since(own, max);
      if (page !== undefined) {
        return { ...page, cursor: join(page.cursor, page.more ? from : position) };
      }
      if (from === undefined) return undefined;
      const now = await recent.cursor();
      const after = await shared.changesAfter(from, max);
      if (after === undefined) return undefined;
      const changes = toLogged(after.changes).filter(({ path, type }) => policy.maySee(path, type));
      return { changes, cursor: join(after.more ? own : now, after.cursor), more: after.more };
    },
  };
}

function join(own: string, position: LedgerCursor | undefined): string {
  return position === undefined ? own : `${own}@${position.number}@${position.id}`;
}

function split(cursor: string): { own: string; from: LedgerCursor | undefined } {
  const [, own = cursor, number, id = ''] = /^(.*)@(\d+)@(\w*)$/.exec(cursor) ?? [];
  return { own, from: number === undefined ? undefined : { number: Number(number), id } };
}

/** One change for each path: from what was there before all of them to what the last one left. */
function toLogged(changes: readonly LedgerChange[]): LoggedChange[] {
  const byPath = new Map<VaultPath, LedgerChange>();
  for (const change of changes) {
    const { path, before } = byPath.get(change.path) ?? change;
    byPath.delete(path);
    byPath.set(path, { path, before, after: change.after });
  }
  return [...byPath.values()].map(({ path, before, after }) => {
    const event = after === null ? 'deleted' : before === null ? 'created' : 'modified';
    return { event, path, type: (after ?? before) === folderVersion ? 'folder' : 'file' };
  });
}
