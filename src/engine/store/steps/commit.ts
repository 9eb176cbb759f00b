import { limits } from '../../../contract/limits.ts';
import { nameOf, parentOf, type VaultPath } from '../../../contract/paths.ts';
import type { ReportProgress } from '../../../contract/progress.ts';
import type { Journal, NewStep } from '../journal/journal.ts';
import type { Op } from '../journal/record.ts';
import { inFolder, type Root } from '../vault/anchor.ts';
import { isUnchanged, removeEntry } from '../vault/apply.ts';
import { lstatPath } from '../vault/disk.ts';
import { Outdated, type ReplacedFiles } from '../vault/replaced-files.ts';
import { dropStaged, type StagedAs, type StagedFile, stageFiles } from '../vault/staging.ts';
import { isUnwritten, type Stat } from '../vault/stat.ts';
import { systemCode, toSystemError } from '../vault/system-errors.ts';
import type { UnsyncedFiles } from '../vault/unsynced-files.ts';
import { applyOp, type ContentOf } from './apply-op.ts';
import type { Draft } from './draft.ts';
import type { Finisher } from './finish.ts';
import { inverseOf } from './inverse.ts';
import { Displaced, type Share, type SharedStep } from './share.ts';

export interface CommitContext {
  readonly root: Root;
  readonly journal: Journal;
  readonly replaced: ReplacedFiles;
  readonly unsynced: UnsyncedFiles;
  readonly durability: 'fsync' | 'rename';
  /** Called in the same tick in which the disk changed, before any other code can run. */
  readonly onApplied: (step: NewStep) => void;
  /** What the answer need not wait for. */
  readonly finisher: Finisher;
}

export interface CommitOptions {
  /** Until files are put into their places, an abort leaves everything as it was. */
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ReportProgress | undefined;
  /** Gets the step before anything is put into place. */
  readonly share?: Share | undefined;
}

/**
 * Journal first, then new files under temporary names, then all of them into place under the lock.
 * The answer waits until the journal is on disk: it has the new bytes, and recovery writes them
 * again should the power fail before the files and their names are there too. What is too large for
 * the journal is waited for. Returns the stats of the files that were put.
 */
export async function commit(
  context: CommitContext,
  step: NewStep,
  draft: Draft,
  { signal, progress, share }: CommitOptions = {},
): Promise<ReadonlyMap<VaultPath, Stat>> {
  const { root, journal, unsynced, durability } = context;
  const first = step.ops[0]?.path ?? '';
  try {
    await context.finisher.settle(step.ops);
    keepLarge(context, draft);
    await journal.begin(step, draft.contents);
  } catch (thrown) {
    throw toSystemError(thrown, first);
  }
  const sync = ({ bytes }: StagedFile): boolean =>
    durability === 'fsync' && bytes.length > limits.journalInlineBytesMax;
  const staging = stageFiles(root, draft.staged, { sync, unsynced, signal, progress });
  // It may fail before the journal is on disk, when nothing waits for it yet.
  staging.catch(() => {});
  let staged: Map<VaultPath, StagedAs>;
  let shared: SharedStep | undefined;
  try {
    // Before the step was begun, its large contents could still be removed with older history.
    keepLarge(context, draft);
    await journal.flush();
    staged = await staging;
    // From here on the step happens: this is the last moment to give it up.
    signal?.throwIfAborted();
    shared = await share?.commit(step, draft);
    await journal.exclusively(() => {
      requireUnchanged(root, draft);
      applyAll(context, draft, staged);
      shared?.placed(statsOf(draft, staged));
      context.onApplied(step);
    });
  } catch (thrown) {
    await staging.then(
      (files) => dropStaged(unsynced, files.values()),
      () => {},
    );
    for (const path of draft.staged.keys()) removeStaged(root, path);
    await journal.end(step.id, 'aborted');
    if (shared !== undefined) throw new Displaced(step, thrown);
    throw toSystemError(thrown, first);
  }
  context.finisher.add(step, staged);
  return statsOf(draft, staged);
}

function statsOf(
  draft: Draft,
  staged: ReadonlyMap<VaultPath, StagedAs>,
): ReadonlyMap<VaultPath, Stat> {
  const stats = new Map<VaultPath, Stat>();
  for (const op of draft.ops) {
    const file = op.op === 'put' && op.staged ? staged.get(op.staged) : undefined;
    if (file !== undefined) stats.set(op.path, file.stat);
  }
  return stats;
}

/** A large old content is kept by its inode; that must happen before anything replaces it. */
function keepLarge({ root, journal }: CommitContext, draft: Draft): void {
  for (const { hash, path } of draft.large) {
    inFolder(root, parentOf(path), (folder) => journal.keepLarge(hash, folder.at(nameOf(path))));
    // Linking changes the inode's change time, so the stat is taken again.
    const found = draft.found.get(path);
    const stat = lstatPath(root, path);
    if (found?.stat === undefined || stat === undefined || stat.mtimeNs !== found.stat.mtimeNs) {
      throw new Outdated();
    }
    draft.found.set(path, { ...found, stat });
  }
}

function requireUnchanged(root: Root, draft: Draft): void {
  for (const [path, { stat }] of draft.found) {
    if (!isUnchanged(root, path, stat)) throw new Outdated();
  }
}

/** All ops, or none: a failure half-way rolls back what was done. */
function applyAll(
  { root, journal, replaced, unsynced }: CommitContext,
  draft: Draft,
  staged: Map<VaultPath, StagedAs>,
): void {
  const done: Op[] = [];
  // What is open then is not what is at the path.
  const onRestaged = (path: VaultPath) => {
    const file = staged.get(path);
    if (file === undefined) return;
    dropStaged(unsynced, [file]);
    staged.set(path, { ...file, descriptor: undefined });
  };
  const contentOf = (hash: string) => draft.contents.get(hash) ?? journal.read(hash);
  try {
    for (const op of draft.ops) {
      applyOp(root, op, contentOf, { replaced, old: draft.old.get(op), onRestaged });
      done.push(op);
    }
  } catch (thrown) {
    rollBack(root, done, staged, contentOf);
    throw systemCode(thrown) === 'EEXIST' ? new Outdated() : thrown;
  }
}

/** Takes ops back, but for what another program has changed since. */
function rollBack(
  root: Root,
  done: readonly Op[],
  staged: ReadonlyMap<VaultPath, StagedAs>,
  contentOf: ContentOf,
): void {
  for (const op of done.toReversed()) {
    if (!isAsLeft(root, op, staged)) continue;
    try {
      for (const back of inverseOf([op])) applyOp(root, back, contentOf);
    } catch {
      // Something is in the way that is not ours.
    }
  }
}

/** True when the disk is as the op left it. */
function isAsLeft(root: Root, op: Op, staged: ReadonlyMap<VaultPath, StagedAs>): boolean {
  const now = lstatPath(root, op.path);
  if (op.op === 'remove' || op.op === 'rmdir') return now === undefined;
  if (op.op !== 'put') return true;
  const file = op.staged === undefined ? undefined : staged.get(op.staged);
  return file === undefined || (now !== undefined && isUnwritten(now, file.stat));
}

export function removeStaged(root: Root, staged: VaultPath): void {
  try {
    removeEntry(root, staged);
  } catch {
    // Already in its place, or gone with its folder.
  }
}
