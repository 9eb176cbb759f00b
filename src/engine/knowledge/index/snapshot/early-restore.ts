import { setImmediate as nextTurn } from 'node:timers/promises';
import { isHidden, isNote } from '../../../../contract/paths.ts';
import { mayHaveData } from '../facts/summary.ts';
import type { FileEntry } from '../file-entry.ts';
import { isText, type ReadFile } from '../read-batch.ts';
import {
  adopt,
  checkTexts,
  loadPieces,
  type Restoring,
  type Saved,
  type SavedTexts,
} from './restore-index.ts';
import type { ListedFile, ListedFolder, SavedPlaces } from './saved-places.ts';
import type { Snapshot } from './snapshot.ts';
import type { TextKeeper } from './text-keeper.ts';

/** Files that are being listed. */
export interface Listing {
  /** Resolves when everything is listed. */
  readonly done: Promise<void>;
  /** Every folder, once that is done. */
  folders(): Iterable<ListedFolder>;
}

/** With so many changed files an answer need not wait for the index; with more it is filled first. */
export const unreadAtMost = 200;
/** So many runs of files are put into the index before others work. */
const runsEach = 4;

type RestoringTexts = Restoring & { readonly texts: TextKeeper };

/**
 * Takes a snapshot over while the files are still being listed. Searches need only the texts, so
 * these come first; the index is filled when somebody looks into it.
 */
export class EarlyRestore {
  private readonly snapshot: Snapshot;
  private readonly places: SavedPlaces;
  private readonly restoring: RestoringTexts;

  private constructor(snapshot: Snapshot, places: SavedPlaces, restoring: RestoringTexts) {
    [this.snapshot, this.places, this.restoring] = [snapshot, places, restoring];
  }

  /**
   * Takes all texts over, as if no note had changed: nobody may search them before `compare`.
   * Undefined when some are missing, and then there are none.
   */
  static async begin(saved: Saved, restoring: RestoringTexts): Promise<EarlyRestore | undefined> {
    const { snapshot } = saved;
    const { texts } = restoring;
    const places = snapshot.places();
    if (places === undefined || saved.texts.length === 0) return undefined;
    const adopted: SharedArrayBuffer[] = [];
    for (const one of saved.texts) {
      const memory = await one.memory;
      if (memory !== undefined) adopted.push(memory);
      if (memory === undefined || !adoptAll(texts, memory, one)) {
        for (const each of adopted) texts.disown(each);
        return undefined;
      }
      await nextTurn();
    }
    void checkTexts(restoring, adopted);
    return new EarlyRestore(snapshot, places, restoring);
  }

  /** Forgets the texts of notes that are not as they were; gives the files that are to be read. */
  compare(folders: Iterable<ListedFolder>): readonly string[] {
    const { unread, stale } = this.places.compare(folders);
    for (const path of stale) this.restoring.texts.remove(path);
    return unread;
  }

  /** Takes in only the texts of notes. What else they say is read when the index is filled. */
  readTexts(paths: readonly string[], read: ReadFile): void {
    for (const path of paths) {
      try {
        const { bytes } = read(path);
        if (isNote(path) && isText(bytes)) this.restoring.texts.set(path, bytes);
      } catch {
        // It is there, but says nothing.
      }
    }
  }

  /** Puts the files that are there into the index, with what is known of them. */
  *fill(listed: Iterable<readonly ListedFile[]>): Generator<void, void> {
    const { index, pending, texts } = this.restoring;
    let runs = 0;
    for (const run of listed) {
      for (const { path, stat } of run) {
        if (stat.type !== 'file' || isHidden(path)) continue;
        const entry = index.addFile(texts.keyOf(path) ?? path, stat);
        if (mayHaveData(path)) pending.add(entry);
      }
      if (++runs % runsEach === 0) yield;
    }
    const restored: FileEntry[] = [];
    yield* loadPieces(this.snapshot, index, index.files.finder(), restored);
    // Texts that are not those of the snapshot are left to whoever reads what is pending.
    for (const entry of restored) {
      if (entry === undefined || !entry.hasData) continue;
      if (!isNote(entry.path) || texts.keyOf(entry.path) !== undefined) pending.delete(entry);
    }
  }
}

/** False when a text is not the one of its note. */
function adoptAll(
  texts: TextKeeper,
  memory: SharedArrayBuffer,
  { sizes, paths }: SavedTexts,
): boolean {
  let left = sizes.length;
  adopt(texts, { memory, paths: paths() }, (text, bytes) => {
    const isWanted = sizes[text] === bytes;
    if (isWanted) left--;
    return isWanted;
  });
  for (const size of sizes) if (size < 0) left--;
  return left === 0;
}
