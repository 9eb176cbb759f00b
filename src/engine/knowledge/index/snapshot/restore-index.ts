import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { isNote } from '../../../../contract/paths.ts';
import { type FileEntry, isSameFile } from '../file-entry.ts';
import type { NoteIndex } from '../note-index.ts';
import type { PendingFiles } from '../pending-files.ts';
import { PackedFiles } from './packed-files.ts';
import { doubtMs } from './saved-places.ts';
import { openSnapshot, type Snapshot, type TextOwners } from './snapshot.ts';
import { readSnapshotFile } from './snapshot-file.ts';
import type { TextFiles } from './text-files.ts';
import type { PackedTexts, TextKeeper } from './text-keeper.ts';

/** What an earlier process has left. Its texts are read while there is other work to do. */
export interface Saved {
  readonly snapshot: Snapshot;
  readonly texts: readonly SavedTexts[];
}

export interface SavedTexts extends TextOwners {
  readonly memory: Promise<SharedArrayBuffer | undefined>;
}

/** Opens a snapshot, if there is one of this vault. */
export function openSaved(path: string, vaultId: string, textFiles: TextFiles): Saved | undefined {
  const bytes = readSnapshotFile(path);
  const snapshot = bytes && openSnapshot(bytes, vaultId);
  if (snapshot === undefined) return undefined;
  const texts = Array.from(snapshot.texts(), (owners) => ({
    ...owners,
    memory: textFiles.read(owners.file),
  }));
  return { snapshot, texts };
}

/** An index that knows which files there are. */
export interface Restoring {
  readonly index: NoteIndex;
  readonly pending: PendingFiles;
  readonly textFiles: TextFiles | undefined;
  readonly texts: TextKeeper | undefined;
  readonly isStopped: () => boolean;
  /** Takes in one file as it is now. */
  readonly readNow: (path: string) => void;
}

/** What need not be done before the first question is answered begins then. */
export const restAfterMs = 500;

/** Takes from the snapshot what is still as it was; true when nothing is left to be read. */
export async function restoreIndex(saved: Saved, restoring: Restoring): Promise<boolean> {
  const { index, pending, isStopped } = restoring;
  const restored: FileEntry[] = [];
  // A snapshot has its files in nearly the order in which they were listed.
  for (const _ of loadPieces(saved.snapshot, index, index.files.finder(), restored)) {
    await nextTurn();
    if (isStopped()) return false;
  }
  await restoreTexts(restoring, saved.texts, restored);
  return pending.count === 0;
}

/** Gives those files their data that are as they were, piece by piece. They are put into a list by their numbers. */
export function* loadPieces(
  snapshot: Snapshot,
  index: NoteIndex,
  find: (path: string) => FileEntry | undefined,
  restored: FileEntry[],
): Generator<void, void> {
  const before = snapshot.writtenMs - doubtMs;
  for (const { packed, first } of snapshot.pieces()) {
    const files = PackedFiles.open(packed);
    if (files === undefined) continue;
    index.load(
      files,
      (entry, stat) => entry.isPending && isSameFile(entry.stat, stat) && stat.mtime < before,
      (entry, at) => {
        restored[first + at] = entry;
      },
      find,
    );
    yield;
  }
}

/** Notes count as read when their text is there too. */
async function restoreTexts(
  restoring: Restoring,
  saved: readonly SavedTexts[],
  restored: readonly (FileEntry | undefined)[],
): Promise<void> {
  const { pending, texts } = restoring;
  for (const entry of restored) {
    const isKnown = entry?.hasData === true && (texts === undefined || !isNote(entry.path));
    if (isKnown) pending.delete(entry);
  }
  if (texts === undefined) return;
  const adopted: SharedArrayBuffer[] = [];
  for (const { memory: reading, owners } of saved) {
    const memory = await reading;
    if (memory === undefined) continue;
    const entries = Array.from(owners, (owner) => restored[owner]);
    const paths = entries.map((entry) => entry?.path);
    adopt(texts, { memory, paths }, (text, bytes) => {
      const entry = entries[text];
      const isWanted = entry?.isPending === true && entry.hasData && entry.size === bytes;
      if (isWanted) pending.delete(entry);
      return isWanted;
    });
    adopted.push(memory);
    await nextTurn();
    if (restoring.isStopped()) return;
  }
  void checkTexts(restoring, adopted);
}

/** Takes over those texts that are wanted; none when they have another layout. */
export function adopt(
  texts: TextKeeper,
  packed: PackedTexts,
  isWanted: (text: number, bytes: number) => boolean,
): void {
  try {
    texts.adopt(packed, isWanted);
  } catch {
    // The notes are read instead.
  }
}

/** Sums take longer than a start should, so they are checked after the first questions. */
export async function checkTexts(
  { texts, textFiles, isStopped, readNow }: Omit<Restoring, 'index' | 'pending'>,
  memories: readonly SharedArrayBuffer[],
): Promise<void> {
  await wait(restAfterMs, undefined, { ref: false });
  for (const memory of memories) {
    await nextTurn();
    if (isStopped()) return;
    if (textFiles?.isWhole(memory)) continue;
    for (const path of texts?.disown(memory) ?? []) readNow(path);
  }
}
