import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntryType } from '../../contract/events.ts';
import type { VaultPath } from '../../contract/paths.ts';
import { type Log, toLogText } from '../../kit/log.ts';
import type { Session, VisibleChange } from '../../operations/sessions.ts';

/** A change in the words of this protocol, which knows no renames. */
export interface Change {
  readonly event: 'created' | 'modified' | 'deleted';
  readonly path: VaultPath;
  readonly type: EntryType;
}

/** How many entries of a moved folder are told in one turn. */
const entriesPerTurn = 500;

/**
 * Tells what a session sees of changes, in order. A moved folder is told as the old one going and
 * every entry of the new one coming, because clients look at each path. Returns how to stop.
 */
export function followChanges(
  session: Session,
  log: Log,
  listener: (changes: readonly Change[]) => void,
): () => void {
  const fail = (thrown: unknown) =>
    log.error('a change was not told', { error: toLogText(thrown) });
  let isStopped = false;
  /** What waits behind a folder that is being told. */
  let told: Promise<void> | undefined;

  const tell = (changes: readonly Change[]): void => {
    if (!isStopped) listener(changes);
  };

  const tellInTurns = async (batch: readonly VisibleChange[]): Promise<void> => {
    for (const change of batch) {
      if (isStopped) return;
      tell(toChanges(change));
      const folder = movedFolder(change);
      if (folder !== undefined) await tellBelow(folder);
    }
  };

  const tellBelow = async (folder: VaultPath): Promise<void> => {
    let some: Change[] = [];
    try {
      for (const { path, stat } of session.view.vault.walk(folder, { recursive: true })) {
        some.push({ event: 'created', path, type: stat.type });
        if (some.length < entriesPerTurn) continue;
        tell(some);
        some = [];
        await nextTurn();
        if (isStopped) return;
      }
    } catch {
      // The folder has moved on; that is told by a change of its own.
    }
    if (some.length > 0) tell(some);
  };

  // Clients look at files, so that they need not wait until notes are read.
  const stop = session.onChanges(
    (batch) => {
      const isPlain =
        told === undefined && batch.every((change) => movedFolder(change) === undefined);
      if (isPlain) return tell(batch.flatMap(toChanges));
      const mine = (told ?? Promise.resolve())
        .then(() => tellInTurns(batch))
        .catch(fail)
        .then(() => {
          if (told === mine) told = undefined;
        });
      told = mine;
    },
    { when: 'seen' },
  );

  return () => {
    isStopped = true;
    stop();
  };
}

/** A folder whose contents came with it. */
function movedFolder(change: VisibleChange): VaultPath | undefined {
  if (change.type !== 'folder') return undefined;
  if (change.kind === 'renamed') return change.newPath;
  return change.withContents ? change.path : undefined;
}

function toChanges(change: VisibleChange): Change[] {
  const { path, type } = change;
  if (change.kind === 'renamed') {
    return [
      { event: 'deleted', path, type },
      { event: 'created', path: change.newPath, type },
    ];
  }
  // A folder is modified by what happens in it, which is told by itself.
  return change.kind === 'modified' && type === 'folder'
    ? []
    : [{ event: change.kind, path, type }];
}
