import { setImmediate as nextTurn } from 'node:timers/promises';
import { VaultError } from '../../contract/errors.ts';
import { movedPath, parentOf, type VaultPath } from '../../contract/paths.ts';
import type { Journal, NewStep } from '../journal/journal.ts';
import type { Op } from '../journal/record.ts';
import { inFolder, type Root, sharingFolders } from '../vault/anchor.ts';
import {
  closeStaged,
  isStillSo,
  lstatNow,
  removeEntry,
  type Staged,
  stage,
  syncFile,
  syncStaged,
} from '../vault/apply.ts';
import type { Held } from '../vault/held.ts';
import type { Stat } from '../vault/stat.ts';
import { toSystemError } from '../vault/system-errors.ts';
import { applyOp } from './apply-op.ts';
import type { Draft } from './draft.ts';
import { inverseOf } from './inverse.ts';

export interface CommitContext {
  readonly root: Root;
  readonly journal: Journal;
  readonly held: Held;
  readonly durability: 'fsync' | 'rename';
  /** Called in the same turn in which the disk changed, before anybody else can look. */
  readonly applied: (step: NewStep) => void;
  /** Syncs of one folder that are asked for at the same time share a trip. */
  readonly syncFolder: (path: VaultPath) => Promise<void>;
  /** Work that the answer need not wait for, but the end of the process must. */
  readonly later: (work: Promise<unknown>) => void;
}

/** Thrown when the disk is not what the draft saw any more: plan again. */
export class Outdated extends Error {}

/**
 * Beyond this many files a step does not wait for each file to reach the disk: the journal has all
 * new bytes by then, and recovery writes them again should the power fail before the files are synced.
 */
const syncedFilesMax = 8;

/**
 * Journal first, then new files beside the old ones, then all of them into place under the lock.
 * The answer waits until the journal and the new bytes are on disk; that the new names are, the
 * journal vouches for until the folders are synced too. Returns the stats of the files that were put.
 */
export async function commit(
  context: CommitContext,
  step: NewStep,
  draft: Draft,
): Promise<ReadonlyMap<VaultPath, Stat>> {
  const { root, journal } = context;
  const first = step.ops[0]?.path ?? '';
  try {
    keepLarge(context, draft);
    await journal.begin(step, draft.contents);
  } catch (thrown) {
    throw toSystemError(thrown, first);
  }
  const staged = new Map<VaultPath, Staged>();
  try {
    await stageAll(root, draft, staged);
    await Promise.all([journal.flush(), ...waitFor(context, staged)]);
    await journal.turn(() => {
      sharingFolders(() => {
        requireStillSo(root, draft);
        applyAll(context, step.ops, draft);
      });
      context.applied(step);
    });
  } catch (thrown) {
    for (const path of draft.staged.keys()) removeStaged(root, path);
    await journal.end(step.id, 'aborted');
    throw toSystemError(thrown, first);
  } finally {
    for (const each of staged.values()) closeStaged(each);
  }
  context.later(finish(context, step, staged.size > syncedFilesMax));
  return statsOf(draft, staged);
}

function waitFor({ durability }: CommitContext, staged: ReadonlyMap<VaultPath, Staged>) {
  const waits = durability === 'fsync' && staged.size <= syncedFilesMax;
  return waits ? [...staged.values()].map(syncStaged) : [];
}

function statsOf(
  draft: Draft,
  staged: ReadonlyMap<VaultPath, Staged>,
): ReadonlyMap<VaultPath, Stat> {
  const stats = new Map<VaultPath, Stat>();
  for (const op of draft.ops) {
    const found = op.op === 'put' && op.staged ? staged.get(op.staged) : undefined;
    if (found !== undefined) stats.set(op.path, found.stat);
  }
  return stats;
}

/** A large old content is kept by its inode; that must happen before anything replaces it. */
function keepLarge({ root, journal }: CommitContext, draft: Draft): void {
  for (const { hash, path } of draft.large) {
    inFolder(root, parentOf(path), (folder) =>
      journal.keepLarge(hash, folder.at(path.slice(path.lastIndexOf('/') + 1))),
    );
    // Linking touches the inode's change time, so what was seen is looked at again.
    const seen = draft.seen.get(path);
    const stat = lstatNow(root, path);
    if (seen?.stat === undefined || stat === undefined || stat.mtimeNs !== seen.stat.mtimeNs) {
      throw new Outdated();
    }
    draft.seen.set(path, { ...seen, stat });
  }
}

async function stageAll(root: Root, draft: Draft, staged: Map<VaultPath, Staged>): Promise<void> {
  for (const [path, { bytes, mode, old }] of draft.staged) {
    staged.set(path, stage(root, path, bytes, mode, old));
    if (staged.size % 64 === 0) await nextTurn();
  }
}

function requireStillSo(root: Root, draft: Draft): void {
  for (const [path, seen] of draft.seen) {
    if (!isStillSo(root, path, seen.stat)) throw new Outdated();
  }
}

/** All ops, or none: a failure half-way takes back what was done. */
function applyAll({ root, journal, held }: CommitContext, ops: readonly Op[], draft: Draft): void {
  const done: Op[] = [];
  const contentOf = (hash: string) => draft.contents.get(hash) ?? journal.read(hash);
  try {
    for (const op of ops) {
      applyOp(root, op, contentOf, held);
      done.push(op);
    }
  } catch (thrown) {
    for (const op of inverseOf(done)) applyOp(root, op, contentOf);
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')
      throw new Outdated();
    throw thrown;
  }
}

async function finish(context: CommitContext, step: NewStep, unsynced: boolean): Promise<void> {
  const { durability, journal } = context;
  if (durability === 'fsync') {
    if (unsynced) await syncFiles(context, step.ops);
    await syncFolders(context, step.ops);
  }
  await journal.end(step.id, 'done');
}

async function syncFiles({ root }: CommitContext, ops: readonly Op[]): Promise<void> {
  const moves = ops.flatMap((op) => (op.op === 'move' ? [op] : []));
  const queue = ops.flatMap((op) => {
    if (op.op !== 'put' || op.after.type !== 'file') return [];
    return [moves.reduce((path, move) => movedPath(path, move.path, move.to), op.path)];
  });
  const work = async () => {
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      await syncFile(root, path).catch(ignoreMissing);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

async function syncFolders({ syncFolder }: CommitContext, ops: readonly Op[]): Promise<void> {
  await Promise.all(foldersOf(ops).map((folder) => syncFolder(folder).catch(ignoreMissing)));
}

/** Whoever removed it since then has a step of their own. */
function ignoreMissing(thrown: unknown): void {
  const gone = thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
  if (!gone && !(thrown instanceof VaultError && thrown.code === 'not-found')) throw thrown;
}

function foldersOf(ops: readonly Op[]): VaultPath[] {
  const folders = new Set<VaultPath>();
  for (const op of ops) {
    folders.add(parentOf(op.path));
    if (op.op === 'move') folders.add(parentOf(op.to));
  }
  // A folder that the step removed has no names to sync.
  for (const op of ops) if (op.op === 'rmdir') folders.delete(op.path);
  return [...folders];
}

export function removeStaged(root: Root, staged: VaultPath): void {
  try {
    removeEntry(root, staged);
  } catch {
    // Already in its place, or gone with its folder.
  }
}
