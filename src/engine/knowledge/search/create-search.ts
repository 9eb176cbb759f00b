import { searchCore } from './core/core-search.ts';
import { searchRanked } from './ranked/ranked-search.ts';
import { findSimilar } from './ranked/similar-notes.ts';
import { createRegexRunner } from './regex/regex-runner.ts';
import { searchRegex } from './regex/regex-search.ts';
import { type Analyser, threadedAnalyser } from './text/analysis.ts';
import { Compactor } from './text/compactor.ts';
import { type LiveBlock, NoteStore } from './text/note-store.ts';
import type { TextBlock } from './text/text-block.ts';
import { searchText } from './text/text-search.ts';
import type { WordIndex } from './text/word-index.ts';
import type {
  CoreSearchQuery,
  PageOfHits,
  RankedHit,
  RankedQuery,
  RegexQuery,
  SearchScope,
  SimilarNote,
  TextHit,
  TextQuery,
} from './types.ts';

export interface SearchOptions {
  /** Analyses notes: in threads, unless said otherwise. */
  readonly analyser?: Analyser;
  /** The notes of a block have been scanned; these are their packed facts. */
  readonly onFacts?: (block: LiveBlock, facts: Uint8Array) => void;
  /** A block has got its words. */
  readonly onWords?: (block: LiveBlock) => void;
}

/** The texts of all notes in memory, and searches over them. Knows nothing of files. */
export interface Search {
  /** Adds a new note or a new version of one. Bytes must not be changed afterwards. */
  set(path: string, content: string | Buffer): void;
  /** Adds many new notes, with the path of each; those without one, or known already, are left out. */
  addBlock(
    texts: TextBlock,
    words: WordIndex | undefined,
    paths: readonly (string | undefined)[],
  ): LiveBlock;
  remove(path: string): void;
  rename(from: string, to: string): void;
  removeFolder(folder: string): void;
  renameFolder(from: string, to: string): void;
  has(path: string): boolean;
  /** The text of a note. */
  textOf(path: string): string | undefined;
  /** Notes that contain all terms, in the order of their paths. */
  text(query: TextQuery, scope?: SearchScope): Promise<PageOfHits<TextHit>>;
  /** Notes whose text matches a pattern, in the order of their paths. */
  regex(query: RegexQuery, scope?: SearchScope): Promise<PageOfHits<TextHit>>;
  /** Notes that fulfil a query in Obsidian's own search language, in the order of their paths. */
  core(query: CoreSearchQuery, scope?: SearchScope): Promise<PageOfHits<TextHit>>;
  /** The best notes for some words, best first. */
  ranked(query: RankedQuery, scope?: SearchScope): Promise<PageOfHits<RankedHit>>;
  /** The notes with the words of a note, best first, without it. */
  similar(path: string, limit: number, scope?: SearchScope): Promise<SimilarNote[]>;
  /** All blocks; notes that are in none are loose. */
  blocks(): readonly LiveBlock[];
  /** The path of each note of a block; undefined for notes that have changed or are gone since. */
  pathsIn(block: LiveBlock): (string | undefined)[];
  /** The path of one note of a block. */
  pathIn(block: LiveBlock, note: number): string | undefined;
  /** Has the notes of those blocks scanned that are not indexed yet. Resolves when all were tried. */
  scan(blocks: readonly LiveBlock[]): Promise<void>;
  /** Has the words of these blocks indexed. Resolves when all were tried. */
  indexBlocks(): Promise<void>;
  /** Counts and sizes, for benchmarks and tests. */
  stats(): SearchStats;
  /** Resolves when every note is indexed. Searches are right at any time. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface SearchStats {
  readonly notes: number;
  readonly bytes: number;
  readonly blocks: number;
  /** Memory of all blocks, texts and words. */
  readonly blockBytes: number;
  /** Notes that are not indexed yet and are read by every search. */
  readonly loose: number;
}

export function createSearch({
  analyser = threadedAnalyser(),
  onFacts = () => {},
  onWords = () => {},
}: SearchOptions = {}): Search {
  const store = new NoteStore();
  const compactor = new Compactor({ store, analyser, onFacts, onWords });
  const runner = createRegexRunner();
  const changing =
    <Args extends readonly unknown[]>(change: (...args: Args) => unknown) =>
    (...args: Args): void => {
      change(...args);
      compactor.changed();
    };
  return {
    set: changing((path: string, content: string | Buffer) =>
      store.set(path, typeof content === 'string' ? Buffer.from(content) : content),
    ),
    addBlock: (texts, words, paths) => store.add(texts, words, paths),
    remove: changing((path: string) => store.remove(path)),
    rename: changing((from: string, to: string) => store.rename(from, to)),
    removeFolder: changing((folder: string) => store.removeFolder(folder)),
    renameFolder: changing((from: string, to: string) => store.renameFolder(from, to)),
    has: (path) => store.slotOf(path) !== undefined,
    textOf: (path) => store.noteAt(store.slotOf(path) ?? -1)?.text,
    text: (query, scope = {}) => searchText(store, query, scope),
    regex: (query, scope = {}) => searchRegex(store, runner, query, scope),
    core: (query, scope = {}) => searchCore(store, runner, query, scope),
    ranked: (query, scope = {}) => searchRanked(store, query, scope),
    similar: (path, limit, scope = {}) => findSimilar(store, path, limit, scope),
    blocks: () => [...store.blocks],
    pathsIn: ({ slots }) => Array.from(slots, (slot) => store.pathOf(slot)),
    pathIn: ({ slots }, note) => store.pathOf(slots[note] ?? -1),
    scan: (blocks) => compactor.scan(blocks),
    indexBlocks: () => compactor.indexBlocks(),
    stats: () => statsOf(store),
    settle: () => compactor.settle(),
    close: async () => {
      await Promise.all([compactor.close(), runner.close()]);
    },
  };
}

function statsOf(store: NoteStore): SearchStats {
  const blocks = [...store.blocks];
  return {
    notes: store.count,
    bytes: store.bytes,
    blocks: blocks.length,
    blockBytes: blocks.reduce(
      (sum, { texts, words }) => sum + texts.memory.byteLength + (words?.memory.byteLength ?? 0),
      0,
    ),
    loose: store.loose.size,
  };
}
