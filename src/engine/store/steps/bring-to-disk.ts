import { VaultError } from '../../../contract/errors.ts';
import { parentOf, type VaultPath } from '../../../contract/paths.ts';
import { forEachLimited } from '../../../kit/for-each-limited.ts';
import type { Journal, NewStep } from '../journal/journal.ts';
import type { Op } from '../journal/record.ts';
import type { Root } from '../vault/anchor.ts';
import { syncFile, syncFolder } from '../vault/apply.ts';
import { systemCode } from '../vault/system-errors.ts';
import { syncsAtOnce } from '../vault/unsynced-files.ts';
import { filesPut, followPath, opsAfter } from './follow-path.ts';

export interface DiskContext {
  readonly root: Root;
  readonly journal: Journal;
}

/**
 * Resolves when the bytes and the names of all files that the steps put are on disk. `isSynced` says
 * of which the bytes are or cannot be. Returns the steps for which all went well; for the others the
 * journal has to vouch further.
 */
export async function bringToDisk<S extends NewStep>(
  context: DiskContext,
  steps: readonly S[],
  isSynced: (path: VaultPath) => boolean | undefined = () => undefined,
): Promise<readonly S[]> {
  const { root } = context;
  const failed = new Set<VaultPath>();
  /** The last step that put each file; later steps may have moved it. */
  const putBy = new Map<VaultPath, string>();
  for (const { id, ops } of steps) {
    for (const { path } of filesPut(ops)) {
      const done = isSynced(path);
      if (done === undefined) putBy.set(path, id);
      else if (!done) failed.add(path);
    }
  }
  const folders = new Set(steps.flatMap(({ ops }) => foldersOf(ops)));
  const fail = (path: VaultPath) => failed.add(path);
  await forEachLimited(syncsAtOnce, putBy, ([path, step]) =>
    syncWherever(context, path, step).catch(() => fail(path)),
  );
  await forEachLimited(syncsAtOnce, folders, (path) =>
    isDone(syncFolder(root, path)).catch(() => fail(path)),
  );
  if (failed.size === 0) return steps;
  return steps.filter(({ ops }) =>
    [...filesPut(ops).map(({ path }) => path), ...foldersOf(ops)].every(
      (path) => !failed.has(path),
    ),
  );
}

/** A later step may have moved the file. If it is not there either, another program removed it. */
async function syncWherever(
  { root, journal }: DiskContext,
  path: VaultPath,
  step: string,
): Promise<void> {
  if (await isDone(syncFile(root, path))) return;
  const { at } = followPath(path, opsAfter(journal.steps(), step));
  if (at !== path) await isDone(syncFile(root, at));
}

/** False when there is nothing of ours at the path any more. */
async function isDone(sync: Promise<void>): Promise<boolean> {
  try {
    await sync;
    return true;
  } catch (thrown) {
    const gone = ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(systemCode(thrown) ?? '');
    const missing = thrown instanceof VaultError && goneCodes.has(thrown.code);
    if (gone || missing) return false;
    throw thrown;
  }
}

const goneCodes: ReadonlySet<string> = new Set(['not-found', 'not-a-folder', 'path-outside-vault']);

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
