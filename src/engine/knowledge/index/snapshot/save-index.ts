import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NoteIndex } from '../note-index.ts';
import { type OwnedTexts, packSnapshot } from './snapshot.ts';
import { writeSnapshotFile } from './snapshot-file.ts';
import type { TextFiles } from './text-files.ts';
import type { TextKeeper } from './text-keeper.ts';

/** What the next process can take over. */
export interface Savable {
  readonly index: NoteIndex;
  readonly texts: TextKeeper | undefined;
  readonly textFiles: TextFiles | undefined;
  readonly vaultId: string;
  readonly nowMs: number;
}

/** Writes a snapshot of the index, and of texts what is not on disk yet. */
export async function saveIndex(
  path: string,
  { index, texts, textFiles, vaultId, nowMs }: Savable,
): Promise<void> {
  const owned: OwnedTexts[] = [];
  const parts = await packSnapshot(index, {
    vault: vaultId,
    nowMs,
    texts: async () => {
      const packed = (await texts?.pack()) ?? [];
      const files = await textFiles?.write(packed.map(({ memory }) => memory));
      packed.forEach(({ paths }, i) => {
        const file = files?.[i];
        if (file !== undefined) owned.push({ file, paths });
      });
      return owned;
    },
    pause: () => nextTurn(),
  });
  await writeSnapshotFile(path, parts);
  textFiles?.prune(owned.map(({ file }) => file));
}
