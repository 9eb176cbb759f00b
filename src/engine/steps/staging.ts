import { nameOf, parentOf, type VaultPath } from '../../contract/paths.ts';
import { type Folder, openFolder, type Root } from '../vault/anchor.ts';
import type { DiskThreads } from '../vault/disk-threads.ts';
import type { NewFile } from '../vault/new-file.ts';
import type { Stat } from '../vault/stat.ts';

/** Bytes that wait under a temporary name until their step is committed. */
export type StagedFile = Omit<NewFile, 'file'>;

/**
 * Puts new files beside the old ones. With `sync` their bytes are on disk when it resolves. When it
 * fails, some of the files may be there, and none is still on its way.
 */
export async function stage(
  root: Root,
  threads: DiskThreads,
  files: ReadonlyMap<VaultPath, StagedFile>,
  sync: boolean,
): Promise<ReadonlyMap<VaultPath, Stat>> {
  const folders = new Map<VaultPath, Folder>();
  try {
    const system = (path: VaultPath): string => {
      const parent = parentOf(path);
      const folder = folders.get(parent) ?? openFolder(root, parent);
      folders.set(parent, folder);
      return folder.at(nameOf(path));
    };
    const due = Array.from(files, ([path, staged]) => ({ ...staged, file: system(path) }));
    const outcomes = await Promise.allSettled(due.map((file) => threads.make(file, sync)));
    return new Map(Array.from(files.keys(), (path, n) => [path, statOf(outcomes[n])]));
  } finally {
    for (const folder of folders.values()) folder.close();
  }
}

function statOf(outcome: PromiseSettledResult<Stat> | undefined): Stat {
  if (outcome?.status === 'fulfilled') return outcome.value;
  throw outcome?.reason;
}
