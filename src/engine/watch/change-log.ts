import type { EntryType, VaultChange } from '../../contract/events.ts';
import { limits } from '../../contract/limits.ts';
import type { VaultPath } from '../../contract/paths.ts';

/** The last thing that happened to a path. Of a folder that came, its contents came too. */
export interface LoggedChange {
  readonly event: 'created' | 'modified' | 'deleted';
  readonly path: VaultPath;
  readonly type: EntryType;
}

export interface ChangesPage {
  readonly changes: readonly LoggedChange[];
  /** Where the next question begins. */
  readonly cursor: string;
  /** There is more, after this cursor. */
  readonly more: boolean;
}

/** What has changed lately, so that whoever was away can catch up. */
export interface ChangeLog {
  note(batch: readonly VaultChange[]): void;
  /** The present moment. */
  cursor(): string;
  /** Undefined when the log does not reach back to the cursor. */
  since(
    cursor: string,
    options: { mayKnow(change: LoggedChange): boolean; max: number },
  ): ChangesPage | undefined;
}

interface Entry extends LoggedChange {
  readonly seq: number;
  /** When the file came, if it came while we looked. */
  readonly cameSeq: number;
}

/** `epoch` tells one run from another: numbers of an earlier run mean nothing now. */
export function createChangeLog(epoch: string): ChangeLog {
  /** In the order of `seq`: one entry per path, and one for each folder that went. */
  const entries = new Map<string, Entry>();
  let seq = 0;
  /** Changes up to this one are forgotten. */
  let forgotten = 0;

  const add = (change: LoggedChange): void => {
    const { path, event } = change;
    const before = entries.get(path);
    const key = keyOf(change);
    entries.delete(path);
    entries.delete(key);
    seq++;
    const cameSeq = event === 'created' ? seq : (before?.cameSeq ?? 0);
    entries.set(key, { ...change, seq, cameSeq });
    if (entries.size > limits.changesLoggedMax) forgetOldest();
  };

  /** Goes on where it stopped: a map passes over all that was removed before its first entry. */
  let byAge = entries.values();
  const forgetOldest = (): void => {
    let next = byAge.next();
    if (next.done) {
      byAge = entries.values();
      next = byAge.next();
    }
    if (next.done) return;
    entries.delete(keyOf(next.value));
    forgotten = next.value.seq;
  };

  const toCursor = (at: number): string => `${epoch}-${at}`;

  return {
    note(batch) {
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
    since(cursor, { mayKnow, max }) {
      const [, run, at] = /^(.*)-(\d+)$/.exec(cursor) ?? [];
      const from = Number(at);
      if (run !== epoch || from < forgotten || from > seq) return undefined;
      const changes: LoggedChange[] = [];
      let end = seq;
      for (const entry of entries.values()) {
        if (entry.seq <= from || !mayKnow(entry)) continue;
        if (changes.length === max) return { changes, cursor: toCursor(end), more: true };
        changes.push(toldSince(entry, from));
        end = entry.seq;
      }
      return { changes, cursor: toCursor(seq), more: false };
    },
  };
}

/**
 * A folder that went took everything with it, which must be told even if another one came in its
 * place. No path ends with a slash, so this is nobody's.
 */
function keyOf({ event, path, type }: LoggedChange): string {
  return event === 'deleted' && type === 'folder' ? `${path}/` : path;
}

/** Whoever has not heard of a new file needs to hear that it is new, not that it was changed. */
function toldSince({ event, path, type, cameSeq }: Entry, from: number): LoggedChange {
  return { event: event === 'modified' && cameSeq > from ? 'created' : event, path, type };
}
