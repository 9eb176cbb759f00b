import { setImmediate as nextTurn } from 'node:timers/promises';
import { ownerGrants } from '../../contract/callers.ts';
import type { EntryType, VaultChange } from '../../contract/events.ts';
import type { VaultPath } from '../../contract/paths.ts';
import { createEmitter, type Emitter } from '../../kit/emitter.ts';
import { type Log, toLogText } from '../../kit/log.ts';
import type { ServedVault } from '../../operations/sessions.ts';

/** A change in the words of this protocol, which knows no renames. */
export interface Change {
  readonly event: 'created' | 'modified' | 'deleted';
  readonly path: VaultPath;
  readonly type: EntryType;
}

/** How many entries of a moved folder are told in one turn. */
const entriesPerTurn = 500;

export type Feed = Pick<Emitter<readonly Change[]>, 'on'>;

/**
 * The changes of a vault for all connections of the door, in order. A moved folder is told as
 * the old one going and every entry of the new one coming, because clients look at each path.
 */
export function createFeed(vault: ServedVault, log: Log): Feed & { close(): void } {
  const fail = (thrown: unknown) =>
    log.error('a change was not told', { error: toLogText(thrown) });
  const out = createEmitter<readonly Change[]>(fail);
  const view = vault.as({
    door: 'remote',
    client: 'remote',
    grants: ownerGrants,
    policy: { hidden: true },
  });
  /** What waits behind a folder that is being told. */
  let told: Promise<void> | undefined;

  const tell = async (batch: readonly VaultChange[]): Promise<void> => {
    for (const change of batch) {
      out.emit(toChanges(change));
      if (change.kind === 'renamed' && change.type === 'folder') await tellBelow(change.newPath);
    }
  };

  const tellBelow = async (folder: VaultPath): Promise<void> => {
    let some: Change[] = [];
    try {
      for (const { path, stat } of view.vault.walk(folder, { recursive: true })) {
        some.push({ event: 'created', path, type: stat.type });
        if (some.length < entriesPerTurn) continue;
        out.emit(some);
        some = [];
        await nextTurn();
      }
    } catch {
      // The folder has moved on; that is told by a change of its own.
    }
    if (some.length > 0) out.emit(some);
  };

  // Clients look at files, so that they need not wait until notes are read.
  const close = vault.sightings.on((batch) => {
    if (out.size === 0) return;
    if (told === undefined && !batch.some(isFolderMove)) return out.emit(batch.flatMap(toChanges));
    const mine = (told ?? Promise.resolve())
      .then(() => tell(batch))
      .catch(fail)
      .then(() => {
        if (told === mine) told = undefined;
      });
    told = mine;
  });

  return { on: (listener) => out.on(listener), close };
}

function isFolderMove({ kind, type }: VaultChange): boolean {
  return kind === 'renamed' && type === 'folder';
}

function toChanges(change: VaultChange): Change[] {
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
