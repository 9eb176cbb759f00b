import { limits } from '../../../contract/limits.ts';
import { nameOf, parentOf, type VaultPath } from '../../../contract/paths.ts';
import type { TellProgress } from '../../../contract/progress.ts';
import type { Journal, NewStep } from '../journal/journal.ts';
import type { Op } from '../journal/record.ts';
import { inFolder, type Root, sharingFolders } from '../vault/anchor.ts';
import { isStillSo, lstatNow, removeEntry } from '../vault/apply.ts';
import type { Held } from '../vault/held.ts';
import { dropStaged, type StagedAs, type StagedFile, stageFiles } from '../vault/staging.ts';
import type { Stat } from '../vault/stat.ts';
import { toSystemError } from '../vault/system-errors.ts';
import type { Unsynced } from '../vault/unsynced.ts';
import { applyOp } from './apply-op.ts';
import type { Draft } from './draft.ts';
import type { Finisher } from './finish.ts';
import { inverseOf } from './inverse.ts';

export interface CommitContext {
  readonly root: Root;
  readonly journal: Journal;
  readonly held: Held;
  readonly unsynced: Unsynced;
  readonly durability: 'fsync' | 'rename';
  /** Called in the same turn in which the disk changed, before anybody else can look. */
  readonly applied: (step: NewStep) => void;
  /** What the answer need not wait for. */
  readonly finisher: Finisher;
}

export interface CommitTerms {
  /** Until files are put into their places, an abort leaves everything as it was. */
  readonly signal?: AbortSignal | undefined;
  readonly progress?: TellProgress | undefined;
}

/** Thrown when the disk is not what the draft saw any more: plan again. */
export class Outdated extends Error {}

/**
 * Journal first, then new files beside the old ones, then all of them into place under the lock.
 * The answer waits until the journal is on disk: it has the new bytes, and recovery writes them
 * again should the power fail before the files and their names are there too. What is too large for
 * the journal is waited for. Returns the stats of the files that were put.
 */
export async function commit(
  context: CommitContext,
  step: NewStep,
  draft: Draft,
  { signal, progress }: CommitTerms = {},
): Promise<ReadonlyMap<VaultPath, Stat>> {
  const { root, journal, unsynced } = context;
  const first = step.ops[0]?.path ?? '';
  try {
    await context.finisher.settle(step.ops);
    keepLarge(context, draft);
    await journal.begin(step, draft.contents);
  } catch (thrown) {
    throw toSystemError(thrown, first);
  }
  const sync = ({ bytes }: StagedFile): boolean =>
    context.durability === 'fsync' && bytes.length > limits.journalInlineBytesMax;
  const staging = stageFiles(root, draft.staged, { sync, unsynced, signal, progress });
  // It may fail before the journal is on disk, when nobody waits for it yet.
  staging.catch(() => {});
  let made: Map<VaultPath, StagedAs>;
  try {
    // Before the step was begun, its large contents could still be removed with older history.
    keepLarge(context, draft);
    await journal.flush();
    made = await staging;
    // From here on the step happens: this is the last moment to give it up.
    signal?.throwIfAborted();
    await journal.turn(() => {
      sharingFolders(() => {
        requireStillSo(root, draft);
        applyAll(context, step.ops, draft, made);
      });
      context.applied(step);
    });
  } catch (thrown) {
    await staging.then(
      (files) => dropStaged(unsynced, files.values()),
      () => {},
    );
    for (const path of draft.staged.keys()) removeStaged(root, path);
    await journal.end(step.id, 'aborted');
    throw toSystemError(thrown, first);
  }
  context.finisher.add(step, made);
  return statsOf(draft, made);
}

function statsOf(
  draft: Draft,
  made: ReadonlyMap<VaultPath, StagedAs>,
): ReadonlyMap<VaultPath, Stat> {
  const stats = new Map<VaultPath, Stat>();
  for (const op of draft.ops) {
    const found = op.op === 'put' && op.staged ? made.get(op.staged) : undefined;
    if (found !== undefined) stats.set(op.path, found.stat);
  }
  return stats;
}

/** A large old content is kept by its inode; that must happen before anything replaces it. */
function keepLarge({ root, journal }: CommitContext, draft: Draft): void {
  for (const { hash, path } of draft.large) {
    inFolder(root, parentOf(path), (folder) => journal.keepLarge(hash, folder.at(nameOf(path))));
    // Linking touches the inode's change time, so what was seen is looked at again.
    const seen = draft.seen.get(path);
    const stat = lstatNow(root, path);
    if (seen?.stat === undefined || stat === undefined || stat.mtimeNs !== seen.stat.mtimeNs) {
      throw new Outdated();
    }
    draft.seen.set(path, { ...seen, stat });
  }
}

function requireStillSo(root: Root, draft: Draft): void {
  for (const [path, seen] of draft.seen) {
    if (!isStillSo(root, path, seen.stat)) throw new Outdated();
  }
}

/** All ops, or none: a failure half-way takes back what was done. */
function applyAll(
  { root, journal, held, unsynced }: CommitContext,
  ops: readonly Op[],
  draft: Draft,
  made: Map<VaultPath, StagedAs>,
): void {
  const done: Op[] = [];
  // What is open then is not what is at the path.
  const missed = (staged: VaultPath) => {
    const file = made.get(staged);
    if (file === undefined) return;
    dropStaged(unsynced, [file]);
    made.set(staged, { ...file, descriptor: undefined });
  };
  const contentOf = (hash: string) => draft.contents.get(hash) ?? journal.read(hash);
  try {
    for (const op of ops) {
      // A step of several ops may itself have moved the folder in which a file was staged, or the
      // file that was seen at the path.
      const isAlone = ops.length === 1;
      const takeOld = isAlone ? () => draft.takeOpened(op.path) : undefined;
      applyOp(root, op, contentOf, { held, takeOld, isStaged: isAlone, missed });
      done.push(op);
    }
  } catch (thrown) {
    for (const op of inverseOf(done)) applyOp(root, op, contentOf);
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')
      throw new Outdated();
    throw thrown;
  }
}

export function removeStaged(root: Root, staged: VaultPath): void {
  try {
    removeEntry(root, staged);
  } catch {
    // Already in its place, or gone with its folder.
  }
}
