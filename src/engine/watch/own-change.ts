import { pathsOf, placeOf, type VaultChange } from '../../contract/events.ts';
import { nameOf, parentOf, type VaultPath } from '../../contract/paths.ts';
import { isUnwatchedName } from './names.ts';
import { PendingChanges } from './pending-changes.ts';
import type { Reconciler } from './reconciler.ts';
import type { Scanner } from './scanner.ts';
import type { Folder, Tree } from './tree.ts';
import type { Observation, TreeUpdater } from './tree-updater.ts';

export interface OwnChangeOptions {
  readonly tree: Tree;
  readonly updater: TreeUpdater;
  readonly scanner: Scanner;
  readonly reconciler: Reconciler;
  /** The initial scan is complete, so that listeners know what is in the tree, and no more. */
  readonly isReady: boolean;
}

/**
 * Brings a change of our own into the tree. Its paths are compared with the disk right now, so that
 * the events that follow find no difference. Returns the changes to emit.
 */
export function applyOwnChange(
  change: VaultChange,
  options: OwnChangeOptions,
): readonly VaultChange[] {
  const { tree, updater, reconciler } = options;
  const observations: Observation[] = [];
  const evidence = pathsOf(change).map((path) => observe(path, options, observations));
  const own = new PendingChanges();
  const job = updater.apply(observations, own, change.kind === 'renamed');
  while (!job.next().done);
  // A file that was replaced since is emitted by the next own change, or by the reconciler.
  for (const { folder, name, stat } of observations) {
    if (stat !== undefined && folder.entries.get(name)?.ino !== stat.ino) {
      reconciler.markDirty(folder, name, true);
    }
  }
  const differences = own.take();
  if (evidence.includes('caller')) return [...displacedBy(change, differences), change];
  if (differences.length > 0) return differences.map((each) => withOrigin(each, change));
  // An event came before the caller's report; the origin of the change is worth emitting all the same.
  const hasContent = change.kind === 'created' || change.kind === 'modified';
  return hasContent && tree.stat(change.path)?.type === change.type ? [change] : [];
}

/** What is gone because something else is in its place now: other processes may have removed it unseen. */
function displacedBy(
  change: VaultChange,
  differences: readonly VaultChange[],
): readonly VaultChange[] {
  const place = placeOf(change);
  return differences.filter(({ kind, path }) => kind === 'deleted' && path === place);
}

/** What a change is emitted from: the difference to the tree, the caller's report, or a later scan. */
type Evidence = 'difference' | 'caller' | 'later scan';

function observe(
  path: VaultPath,
  options: OwnChangeOptions,
  observations: Observation[],
): Evidence {
  const { tree, scanner, reconciler, isReady } = options;
  const { folder, name } = nearestKnown(tree, path);
  // Listeners know already what the initial scan has not reached, but the tree does not.
  const isUnscanned = !folder.read && !isReady;
  if (folder !== tree.folder(parentOf(path))) {
    reconciler.markDirty(folder, name, false);
    return isUnwatchedName(name) || isUnscanned ? 'caller' : 'later scan';
  }
  if (folder.read) reconciler.clearDirty(folder, name);
  // A scan of the folder that is under way may have the state before the change, so it is compared again.
  else reconciler.markDirty(folder, name, true);
  const observation = scanner.observe(folder, name);
  if (observation === undefined) return 'later scan';
  observations.push(observation);
  return isUnscanned && observation.stat !== undefined ? 'caller' : 'difference';
}

/** The entry of the path, or of its first parent that the tree does not have as a folder. */
function nearestKnown(tree: Tree, path: VaultPath): { folder: Folder; name: string } {
  const parent = parentOf(path);
  const folder = tree.folder(parent);
  return folder === undefined ? nearestKnown(tree, parent) : { folder, name: nameOf(path) };
}

/** Adds who made the change, and the hash if it is of the file that was written. */
function withOrigin(difference: VaultChange, { path, origin, hash }: VaultChange): VaultChange {
  const { kind, type } = difference;
  const isWritten = kind !== 'deleted' && type === 'file' && placeOf(difference) === path;
  return { ...difference, ...(origin && { origin }), ...(isWritten && hash && { hash }) };
}
