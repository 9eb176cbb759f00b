import type { EntryType, VaultChange } from '../../contract/events.ts';
import { limits } from '../../contract/limits.ts';
import type { VaultPath } from '../../contract/paths.ts';
import type { Policy } from '../store/vault/policy.ts';
import type { Watcher } from './watch.ts';

/** The last thing that happened to a path. When a folder is created, so are its contents. */
export interface LoggedChange {
  readonly event: 'created' | 'modified' | 'deleted';
  readonly path: VaultPath;
  readonly type: EntryType;
}

export interface ChangesPage {
  readonly changes: readonly LoggedChange[];
  /** Where the next page begins. */
  readonly cursor: string;
  /** There is more, after this cursor. */
  readonly more: boolean;
}

/** The latest changes, so that a client that was away can catch up. */
export interface ChangeLog {
  append(batch: readonly VaultChange[]): void;
  /** The present moment. */
  cursor(): string;
  /** Undefined when the log does not reach back to the cursor. */
  since(
    cursor: string,
    options: { maySee(change: LoggedChange): boolean; max: number },
  ): ChangesPage | undefined;
}

interface Entry extends LoggedChange {
  readonly seq: number;
  /** When the file was created, if the log has that. */
  readonly createdSeq: number;
}

/** `epoch` tells one run from another: numbers of an earlier run mean nothing now. */
export function createChangeLog(epoch: string): ChangeLog {
  /** In the order of `seq`: one entry per path, and one for each folder that was deleted. */
  const entries = new Map<string, Entry>();
  let seq = 0;
  /** Changes up to this one are not in the log any more. */
  let evicted = 0;

  const add = (change: LoggedChange): void => {
    const { path, event } = change;
    const before = entries.get(path);
    const key = keyOf(change);
    entries.delete(path);
    entries.delete(key);
    seq++;
    const createdSeq = event === 'created' ? seq : (before?.createdSeq ?? 0);
    entries.set(key, { ...change, seq, createdSeq });
    if (entries.size > limits.changesLoggedMax) evictOldest();
  };

  /** Kept between calls: a new iterator would pass all the deleted slots of the map again. */
  let byAge = entries.values();
  const evictOldest = (): void => {
    let next = byAge.next();
    if (next.done) {
      byAge = entries.values();
      next = byAge.next();
    }
    if (next.done) return;
    entries.delete(keyOf(next.value));
    evicted = next.value.seq;
  };

  const toCursor = (at: number): string => `${epoch}-${at}`;

  return {
    append(batch) {
      for (const change of batch) {
        const { path, type } = change;
        if (change.kind === 'renamed') {
          add({ event: 'deleted', path, type });
          add({ event: 'created', path: change.newPath, type });
        } else if (type !== 'folder' || change.kind !== 'modified') {
          add({ event: change.kind, path, type });
        }
      }
    },
    cursor: () => toCursor(seq),
    since(cursor, { maySee, max }) {
      const [, run, at] = /^(.*)-(\d+)$/.exec(cursor) ?? [];
      const from = Number(at);
      if (run !== epoch || from < evicted || from > seq) return undefined;
      const changes: LoggedChange[] = [];
      let end = seq;
      for (const entry of entries.values()) {
        if (entry.seq <= from || !maySee(entry)) continue;
        if (changes.length === max) return { changes, cursor: toCursor(end), more: true };
        changes.push(asOf(entry, from));
        end = entry.seq;
      }
      return { changes, cursor: toCursor(seq), more: false };
    },
  };
}

/**
 * When a folder is deleted, so are its contents, which must be listed even if another folder has its
 * path now. No path ends with a slash, so this key is no other entry's.
 */
function keyOf({ event, path, type }: LoggedChange): string {
  return event === 'deleted' && type === 'folder' ? `${path}/` : path;
}

/** A file that was created and then modified after the cursor is a new one to the client. */
function asOf({ event, path, type, createdSeq }: Entry, from: number): LoggedChange {
  return { event: event === 'modified' && createdSeq > from ? 'created' : event, path, type };
}

/** The latest changes that one caller may see, as fresh as the disk. */
export interface RecentChanges {
  cursor(): Promise<string>;
  /** Undefined when the log does not reach back to the cursor. */
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
      return log.since(cursor, { maySee: ({ path, type }) => policy.maySee(path, type), max });
    },
  };
}
