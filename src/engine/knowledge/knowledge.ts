import { VaultError } from '../../contract/errors.ts';
import { pathsOf, placeOf, type VaultChange } from '../../contract/events.ts';
import { limits } from '../../contract/limits.ts';
import { isNote, joinPath, parseVaultPath, type VaultPath } from '../../contract/paths.ts';
import type { Log } from '../../kit/log.ts';
import type { Root } from '../store/vault/anchor.ts';
import { type FileContent, readFileNow } from '../store/vault/disk.ts';
import { hashOf } from '../store/vault/hash.ts';
import { openWatcher, type Watcher, type WatcherStatus } from '../watch/watch.ts';
import type { FileTable } from './index/file-table.ts';
import { LiveIndex } from './index/live-index.ts';
import type { NoteIndex } from './index/note-index.ts';
import { createLiveSettings, type LiveSettings, type VaultSettings } from './index/settings.ts';
import { Linter } from './lint/linter.ts';
import type { Search } from './search/create-search.ts';

export interface KnowledgeStatus {
  readonly state: 'building' | 'ready';
  readonly notes: number;
  readonly files: number;
  /** Notes that are still to be read. */
  readonly pending: number;
  /** Grows with every change. */
  readonly epoch: number;
  readonly watch: WatcherStatus;
}

/** What can be asked as soon as it is known which files there are. */
export interface Paths {
  readonly files: FileTable;
  readonly settings: VaultSettings;
}

/** What can be asked as soon as the text of every note is there. */
export interface Texts extends Paths {
  readonly search: Search;
}

/** What is known of a vault. */
export interface Facts extends Texts {
  readonly index: NoteIndex;
  readonly linter: Linter;
}

/**
 * What is known of the vault, kept in step with the disk. All of it can be made again. It comes in
 * stages, and each question waits for the stage that it needs. An answer is as fresh as the disk
 * was at the call, or fresher.
 */
export interface Knowledge {
  readonly watcher: Watcher;
  /** Resolves when it is known which files there are. */
  paths(): Promise<Paths>;
  /** Resolves when the texts of all notes are there. */
  texts(): Promise<Texts>;
  /** Resolves when also all is known that the notes say: links, tags, properties, words. */
  facts(): Promise<Facts>;
  /** The same, but after this time with what is known by then, if anything is. */
  factsWithin(budgetMs: number): Promise<Facts | undefined>;
  status(): KnowledgeStatus;
  close(): Promise<void>;
}

export interface KnowledgeOptions {
  readonly root: Root;
  readonly vaultId: string;
  /** The state folder of the vault: for the snapshot, and for cookies of the watcher. */
  readonly folder: string;
  readonly now: () => number;
  readonly log: Log;
  /** Called as soon as a change is in the tree. */
  readonly seen: (changes: readonly VaultChange[]) => void;
  /** Called after a change is in the index and the search. */
  readonly emit: (changes: readonly VaultChange[]) => void;
}

const configFolder = parseVaultPath('.obsidian');
const ignoreFile = parseVaultPath('.vaultdignore');

export function openKnowledge(options: KnowledgeOptions): Knowledge {
  const { root, vaultId, folder, now, log, seen, emit } = options;
  const read = (path: VaultPath): FileContent => readFileNow(root, path, limits.noteBytesMax);
  const settings = createLiveSettings((name) => readJson(() => read(joinPath(configFolder, name))));
  const watcher = openWatcher({
    root,
    cookieDir: `${folder}/markers`,
    // Touching a file is no change while the bytes stay the same.
    hasKnownContent: (path) => {
      const known = live.search.textOf(path);
      return known !== undefined && known === readText(() => read(path));
    },
    log: (message, cause) => log.warn(message, cause === undefined ? {} : { cause: String(cause) }),
    nowMs: now,
    emit(changes) {
      seen(changes);
      live.apply(changes);
      const paths = changes.flatMap(pathsOf);
      // The ignore file changes what may be counted, without a change of any note.
      const isReset = settings.reload(paths) || paths.some((path) => path === ignoreFile);
      if (isReset) live.index.invalidateLinks();
      linter.changed(changes);
      emit(addHashes(changes, (path) => live.search.textOf(path)));
    },
  });

  // It begins at once, and the snapshot is read while the vault is scanned.
  const live = new LiveIndex({
    vaultId,
    root: root.real,
    snapshotFolder: `${folder}/index`,
    listed: watcher.ready,
    files: () => watcher.tree.entries(),
    stat: (path) => watcher.tree.stat(parseVaultPath(path)),
    read: (path) => read(parseVaultPath(path)),
    linksToAnyFile: () => settings.current.showUnsupportedFiles,
    isStarred: (path) => settings.current.starred.has(path),
    now,
  });
  const linter = new Linter({
    index: live.index,
    textOf: (path) => live.textOf(path),
    isThere: (path) => watcher.tree.stat(parseVaultPath(path)) !== undefined,
    isExcluded: (path) => settings.current.isExcluded(path),
  });

  return {
    watcher,
    ...createStages({ live, linter, watcher, settings }),
    status: () => ({
      state: live.isListed && live.pendingCount === 0 ? 'ready' : 'building',
      notes: live.index.files.noteCount,
      files: live.index.files.size,
      pending: live.pendingCount,
      epoch: live.index.epoch,
      watch: watcher.status(),
    }),
    async close() {
      watcher.close();
      await live.close();
    },
  };
}

interface StageParts {
  readonly live: LiveIndex;
  readonly linter: Linter;
  readonly watcher: Watcher;
  readonly settings: LiveSettings;
}

/** Each stage waits for the index to reach it, and for the changes on disk so far. */
function createStages({
  live,
  linter,
  watcher,
  settings,
}: StageParts): Pick<Knowledge, 'facts' | 'factsWithin' | 'paths' | 'texts'> {
  const toPaths = (): Paths => ({ files: live.index.files, settings: settings.current });
  const toTexts = (): Texts => ({ ...toPaths(), search: live.search });
  const toFacts = (): Facts => ({ ...toTexts(), index: live.index, linter });
  const settled = async (stage: Promise<void>): Promise<void> => {
    await stage;
    if (!live.isListed) throw closedEarly();
    await watcher.settled();
  };
  const facts = async (): Promise<Facts> => {
    await settled(live.facts);
    return toFacts();
  };

  return {
    async paths() {
      await settled(live.paths);
      return toPaths();
    },
    async texts() {
      await settled(live.texts);
      return toTexts();
    },
    facts,
    async factsWithin(budgetMs) {
      const late = new Promise<undefined>((resolve) => {
        setTimeout(resolve, budgetMs, undefined).unref();
      });
      const known = await Promise.race([facts(), late]);
      return known ?? (live.isListed ? toFacts() : undefined);
    },
  };
}

/** An empty answer would be wrong, because nothing was scanned. */
function closedEarly(): VaultError {
  return new VaultError('unavailable', 'The vault was closed before its files were known.', {
    hint: 'Open it again.',
  });
}

/** The notes that changed have just been read. Only the first are hashed, as thousands would take long. */
function addHashes(
  changes: readonly VaultChange[],
  textOf: (path: VaultPath) => string | undefined,
): readonly VaultChange[] {
  let hashed = 0;
  return changes.map((change) => {
    const path = placeOf(change);
    const { kind, type } = change;
    if (change.hash || kind === 'deleted' || type !== 'file' || !isNote(path)) return change;
    if (++hashed > limits.changesHashedMax) return change;
    const text = textOf(path);
    // The bytes of invalid UTF-8 cannot be restored from the text.
    return text === undefined || text.includes('\uFFFD')
      ? change
      : { ...change, hash: hashOf(Buffer.from(text)) };
  });
}

function readText(read: () => FileContent): string | undefined {
  try {
    return read().bytes.toString('utf8');
  } catch {
    return undefined;
  }
}

/** A settings file that is missing or damaged says nothing. */
function readJson(read: () => FileContent): unknown {
  try {
    return JSON.parse(read().bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
