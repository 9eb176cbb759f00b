import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { VaultChange } from '../../contract/events.ts';
import { isHidden, isNote } from '../../contract/paths.ts';
import { collectGarbageSoon } from '../../kit/collect-garbage.ts';
import { knownReader } from '../vault/read-known.ts';
import type { Stat } from '../vault/stat.ts';
import {
  type FileEntry,
  type FileStat,
  type IndexStat,
  isSameFile,
  toFileStat,
} from './file-entry.ts';
import { readFiles } from './first-reading.ts';
import { NoteIndex } from './note-index.ts';
import { PackedFiles } from './packed-files.ts';
import { PendingFiles } from './pending-files.ts';
import { type Batch, type ReadFile, type ReadKnown, summarizeBytes } from './read-batch.ts';
import { type OwnedTexts, openSnapshot, packSnapshot, type Snapshot } from './snapshot.ts';
import { readSnapshotFile, writeSnapshotFile } from './snapshot-file.ts';
import { mayHaveData } from './summary.ts';
import { TextFiles } from './text-files.ts';
import type { TextKeeper } from './text-keeper.ts';

export interface LiveIndexOptions {
  readonly vaultId: string;
  /** The vault's folder, for threads that read many files. */
  readonly root: string;
  /** Where the snapshot lies; without it there is none. */
  readonly snapshotPath?: string | undefined;
  /** Every entry of the vault. Links are not followed, folders and hidden files passed over. */
  files(): Iterable<{ readonly path: string; readonly stat: IndexStat & Pick<Stat, 'type'> }>;
  /** One file of the vault; undefined when there is none. */
  stat(path: string): IndexStat | undefined;
  readonly read: ReadFile;
  /** The same where the size is known, for the first reading. */
  readonly readKnown?: ReadKnown;
  readonly texts?: TextKeeper | undefined;
  readonly linksToAnyFile?: () => boolean;
  readonly isStarred?: (path: string) => boolean;
  readonly now: () => number;
  /** Files that are read in this thread; more go to others. */
  readonly inlineFilesMax?: number | undefined;
  /** How long after a change the snapshot is written. */
  readonly saveAfterMs?: number | undefined;
}

/** Notes that are read at a start without threads. */
const inlineFilesAtMost = 2000;
const savedAfterMs = 60_000;
/** What need not be done before the first question is answered begins then. */
const restAfterMs = 500;
const unpackEveryMs = 10;
/** Files that were written this shortly before the snapshot are read again: clocks are coarse. */
const doubtMs = 2000;

/** The index of a vault from its start to its end: snapshot, first reading, every change. */
export class LiveIndex {
  readonly index: NoteIndex;
  /** Resolves when every note was read once. Answers are right at any time for what was read. */
  readonly ready: Promise<void>;
  private readonly options: LiveIndexOptions;
  private readonly pending: PendingFiles;
  private savedEpoch = -1;
  private saveTimer: NodeJS.Timeout | undefined;
  private closed = false;
  private readKnown: ReadKnown | undefined;
  private readonly textFiles: TextFiles | undefined;

  constructor(options: LiveIndexOptions) {
    const { linksToAnyFile, isStarred, snapshotPath } = options;
    this.options = options;
    this.textFiles =
      snapshotPath === undefined ? undefined : new TextFiles(`${snapshotPath}-texts`);
    this.index = new NoteIndex({
      textOf: (path) => this.textOf(path),
      ...(linksToAnyFile && { linksToAnyFile }),
      ...(isStarred && { isStarred }),
    });
    this.pending = new PendingFiles(this.index.files);
    this.ready = this.start();
  }

  /** The text of a note or another file, from memory where it is there. */
  textOf(path: string): string | undefined {
    const kept = this.options.texts?.textOf(path);
    if (kept !== undefined) return kept;
    try {
      return this.options.read(path).bytes.toString('utf8');
    } catch {
      return undefined;
    }
  }

  /** How many files are still to be read. */
  get pendingCount(): number {
    return this.pending.count;
  }

  /** Takes in what happened, in order. Afterwards answers are those of the new state. */
  apply(changes: readonly VaultChange[]): void {
    for (const change of changes) {
      if (change.kind === 'renamed') this.rename(change.path, change.newPath, change.type);
      else if (change.kind === 'deleted') this.remove(change.path, change.type);
      else if (change.type === 'file') this.readNow(change.path);
      // A link took the place of what was there.
      else if (change.type === 'symlink') this.forget(change.path);
    }
    for (const change of changes) this.settle(change);
    this.saveLater();
  }

  /** Writes the snapshot when something is different from the last one. */
  async save(): Promise<void> {
    const { snapshotPath, vaultId, now, texts } = this.options;
    if (snapshotPath === undefined || this.savedEpoch === this.index.epoch) return;
    const epoch = this.index.epoch;
    const { textFiles } = this;
    const owned: OwnedTexts[] = [];
    const parts = await packSnapshot(this.index, {
      vault: vaultId,
      nowMs: now(),
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
    await writeSnapshotFile(snapshotPath, parts);
    textFiles?.prune(owned.map(({ file }) => file));
    this.savedEpoch = epoch;
  }

  /** Ends the first reading where it is and saves what is known. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.saveTimer);
    await this.ready;
    await this.save();
  }

  private saveLater(): void {
    const { snapshotPath, saveAfterMs = savedAfterMs } = this.options;
    if (snapshotPath === undefined || this.closed || this.saveTimer !== undefined) return;
    this.saveTimer = setTimeout(() => {
      this.saveTimer = undefined;
      // A full disk is no reason to fail: the next start reads more files.
      void this.save().catch(() => undefined);
    }, saveAfterMs);
    this.saveTimer.unref();
  }

  private async start(): Promise<void> {
    for (const { path, stat } of this.options.files()) {
      if (stat.type !== 'file' || isHidden(path)) continue;
      const entry = this.index.addFile(path, stat);
      if (mayHaveData(path)) this.pending.add(entry);
    }
    await this.restore();
    const paths = this.pending.within('').map((entry) => entry.path);
    await readFiles({
      root: this.options.root,
      paths,
      inThreads: paths.length > (this.options.inlineFilesMax ?? inlineFilesAtMost),
      withTexts: this.options.texts !== undefined,
      statOf: (path) => this.pending.at(path)?.stat,
      readHere: (path) => this.readListed(path),
      take: (batch) => this.take(batch),
      isStopped: () => this.closed,
    });
    void this.unpack();
    this.saveLater();
  }

  /** Unpacks what was restored in quiet moments, so that the first question need not. */
  private async unpack(): Promise<void> {
    await wait(restAfterMs, undefined, { ref: false });
    while (!this.closed && this.index.unpackSome()) {
      await wait(unpackEveryMs, undefined, { ref: false });
    }
    if (!this.closed) collectGarbageSoon();
  }

  /** Takes from the snapshot what is still as it was. */
  private async restore(): Promise<void> {
    const { snapshotPath, vaultId } = this.options;
    const bytes = snapshotPath === undefined ? undefined : readSnapshotFile(snapshotPath);
    const snapshot = bytes && openSnapshot(bytes, vaultId);
    if (snapshot === undefined) return;
    const before = snapshot.writtenMs - doubtMs;
    const restored: FileEntry[] = [];
    for (const { packed, first } of snapshot.pieces()) {
      this.load(
        packed,
        (entry, stat) => isSameFile(entry.stat, stat) && stat.mtime < before,
        (entry, at) => {
          restored[first + at] = entry;
        },
      );
      await nextTurn();
      if (this.closed) return;
    }
    await this.restoreTexts(snapshot, restored);
    if (this.pending.count === 0) this.savedEpoch = this.index.epoch;
  }

  /** Notes count as read when their text is there too. */
  private async restoreTexts(
    snapshot: Snapshot,
    restored: readonly (FileEntry | undefined)[],
  ): Promise<void> {
    const { texts } = this.options;
    for (const entry of restored) {
      const isKnown = entry?.hasData === true && (texts === undefined || !isNote(entry.path));
      if (isKnown) this.pending.delete(entry);
    }
    const adopted: SharedArrayBuffer[] = [];
    for (const { file, owners } of snapshot.texts()) {
      const memory = this.textFiles?.read(file);
      if (memory === undefined || texts === undefined) continue;
      const entries = Array.from(owners, (owner) => restored[owner]);
      this.adopt(texts, memory, entries);
      adopted.push(memory);
      await nextTurn();
      if (this.closed) return;
    }
    void this.checkTexts(adopted);
  }

  private adopt(
    texts: TextKeeper,
    memory: SharedArrayBuffer,
    owners: readonly (FileEntry | undefined)[],
  ): void {
    const paths = owners.map((entry) => entry?.path);
    try {
      texts.adopt({ memory, paths }, (text, bytes) => {
        const entry = owners[text];
        const isWanted = entry?.isPending === true && entry.hasData && entry.size === bytes;
        if (isWanted) this.pending.delete(entry);
        return isWanted;
      });
    } catch {
      // Another layout: the notes are read instead.
    }
  }

  /** Sums take longer than a start should, so they are checked after the first questions. */
  private async checkTexts(memories: readonly SharedArrayBuffer[]): Promise<void> {
    await wait(restAfterMs, undefined, { ref: false });
    for (const memory of memories) {
      await nextTurn();
      if (this.closed) return;
      if (this.textFiles?.isWhole(memory)) continue;
      for (const path of this.options.texts?.disown(memory) ?? []) this.readNow(path);
    }
  }

  /** Takes in files that a thread has read, unless something newer is known. */
  private take({ packed, texts, ends }: Batch): void {
    this.load(
      asBuffer(packed),
      () => true,
      (entry, at) => {
        this.pending.delete(entry);
        if (!entry.hasData || !isNote(entry.path)) return;
        const from = at === 0 ? 0 : (ends[at - 1] ?? 0);
        this.options.texts?.set(entry.path, asBuffer(texts.subarray(from, ends[at] ?? from)));
      },
    );
  }

  private load(
    bytes: Buffer,
    isCurrent: (entry: FileEntry, stat: ReturnType<typeof toFileStat>) => boolean,
    took: (entry: FileEntry, at: number) => void,
  ): void {
    const packed = PackedFiles.open(bytes);
    if (packed === undefined) return;
    this.index.load(packed, (entry, stat) => entry.isPending && isCurrent(entry, stat), took);
  }

  /** Takes in a file that nobody has told anything of since it was listed. */
  private readListed(path: string): void {
    const listed = this.pending.at(path);
    if (listed === undefined) return;
    const bytes = this.tryKnown(listed);
    if (bytes === undefined) this.readNow(path);
    else this.put(path, listed.stat, bytes);
  }

  private tryKnown({ path, size }: FileEntry): Buffer | undefined {
    try {
      this.readKnown ??= this.options.readKnown ?? knownReader(this.options.root);
      return this.readKnown(path, size);
    } catch {
      return undefined;
    }
  }

  private put(path: string, stat: FileStat, bytes: Buffer): void {
    const { texts } = this.options;
    this.pending.delete(this.pending.at(path));
    const summary = summarizeBytes(path, bytes);
    this.index.put(path, stat, summary);
    if (isNote(path) && summary !== undefined) texts?.set(path, bytes);
    else texts?.remove(path);
  }

  /** Takes in one file as it is now. One that cannot be read is there, but says nothing. */
  private readNow(path: string): void {
    if (isHidden(path)) return;
    this.pending.delete(this.pending.at(path));
    const { read, stat: statOf, texts } = this.options;
    try {
      if (mayHaveData(path)) {
        const { bytes, stat } = read(path);
        this.put(path, toFileStat(stat), bytes);
        return;
      }
    } catch {
      // Too large, unreadable, or gone meanwhile: its stat says which.
    }
    texts?.remove(path);
    const stat = statOf(path);
    if (stat === undefined) this.forget(path);
    else this.index.setFile(path, stat);
  }

  /**
   * Changes come after the fact. What was read for one of them may have been written later, and be
   * on its way to another path by now. So what is known is compared with what should be there.
   */
  private settle(change: VaultChange): void {
    if (change.kind === 'deleted') return;
    const path = change.kind === 'renamed' ? change.newPath : change.path;
    const files = change.type === 'folder' ? this.index.files.within(path) : [];
    const file = this.index.files.get(path);
    for (const entry of file === undefined ? files : [file]) {
      const stat = this.options.stat(entry.path);
      const known = entry.hasData || !mayHaveData(entry.path);
      if (stat === undefined || entry.isPending) continue;
      if (!known || !isSameFile(entry.stat, toFileStat(stat))) this.readNow(entry.path);
    }
  }

  private remove(path: string, type: VaultChange['type']): void {
    if (type === 'folder') {
      for (const inside of this.pending.within(path)) this.pending.delete(inside);
      this.options.texts?.removeFolder(path);
      this.index.remove(path);
    } else this.forget(path);
  }

  private forget(path: string): void {
    this.pending.delete(this.pending.at(path));
    this.options.texts?.remove(path);
    this.index.remove(path);
  }

  private rename(from: string, to: string, type: VaultChange['type']): void {
    if (isHidden(to)) {
      this.remove(from, type);
      return;
    }
    const unread = this.unreadAfter(from, to, type);
    for (const entry of [...this.pending.within(from), ...this.pending.within(to)]) {
      this.pending.delete(entry);
    }
    this.index.rename(from, to);
    if (type === 'folder') this.options.texts?.renameFolder(from, to);
    else this.options.texts?.rename(from, to);
    for (const path of unread) this.readNow(path);
  }

  /** What must be read when something gets a new path: what was not known, or is another kind now. */
  private unreadAfter(from: string, to: string, type: VaultChange['type']): string[] {
    if (type !== 'folder') {
      const entry = this.index.files.get(from);
      const known = entry?.hasData === true && !entry.isPending;
      return known && mayHaveData(to) ? [] : [to];
    }
    if (isHidden(from)) {
      const inside = [...this.options.files()].filter(
        ({ path, stat }) => stat.type === 'file' && path.startsWith(`${to}/`),
      );
      return inside.map(({ path }) => path);
    }
    return this.pending.within(from).map(({ path }) => to + path.slice(from.length));
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
