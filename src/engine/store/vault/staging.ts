import { closeSync, fsync } from 'node:fs';
import { setImmediate as nextTick } from 'node:timers/promises';
import { promisify } from 'node:util';
import { nameOf, parentOf, type VaultPath } from '../../../contract/paths.ts';
import type { ReportProgress } from '../../../contract/progress.ts';
import { inFolder, type Root } from './anchor.ts';
import { makeFile, type NewFile } from './new-file.ts';
import type { Stat } from './stat.ts';
import type { UnsyncedFiles } from './unsynced-files.ts';

const fsyncSoon = promisify(fsync);

/** Bytes that wait under a temporary name until their step is committed. */
export type StagedFile = Omit<NewFile, 'file'>;

export interface StagedAs {
  readonly stat: Stat;
  /** Where the file is still open; to be synced or dropped. */
  readonly descriptor: number | undefined;
}

/** How many files are handled before other work can run and an abort can arrive. */
export const filesPerTick = 64;

export interface StageOptions {
  /** Whose bytes are on disk when it resolves. */
  readonly sync: (file: StagedFile) => boolean;
  /** Keeps the others open, as far as it can. */
  readonly unsynced: UnsyncedFiles;
  /** Until all are there, an abort ends it. */
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ReportProgress | undefined;
}

/**
 * Makes new files in the folders of the old ones. When it fails, some of the files may be there, and none is
 * still on its way or open.
 */
export async function stageFiles(
  root: Root,
  files: ReadonlyMap<VaultPath, StagedFile>,
  { sync, unsynced, signal, progress }: StageOptions,
): Promise<Map<VaultPath, StagedAs>> {
  const made = new Map<VaultPath, StagedAs>();
  const syncs: Promise<void>[] = [];
  try {
    for (const [path, staged] of files) {
      const { stat, descriptor } = inFolder(root, parentOf(path), (folder) =>
        makeFile({ ...staged, file: folder.at(nameOf(path)) }),
      );
      const mustSync = sync(staged);
      const staysOpen = !mustSync && unsynced.reserve();
      if (mustSync) syncs.push(fsyncSoon(descriptor).finally(() => closeSync(descriptor)));
      else if (!staysOpen) closeSync(descriptor);
      made.set(path, { stat, descriptor: staysOpen ? descriptor : undefined });
      if (made.size % filesPerTick === 0) {
        progress?.({ stage: 'writing', done: made.size, total: files.size });
        await nextTick();
        signal?.throwIfAborted();
      }
    }
    await Promise.all(syncs);
    return made;
  } catch (thrown) {
    await Promise.allSettled(syncs);
    dropStaged(unsynced, made.values());
    throw thrown;
  }
}

/** Closes files that will not be put into their places. */
export function dropStaged(unsynced: UnsyncedFiles, files: Iterable<StagedAs>): void {
  for (const { descriptor } of files) if (descriptor !== undefined) unsynced.drop(descriptor);
}
