import type { EntryType } from '../../contract/events.ts';
import type { VaultPath } from '../../contract/paths.ts';
import { type Log, toLogText } from '../../kit/log.ts';
import { createPace } from '../../kit/pace.ts';
import type { Session, VisibleChange } from '../../operations/sessions.ts';

/** A change in the words of this protocol, which has no renames. */
export interface PathChange {
  readonly event: 'created' | 'modified' | 'deleted';
  readonly path: VaultPath;
  readonly type: EntryType;
}

/** How many entries of a moved folder are passed on at a time. */
const batchEntries = 500;

/**
 * Passes on what a session sees of changes, in order. A moved folder is the old one deleted and
 * every entry of the new one created, because clients handle each path by itself. Returns how to
 * stop.
 */
export function followChanges(
  session: Session,
  log: Log,
  listener: (changes: readonly PathChange[]) => void,
): () => void {
  let isStopped = false;
  /** The batches that wait while the entries of a moved folder are listed. */
  let listing: Promise<void> | undefined;

  const passOn = async (batch: readonly VisibleChange[]): Promise<void> => {
    for (const change of batch) {
      if (isStopped) return;
      listener(toPathChanges(change));
      const folder = movedFolder(change);
      if (folder === undefined) continue;
      for await (const entries of entriesBelow(session, folder)) {
        if (isStopped) return;
        listener(entries);
      }
    }
  };

  // Clients read files, so they need not wait until notes are indexed.
  const stop = session.onChanges(
    (batch) => {
      if (listing === undefined && batch.every((change) => movedFolder(change) === undefined)) {
        listener(batch.flatMap(toPathChanges));
        return;
      }
      const own = (listing ?? Promise.resolve())
        .then(() => passOn(batch))
        .catch((thrown) => log.error('a change was lost', { error: toLogText(thrown) }))
        .then(() => {
          if (listing === own) listing = undefined;
        });
      listing = own;
    },
    { when: 'seen' },
  );

  return () => {
    isStopped = true;
    stop();
  };
}

async function* entriesBelow(
  { view }: Session,
  folder: VaultPath,
): AsyncGenerator<readonly PathChange[], void, undefined> {
  const pace = createPace();
  let entries: PathChange[] = [];
  try {
    for (const { path, stat } of view.vault.walk(folder, { recursive: true })) {
      entries.push({ event: 'created', path, type: stat.type });
      if (entries.length < batchEntries) continue;
      yield entries;
      entries = [];
      await pace.pause();
    }
  } catch {
    // The folder has moved on, which is a change of its own.
  }
  if (entries.length > 0) yield entries;
}

/** A folder whose contents came with it. */
function movedFolder(change: VisibleChange): VaultPath | undefined {
  if (change.type !== 'folder') return undefined;
  if (change.kind === 'renamed') return change.newPath;
  return change.withContents ? change.path : undefined;
}

function toPathChanges(change: VisibleChange): PathChange[] {
  const { path, type } = change;
  if (change.kind === 'renamed') {
    return [
      { event: 'deleted', path, type },
      { event: 'created', path: change.newPath, type },
    ];
  }
  // A folder is modified by what happens in it, which has changes of its own.
  const isIgnored = change.kind === 'modified' && type === 'folder';
  return isIgnored ? [] : [{ event: change.kind, path, type }];
}
