import { pathsOf, placeOf, type VaultChange } from '../../contract/events.ts';
import { nameOf, parentOf, type VaultPath } from '../../contract/paths.ts';
import { isClosedName } from './names.ts';
import { Untold } from './pending-changes.ts';
import type { Looking } from './reconciler.ts';
import type { Scanner } from './scanner.ts';
import type { Folder, Tree } from './tree.ts';
import type { Follower, Sighting } from './tree-updater.ts';

export interface NotingOptions {
  readonly tree: Tree;
  readonly follower: Follower;
  readonly scanner: Scanner;
  readonly looking: Looking;
  /** Everything was looked at once, so that listeners know what the tree knows, and no more. */
  readonly isReady: boolean;
}

/**
 * Takes in a change of our own: the places are looked at in this very moment, so that the events
 * that follow agree with the tree and stay silent. Returns what is to be told of it.
 */
export function takeIn(change: VaultChange, options: NotingOptions): readonly VaultChange[] {
  const { tree, follower, looking } = options;
  const sightings: Sighting[] = [];
  const ways = pathsOf(change).map((path) => lookAt(path, options, sightings));
  const own = new Untold();
  const job = follower.apply(sightings, own, change.kind === 'renamed');
  while (!job.next().done);
  // What was written anew where it is now is told by our next word, or else by a look.
  for (const { folder, name, stat } of sightings) {
    if (stat !== undefined && folder.entries.get(name)?.ino !== stat.ino) {
      looking.mark(folder, name, true);
    }
  }
  const seen = own.take();
  if (ways.includes('by word')) return [...displacedBy(change, seen), change];
  if (seen.length > 0) return seen.map((one) => withOurWord(one, change));
  // An event was quicker than the caller; who did it is worth telling all the same.
  const isTold = change.kind === 'created' || change.kind === 'modified';
  return isTold && tree.stat(change.path)?.type === change.type ? [change] : [];
}

/** What is gone because something else is in its place now: others may have removed it unseen. */
function displacedBy(change: VaultChange, seen: readonly VaultChange[]): readonly VaultChange[] {
  const place = placeOf(change);
  return seen.filter(({ kind, path }) => kind === 'deleted' && path === place);
}

/** How news of a place are told: by what the tree sees there, by our word alone, or by a later look. */
type Way = 'as seen' | 'by word' | 'later';

function lookAt(path: VaultPath, options: NotingOptions, sightings: Sighting[]): Way {
  const { tree, scanner, looking, isReady } = options;
  const { folder, name } = nearestPlace(tree, path);
  // What the first look has not reached is known to listeners already, but not to the tree.
  const isUnseen = !folder.read && !isReady;
  if (folder !== tree.folder(parentOf(path))) {
    looking.mark(folder, name, false);
    // Nobody looks into closed folders.
    return isClosedName(name) || isUnseen ? 'by word' : 'later';
  }
  if (folder.read) looking.skip(folder, name);
  // Whoever reads the folder may have seen what was here before, so it is looked at again then.
  else looking.mark(folder, name, true);
  const sighting = scanner.lookAt(folder, name);
  if (sighting === undefined) return 'later';
  sightings.push(sighting);
  return isUnseen && sighting.stat !== undefined ? 'by word' : 'as seen';
}

/** The place of the path, or of the first name on the way that the tree does not know as a folder. */
function nearestPlace(tree: Tree, path: VaultPath): { folder: Folder; name: string } {
  const parent = parentOf(path);
  const folder = tree.folder(parent);
  return folder === undefined ? nearestPlace(tree, parent) : { folder, name: nameOf(path) };
}

/** Who did it, and the content if the change is of the file that was written. */
function withOurWord(seen: VaultChange, { path, origin, hash }: VaultChange): VaultChange {
  const isWritten = seen.kind !== 'deleted' && seen.type === 'file' && placeOf(seen) === path;
  return { ...seen, ...(origin && { origin }), ...(isWritten && hash && { hash }) };
}
