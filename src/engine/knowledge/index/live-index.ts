import { setTimeout as wait } from 'node:timers/promises';
import { placeOf, type VaultChange } from '../../../contract/events.ts';
import { isHidden, isNote } from '../../../contract/paths.ts';
import { collectGarbageSoon } from '../../../kit/collect-garbage.ts';
import { KnownFiles } from '../../store/vault/known-files.ts';
import { mayHaveData } from './facts/summary.ts';
import {
  type FileEntry,
  type FileStat,
  type IndexStat,
  isSameFile,
  toFileStat,
} from './file-entry.ts';
import { readFiles } from './first-reading.ts';
import { NoteIndex } from './note-index.ts';
import { PendingFiles } from './pending-files.ts';
import { type Batch, type KnownReader, type ReadFile, summarizeBytes } from './read-batch.ts';
import { EarlyRestore, type Listing, unreadAtMost } from './snapshot/early-restore.ts';
import { PackedFiles } from './snapshot/packed-files.ts';
import {
  openSaved,
  type Restoring,
  restAfterMs,
  restoreIndex,
  type Saved,
} from './snapshot/restore-index.ts';
import { saveIndex } from './snapshot/save-index.ts';
import type { ListedFile } from './snapshot/saved-places.ts';
import { TextFiles } from './snapshot/text-files.ts';
import type { TextKeeper } from './snapshot/text-keeper.ts';

export interface LiveIndexOptions {
  readonly vaultId: string;
  /** The vault's folder, for threads that read many files. */
  readonly root: string;
  /** Where the snapshot lies; without it there is none. */
  readonly snapshotPath?: string | undefined;
  /** Every entry of the vault, some at a time. Links are not followed, folders and hidden files passed over. */
  files(): Iterable<readonly ListedFile[]>;
  /** Where files are not listed yet: then the snapshot is taken over meanwhile. */
  readonly listing?: Listing | undefined;
  /** One file of the vault; undefined when there is none. */
  stat(path: string): IndexStat | undefined;
  readonly read: ReadFile;
  /** The same where sizes are known, for the first reading. */
  readonly known?: KnownReader;
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
const unpackEveryMs = 10;

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
  private giveUp = () => {};
  private readonly closing = new Promise<void>((resolve) => {
    this.giveUp = resolve;
  });
  private hasList = false;
  private known: KnownReader | undefined;
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
    this.ready = this.start(this.openSaved());
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

  /** Whether it is known which files there are. */
  get isListed(): boolean {
    return this.hasList;
  }

  /** How many files are still to be read. */
  get pendingCount(): number {
    return this.pending.count;
  }

  /** Takes in what happened, in order. Afterwards answers are those of the new state. */
  apply(changes: readonly VaultChange[]): void {
    // What happens before the files are listed shows in the list.
    if (!this.hasList) return;
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
    const { index, textFiles } = this;
    const { epoch } = index;
    await saveIndex(snapshotPath, { index, texts, textFiles, vaultId, nowMs: now() });
    this.savedEpoch = epoch;
  }

  /** Ends the first reading where it is and saves what is known. */
  async close(): Promise<void> {
    const { isListed } = this;
    this.closed = true;
    this.giveUp();
    clearTimeout(this.saveTimer);
    await this.ready;
    // A list that was ended early is no knowledge.
    if (isListed) await this.save();
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

  private openSaved(): Saved | undefined {
    const { snapshotPath, vaultId } = this.options;
    if (snapshotPath === undefined || this.textFiles === undefined) return undefined;
    return openSaved(snapshotPath, vaultId, this.textFiles);
  }

  private async beginEarly(saved: Saved | undefined): Promise<EarlyRestore | undefined> {
    const { listing, texts } = this.options;
    if (saved === undefined || listing === undefined || texts === undefined) return undefined;
    return EarlyRestore.begin(saved, { ...this.restoring(), texts });
  }

  private async start(saved: Saved | undefined): Promise<void> {
    const { listing } = this.options;
    const early = await this.beginEarly(saved);
    if (listing !== undefined) await Promise.race([listing.done, this.closing]);
    // Without a list nothing is known, and one that was given up may never come.
    if (listing !== undefined && this.closed) return;
    if (early !== undefined && listing !== undefined) this.restoreEarly(early, listing);
    else {
      this.list();
      if (saved !== undefined) await this.restore(saved);
    }
    const files = this.pending.within('');
    await readFiles({
      root: this.options.root,
      files,
      inThreads: files.length > (this.options.inlineFilesMax ?? inlineFilesAtMost),
      withTexts: this.options.texts !== undefined,
      readHere: (file) => this.readListed(file),
      rest: () => this.known?.rest(),
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

  private list(): void {
    for (const run of this.options.files()) {
      for (const { path, stat } of run) {
        if (stat.type !== 'file' || isHidden(path)) continue;
        const entry = this.index.addFile(path, stat);
        if (mayHaveData(path)) this.pending.add(entry);
      }
    }
    this.hasList = true;
  }

  /** Takes from the snapshot what is still as it was. */
  private async restore(saved: Saved): Promise<void> {
    if (await restoreIndex(saved, this.restoring())) this.savedEpoch = this.index.epoch;
  }

  private restoring(): Restoring {
    const { index, pending, textFiles } = this;
    return {
      ...{ index, pending, textFiles, texts: this.options.texts },
      isStopped: () => this.closed,
      readNow: (path) => this.readNow(path),
    };
  }

  /** The same where texts were taken over already. They are complete afterwards, and the index when somebody looks. */
  private restoreEarly(early: EarlyRestore, { folders }: Listing): void {
    const unread = early.compare(folders());
    const filling = early.fill(this.options.files());
    this.hasList = true;
    if (unread.length > unreadAtMost) {
      this.index.fillLater(filling);
      this.index.fill();
      return;
    }
    this.index.fillLater(this.fillAndRead(filling));
    early.readTexts(unread, this.options.read);
    if (unread.length === 0) this.savedEpoch = this.index.epoch;
  }

  private *fillAndRead(filling: Generator<void, void>): Generator<void, void> {
    yield* filling;
    for (const { path } of this.pending.within('')) {
      this.readNow(path);
      yield;
    }
  }

  /** Takes in files that a thread has read, unless something newer is known. */
  private take({ packed, texts, ends }: Batch): void {
    const files = PackedFiles.open(asBuffer(packed));
    if (files === undefined) return;
    const isPending = (entry: FileEntry) => entry.isPending;
    this.index.load(files, isPending, (entry, at) => {
      this.pending.delete(entry);
      if (!entry.hasData || !isNote(entry.path)) return;
      const from = at === 0 ? 0 : (ends[at - 1] ?? 0);
      this.options.texts?.set(entry.path, asBuffer(texts.subarray(from, ends[at] ?? from)));
    });
  }

  /** Takes in a file that nobody has told anything of since it was listed. */
  private readListed(listed: FileEntry): void {
    const bytes = this.tryKnown(listed);
    if (bytes === undefined) this.readNow(listed.path);
    else this.put(listed.path, listed.stat, bytes);
  }

  private tryKnown({ path, size }: FileEntry): Buffer | undefined {
    try {
      this.known ??= this.options.known ?? new KnownFiles(this.options.root);
      return this.known.read(path, size);
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
    const path = placeOf(change);
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
      const inside = [...this.options.files()]
        .flat()
        .filter(({ path, stat }) => stat.type === 'file' && path.startsWith(`${to}/`));
      return inside.map(({ path }) => path);
    }
    return this.pending.within(from).map(({ path }) => to + path.slice(from.length));
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
