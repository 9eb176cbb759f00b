import type { VaultChange } from '../../../contract/events.ts';
import { searchLimits } from '../../../contract/limits.ts';
import { isHidden, isNote } from '../../../contract/paths.ts';
import { collectGarbageSoon } from '../../../kit/collect-garbage.ts';
import { createPace } from '../../../kit/pace.ts';
import { untilIdle } from '../../../kit/until-idle.ts';
import { KnownFiles } from '../../store/vault/known-files.ts';
import { createSearch, type Search } from '../search/create-search.ts';
import type { Analyser } from '../search/text/analysis.ts';
import type { LiveBlock } from '../search/text/note-store.ts';
import { mayHaveData, summarize } from './facts/summary.ts';
import { FileEntry, isSameFile, toFileStat } from './file-entry.ts';
import { FileTable } from './file-table.ts';
import { LiveNotes, type LiveNotesOptions } from './live-notes.ts';
import type { NoteIndex } from './note-index.ts';
import { readBlocks, type SmallReader } from './read-blocks.ts';
import { unpackFacts } from './snapshot/packed-facts.ts';
import { type SavedBlock, Snapshot, type UnsavedBlock } from './snapshot/snapshot.ts';

export interface LiveIndexOptions extends LiveNotesOptions {
  readonly vaultId: string;
  /** The vault's folder. */
  readonly root: string;
  /** Where the snapshot is; without it there is none. */
  readonly snapshotFolder?: string | undefined;
  /** Resolves when `files` knows every file. */
  readonly listed: Promise<void>;
  /** Reads many small files, in place of our own reader. */
  readonly reader?: SmallReader;
  /** Analyses notes, in place of threads. */
  readonly analyser?: Analyser;
  readonly now: () => number;
  /** Up to this many notes are analysed in this thread. */
  readonly inlineNotesMax?: number;
}

/** How long after a change the snapshot is written; a little longer where there are many notes. */
const saveAfterMs = 1000;
const saveAfterMsPerNote = 0.01;
/** How often a list that changes while it is made is started again; then it is made without pauses. */
const listTriesMax = 3;
/** The sums of a snapshot are checked after the first questions. */
const checkAfterMs = 500;

/** The index of a vault from its start to its end: snapshot, texts, facts, every change. */
export class LiveIndex {
  readonly index: NoteIndex;
  readonly search: Search;
  /** Resolves when it is known which files there are. */
  readonly paths: Promise<void>;
  /** Resolves when the text of every note is there. */
  readonly texts: Promise<void>;
  readonly #options: LiveIndexOptions;
  readonly #notes: LiveNotes;
  readonly #snapshot: Snapshot | undefined;
  readonly #facts: Promise<void>;
  /** Facts on their way into the index. */
  #loading: Promise<void> = Promise.resolve();
  #saving: Promise<void> = Promise.resolve();
  #saveTimer: NodeJS.Timeout | undefined;
  #isDirty = false;
  #changes = 0;
  #isListed = false;
  #isClosed = false;
  #giveUp = () => {};
  #beginFacts = () => {};
  #wantsFacts = false;

  constructor(options: LiveIndexOptions) {
    const { snapshotFolder: folder, vaultId, now, analyser } = options;
    this.#options = options;
    this.#snapshot = folder === undefined ? undefined : new Snapshot({ folder, vaultId, now });
    this.search = createSearch({
      ...(analyser && { analyser }),
      onFacts: (block, facts) => this.#takeFacts(block, facts),
      onWords: () => this.#changed(),
    });
    this.#notes = new LiveNotes(options, this.search);
    this.index = this.#notes.index;
    // Read while the files are listed.
    const saved = this.#snapshot?.open() ?? Promise.resolve([]);
    this.paths = this.#readPaths();
    const restored = this.paths.then(async () => this.#readTexts(await saved));
    this.texts = restored.then(() => {});
    const begun = new Promise<void>((resolve) => {
      this.#beginFacts = resolve;
    });
    this.#facts = restored.then(async (blocks) => {
      // Threads compete with this one, so what waited for the texts is answered first.
      await Promise.race([begun, untilIdle()]);
      await this.#readFacts(blocks);
    });
    // A failure reaches those who await the stage.
    for (const stage of [this.paths, this.texts, this.#facts]) stage.catch(() => {});
  }

  /** Resolves when all that notes say is known. */
  get facts(): Promise<void> {
    this.#wantsFacts = true;
    this.#beginFacts();
    return this.#facts;
  }

  /** The text of a note or another file, from memory where it is there. */
  textOf(path: string): string | undefined {
    return this.#notes.textOf(path);
  }

  /** Whether it is known which files there are. */
  get isListed(): boolean {
    return this.#isListed;
  }

  /** How many files are still to be read. */
  get pendingCount(): number {
    return this.#notes.pending.size;
  }

  /** Applies changes in order. Afterwards answers are those of the new state. */
  apply(changes: readonly VaultChange[]): void {
    this.#changes++;
    // What happens before the files are listed shows in the list.
    if (!this.#isListed) return;
    this.#notes.apply(changes);
    this.#changed();
  }

  /** Writes the snapshot when something is different from the last one. */
  save(): Promise<void> {
    this.#saving = this.#saving.catch(() => {}).then(() => this.#save());
    return this.#saving;
  }

  /** Stops what is under way, and saves what is known. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#saveTimer);
    this.#giveUp();
    await this.search.close();
    await this.facts.catch(() => {});
    // A list that was stopped early must not be saved.
    if (this.#isListed) await this.save().catch(() => {});
  }

  async #save(): Promise<void> {
    if (!this.#isDirty || this.#snapshot === undefined) return;
    this.#isDirty = false;
    await this.#snapshot.save(this.#unsaved());
  }

  #changed(): void {
    this.#isDirty = true;
    if (this.#snapshot === undefined || this.#isClosed || this.#saveTimer !== undefined) return;
    this.#saveTimer = setTimeout(
      () => {
        this.#saveTimer = undefined;
        // A full disk is no reason to fail: the next start reads more files.
        this.save().catch(() => {});
      },
      saveAfterMs + saveAfterMsPerNote * this.index.files.noteCount,
    );
    this.#saveTimer.unref();
  }

  *#unsaved(): Generator<UnsavedBlock, void> {
    for (const block of this.search.blocks()) {
      const { texts, words } = block;
      const notes = this.search.pathsIn(block).map((path) => {
        const file = path === undefined ? undefined : this.index.files.get(path);
        return file && { path: file.path, stat: file.stat };
      });
      yield { texts, words, notes };
    }
  }

  async #readPaths(): Promise<void> {
    const closing = new Promise<void>((resolve) => {
      this.#giveUp = resolve;
    });
    // A list that is given up may never come.
    await Promise.race([this.#options.listed, closing]);
    await this.#list();
  }

  /** Texts first: those of the snapshot, then those of files that are not as they were. */
  async #readTexts(saved: readonly SavedBlock[]): Promise<readonly RestoredBlock[]> {
    const restored = await this.#restore(saved);
    await this.#readRest();
    return restored;
  }

  /** Lists the files, with pauses for other requests; a change in a pause starts it again. */
  async #list(): Promise<void> {
    const { unread, pending } = this.#notes;
    for (let tries = 0; !this.#isListed && !this.#isClosed; tries++) {
      const begun = this.#changes;
      const table = new FileTable();
      const pace = createPace();
      unread.clear();
      for (const run of this.#options.files()) {
        for (const { path, stat } of run) {
          if (stat.type !== 'file' || isHidden(path)) continue;
          const entry = new FileEntry(path, toFileStat(stat));
          table.add(entry);
          if (mayHaveData(path)) unread.add(entry);
        }
        if (tries < listTriesMax && pace.isDue()) await pace.pause();
        if (this.#changes !== begun) break;
      }
      if (this.#changes !== begun) continue;
      this.index.setFiles(table);
      for (const entry of unread) pending.add(entry);
      this.#isListed = true;
    }
  }

  /** Restores texts from the snapshot where the files are unchanged. */
  async #restore(saved: readonly SavedBlock[]): Promise<RestoredBlock[]> {
    const { unread } = this.#notes;
    const pace = createPace();
    const restored: RestoredBlock[] = [];
    for (const { texts, words, notes, readFacts } of saved) {
      if (this.#isClosed) break;
      if (pace.isDue()) await pace.pause();
      const paths = notes.map((note) => {
        const file = note && this.index.files.get(note.path);
        const isSame = file !== undefined && note !== undefined && isSameFile(file.stat, note.stat);
        return isSame && unread.delete(file) ? file.path : undefined;
      });
      restored.push({ block: this.search.addBlock(texts, words, paths), readFacts });
    }
    if (restored.length > 0) setTimeout(() => void this.#check(restored), checkAfterMs).unref();
    return restored;
  }

  /** Reads the texts that are not there yet: many into blocks, few one by one. */
  async #readRest(): Promise<void> {
    const { unread } = this.#notes;
    const { inlineNotesMax = searchLimits.looseNotesMax } = this.#options;
    const files = [...unread].filter(({ path }) => isNote(path));
    if (files.length > inlineNotesMax) await this.#readMany(files);
    const pace = createPace();
    for (const file of files) {
      if (this.#isClosed) return;
      if (unread.has(file)) this.#notes.readText(file);
      if (pace.isDue()) await pace.pause();
    }
    if (files.length > 0) this.#changed();
  }

  async #readMany(files: readonly FileEntry[]): Promise<void> {
    const { unread } = this.#notes;
    const blocks = readBlocks({
      reader: this.#options.reader ?? new KnownFiles(this.#options.root),
      files,
      isWanted: (file) => unread.has(file),
      isStopped: () => this.#isClosed,
    });
    for await (const { texts, files: read, binary } of blocks) {
      const paths = read.map((file) => (unread.delete(file) ? file.path : undefined));
      const block = this.search.addBlock(texts, undefined, paths);
      // Where facts are waited for, threads scan what has been read while the rest is read.
      if (this.#wantsFacts) void this.search.scan([block]);
      for (const file of binary) this.#notes.markComplete(file);
    }
  }

  /** Facts second: those of the snapshot, those that threads find in texts, then the rest. */
  async #readFacts(restored: readonly RestoredBlock[]): Promise<void> {
    for (const { block, readFacts } of restored) {
      const facts = await readFacts();
      if (facts !== undefined) await this.#load(block, facts);
      if (block.words === undefined) block.facts = facts;
      if (this.#isClosed) return;
    }
    await this.search.scan(this.search.blocks());
    await this.#loading;
    const pace = createPace();
    for (const file of this.#notes.pending) {
      if (this.#isClosed) return;
      this.#scan(file);
      if (pace.isDue()) await pace.pause();
    }
    void this.search.indexBlocks().then(collectGarbageSoon);
  }

  /** What a note says whose text is there already, and what any other file says. */
  #scan(file: FileEntry): void {
    const text = isNote(file.path) ? this.search.textOf(file.path) : undefined;
    const summary = text === undefined ? undefined : summarize(file.path, text);
    if (summary === undefined) this.#notes.readNow(file.path);
    else this.index.put(file.path, file.stat, summary);
    this.#notes.markComplete(file);
  }

  #takeFacts(block: LiveBlock, facts: Uint8Array): void {
    this.#snapshot?.addFacts(block.texts, facts);
    this.#changed();
    this.#loading = this.#loading.then(() => this.#load(block, facts));
  }

  /** Puts the packed facts of a block's notes into the index, where they are still wanted. */
  async #load(block: LiveBlock, facts: Uint8Array): Promise<void> {
    const { pending } = this.#notes;
    const pace = createPace();
    for (const { first, facts: words, notes } of unpackFacts(facts)) {
      const shared = { ...words, links: [], tags: [], keys: [] };
      notes.forEach((note, at) => {
        const file = this.index.files.get(this.search.pathIn(block, first + at) ?? '');
        if (file === undefined || !pending.delete(file)) return;
        this.index.setFacts(file, note, words, shared);
      });
      if (this.#isClosed) return;
      if (pace.isDue()) await pace.pause();
    }
  }

  /** Blocks that the disk has damaged are read from the files again. */
  async #check(restored: readonly RestoredBlock[]): Promise<void> {
    const pace = createPace();
    for (const { block } of restored) {
      if (this.#isClosed) return;
      const memories = [block.texts.memory, ...(block.words ? [block.words.memory] : [])];
      const isWhole = memories.every((memory) => this.#snapshot?.isWhole(memory));
      for (const path of isWhole ? [] : this.search.pathsIn(block)) {
        if (path !== undefined) this.#notes.readNow(path);
        if (pace.isDue()) await pace.pause();
      }
      if (pace.isDue()) await pace.pause();
    }
  }
}

/** A block that was restored from the snapshot. */
interface RestoredBlock extends Pick<SavedBlock, 'readFacts'> {
  readonly block: LiveBlock;
}
