import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { createPace } from '../../../../kit/pace.ts';
import { decodeLine, encodeLine } from '../../../store/journal/record.ts';
import type { ContentStat } from '../../../store/vault/stat.ts';
import { openTextBlock, type TextBlock, textSize } from '../../search/text/text-block.ts';
import { openWords, type WordIndex } from '../../search/text/word-index.ts';
import { BlockFiles, type StoredFile } from './block-files.ts';

/** Another number means another layout, or another way to read notes. */
const version = 9;
const magic = 'vaultd index';
const manifestName = 'manifest';

/** The first line of a manifest. A line for each block follows. */
interface Header {
  readonly magic: string;
  readonly version: number;
  readonly vault: string;
  /** Files that changed right before may have changed again unseen. */
  readonly writtenMs: number;
}

/** A block as a manifest has it. */
interface BlockLine {
  readonly texts: StoredFile;
  /** Absent until its notes were scanned. */
  readonly facts?: StoredFile;
  /** Absent until its words were indexed. */
  readonly words?: StoredFile;
  /** Bytes of each text. */
  readonly sizes: readonly number[];
  /** Of each note; empty when it is gone or has changed. */
  readonly paths: readonly string[];
  /** Three numbers for each note: milliseconds, the nanoseconds beyond them, inode. */
  readonly stats: readonly number[];
}

/** A block to be saved. */
export interface UnsavedBlock {
  readonly texts: TextBlock;
  readonly words: WordIndex | undefined;
  /** The path and stat of each note; undefined when it is gone or has changed. */
  readonly notes: readonly (SavedNote | undefined)[];
}

export interface SavedNote {
  readonly path: string;
  readonly stat: ContentStat;
}

/** A block of an earlier process. */
export interface SavedBlock extends UnsavedBlock {
  /** The packed facts of its notes; undefined when there are none. */
  readFacts(): Promise<Uint8Array | undefined>;
}

/** Files that were written this shortly before the snapshot are read again: clocks are coarse. */
const doubtMs = 2000;

export interface SnapshotOptions {
  /** A folder of its own. */
  readonly folder: string;
  readonly vaultId: string;
  readonly now: () => number;
}

/**
 * What the next process can start from: a manifest, and the texts, words and facts of each block in
 * files that are written once. So a save after an edit writes little.
 */
export class Snapshot {
  readonly #options: SnapshotOptions;
  readonly #files: BlockFiles;
  /** Where memory is on disk. */
  readonly #stored = new WeakMap<SharedArrayBuffer, StoredFile>();
  /** Where the facts are that were found in these texts. */
  readonly #factsStored = new WeakMap<SharedArrayBuffer, StoredFile>();
  readonly #factsUnsaved = new WeakMap<SharedArrayBuffer, Uint8Array>();

  constructor(options: SnapshotOptions) {
    this.#options = options;
    this.#files = new BlockFiles(options.folder);
  }

  /** Keeps the packed facts of a block's notes until they are saved. */
  addFacts({ memory }: TextBlock, facts: Uint8Array): void {
    this.#factsUnsaved.set(memory, facts);
  }

  /** The blocks that are whole; none when there is no snapshot of this vault. */
  async open(): Promise<SavedBlock[]> {
    const text = await readFile(join(this.#options.folder, manifestName), 'utf8').catch(() => '');
    const [head = '', ...lines] = text.split('\n');
    const header = tryDecode(head) as Header | undefined;
    const isOurs = header?.magic === magic && header.version === version;
    if (!isOurs || header.vault !== this.#options.vaultId) return [];
    const pace = createPace();
    const blocks: Promise<SavedBlock | undefined>[] = [];
    for (const line of lines) {
      const block = tryDecode(line) as BlockLine | undefined;
      if (block !== undefined) blocks.push(this.#open(block, header.writtenMs - doubtMs));
      if (pace.isDue()) await pace.pause();
    }
    return (await Promise.all(blocks)).filter((block) => block !== undefined);
  }

  async save(blocks: Iterable<UnsavedBlock>): Promise<void> {
    const { vaultId: vault, now } = this.#options;
    const header: Header = { magic, version, vault, writtenMs: now() };
    const lines = [encodeLine(header)];
    const named = new Set([manifestName]);
    for (const block of blocks) {
      const files = await this.#write(block);
      lines.push(encodeLine(toLine(block, files)));
      for (const file of Object.values(files)) named.add(file.name);
    }
    await this.#files.put(manifestName, lines);
    this.#files.prune(named, now());
  }

  /** False when what was read from disk is not what was written there. */
  isWhole(memory: SharedArrayBuffer): boolean {
    return this.#stored.get(memory)?.crc === crc32(Buffer.from(memory));
  }

  async #open(line: BlockLine, beforeMs: number): Promise<SavedBlock | undefined> {
    const [texts, words] = await Promise.all([
      this.#readShared(line.texts),
      line.words && this.#readShared(line.words),
    ]);
    const block = texts && openTextBlock(texts, line.sizes);
    if (block === undefined) return undefined;
    const opened = words && openWords(words);
    if (line.facts !== undefined) this.#factsStored.set(block.memory, line.facts);
    return {
      texts: block,
      words: opened?.noteCount === line.sizes.length ? opened : undefined,
      notes: line.paths.map((path, note) => toNote(line, path, note, beforeMs)),
      readFacts: async () => line.facts && this.#files.readWhole(line.facts),
    };
  }

  async #readShared(file: StoredFile): Promise<SharedArrayBuffer | undefined> {
    const memory = await this.#files.readShared(file);
    if (memory !== undefined) this.#stored.set(memory, file);
    return memory;
  }

  /** Writes what is not on disk yet. */
  async #write({
    texts,
    words,
  }: UnsavedBlock): Promise<Omit<BlockLine, 'sizes' | 'paths' | 'stats'>> {
    const facts = await this.#writeFacts(texts.memory);
    const stored = { texts: await this.#writeShared(texts.memory), ...(facts && { facts }) };
    return words === undefined
      ? stored
      : { ...stored, words: await this.#writeShared(words.memory) };
  }

  async #writeShared(memory: SharedArrayBuffer): Promise<StoredFile> {
    const known = this.#stored.get(memory);
    if (known !== undefined && this.#files.has(known)) return known;
    const file = await this.#files.write(new Uint8Array(memory));
    this.#stored.set(memory, file);
    return file;
  }

  async #writeFacts(texts: SharedArrayBuffer): Promise<StoredFile | undefined> {
    const facts = this.#factsUnsaved.get(texts);
    if (facts !== undefined) {
      this.#factsStored.set(texts, await this.#files.write(facts));
      this.#factsUnsaved.delete(texts);
    }
    const known = this.#factsStored.get(texts);
    // Another process on the same vault may have tidied up.
    return known !== undefined && this.#files.has(known) ? known : undefined;
  }
}

function toLine({ texts, notes }: UnsavedBlock, files: Pick<BlockLine, 'texts'>): BlockLine {
  return {
    ...files,
    sizes: notes.map((_, note) => textSize(texts, note)),
    paths: notes.map((note) => note?.path ?? ''),
    stats: notes.flatMap((note) =>
      note === undefined
        ? [0, 0, 0]
        : [note.stat.mtime, note.stat.mtimeRestNs, note.stat.inode ?? 0],
    ),
  };
}

function toNote(
  { sizes, stats }: BlockLine,
  path: string,
  note: number,
  beforeMs: number,
): SavedNote | undefined {
  const [mtime = 0, mtimeRestNs = 0, inode = 0] = stats.slice(3 * note, 3 * note + 3);
  if (path === '' || mtime >= beforeMs) return undefined;
  return { path, stat: { size: sizes[note] ?? 0, mtime, mtimeRestNs, inode } };
}

/** The checksum vouches for the shape: only we write it. */
function tryDecode(line: string): unknown {
  try {
    return decodeLine(line);
  } catch {
    return undefined;
  }
}
