import { closeSync, fsync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { nameOf, parentOf, type VaultPath } from '../../contract/paths.ts';
import type { TellProgress } from '../../contract/progress.ts';
import { inFolder, type Root, sharingFolders } from './anchor.ts';
import { makeFile, type NewFile } from './new-file.ts';
import type { Stat } from './stat.ts';

const fsyncSoon = promisify(fsync);

/** Bytes that wait under a temporary name until their step is committed. */
export type StagedFile = Omit<NewFile, 'file'>;

/** So many files are made before others get a turn. */
const pieceLength = 64;

export interface StageOptions {
  /** Whose bytes are on disk when it resolves. */
  readonly sync: (file: StagedFile) => boolean;
  /** Until all are there, an abort ends it. */
  readonly signal?: AbortSignal | undefined;
  readonly progress?: TellProgress | undefined;
}

/**
 * Puts new files beside the old ones. When it fails, some of the files may be there, and none is
 * still on its way.
 */
export async function stage(
  root: Root,
  files: ReadonlyMap<VaultPath, StagedFile>,
  { sync, signal, progress }: StageOptions,
): Promise<ReadonlyMap<VaultPath, Stat>> {
  const stats = new Map<VaultPath, Stat>();
  const syncs: Promise<void>[] = [];
  try {
    for (const [path, staged] of files) {
      const { stat, descriptor } = sharingFolders(() =>
        inFolder(root, parentOf(path), (folder) =>
          makeFile({ ...staged, file: folder.at(nameOf(path)) }),
        ),
      );
      if (sync(staged)) syncs.push(fsyncSoon(descriptor).finally(() => closeSync(descriptor)));
      else closeSync(descriptor);
      stats.set(path, stat);
      if (stats.size % pieceLength === 0) {
        progress?.({ stage: 'writing', done: stats.size, total: files.size });
        await nextTurn();
        signal?.throwIfAborted();
      }
    }
  } finally {
    await Promise.allSettled(syncs);
  }
  await Promise.all(syncs);
  return stats;
}
