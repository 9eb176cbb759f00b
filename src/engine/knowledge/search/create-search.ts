import { searchLimits } from '../../../contract/limits.ts';
import { searchCore } from './core/core-search.ts';
import { searchRanked } from './ranked/ranked-search.ts';
import { createRegexRunner } from './regex/regex-runner.ts';
import { searchRegex } from './regex/regex-search.ts';
import { LooseSegment } from './text/loose-segment.ts';
import { NoteStore } from './text/note-store.ts';
import { openSegment } from './text/segment.ts';
import { SegmentKeeper, threadedBuilder } from './text/segment-keeper.ts';
import type { SegmentRequest } from './text/segment-request.ts';
import { searchText } from './text/text-search.ts';
import type {
  CoreSearchQuery,
  NoteFields,
  PageOfHits,
  RankedHit,
  RankedQuery,
  RegexQuery,
  SearchScope,
  TextHit,
  TextQuery,
} from './types.ts';

export interface SearchOptions {
  /** Headings, tags and aliases of a note, as it is now. */
  fieldsOf?(path: string): NoteFields | undefined;
  /** Where segments of the index are built: in a thread, unless said otherwise. */
  build?(request: SegmentRequest): Promise<SharedArrayBuffer>;
}

/** The texts of all notes in memory, and searches over them. Knows nothing of files. */
export interface Search {
  /** Takes in a new note or a new version of one. Bytes must not be changed afterwards. */
  set(path: string, content: string | Buffer): void;
  remove(path: string): void;
  rename(from: string, to: string): void;
  removeFolder(folder: string): void;
  renameFolder(from: string, to: string): void;
  has(path: string): boolean;
  /** The text of a note as it was taken in. */
  textOf(path: string): string | undefined;
  /** The same path as it is kept here; undefined when there is no such note. */
  keyOf(path: string): string | undefined;
  /** Notes in which all terms stand, in the order of their paths. */
  text(query: TextQuery, scope?: SearchScope): Promise<PageOfHits<TextHit>>;
  /** Notes whose text matches a pattern, in the order of their paths. */
  regex(query: RegexQuery, scope?: SearchScope): Promise<PageOfHits<TextHit>>;
  /** Notes that fulfil a query in Obsidian's own search language, in the order of their paths. */
  core(query: CoreSearchQuery, scope?: SearchScope): Promise<PageOfHits<TextHit>>;
  /** The best notes for some words, best first. */
  ranked(query: RankedQuery, scope?: SearchScope): Promise<PageOfHits<RankedHit>>;
  /** Memory that another process can take over, with the path of each note in it. */
  pack(): Promise<readonly PackedNotes[]>;
  /** Takes over what a process packed, as far as it is not known, and wanted by its number there. */
  adopt(packed: PackedNotes, isWanted: (note: number, bytes: number) => boolean): void;
  /** Forgets what is still in a memory that was taken over; gives the paths. */
  disown(memory: SharedArrayBuffer): string[];
  /** How much there is, and in how many pieces. */
  stats(): SearchStats;
  /** Resolves when all that was taken in is indexed. Searches are right at any time. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Some thousand notes in one memory. */
export interface PackedNotes {
  readonly memory: SharedArrayBuffer;
  /** Undefined for notes that have changed or are gone since. */
  readonly paths: readonly (string | undefined)[];
}

export interface SearchStats {
  readonly notes: number;
  readonly bytes: number;
  readonly segments: number;
  /** Memory of all segments, texts included. */
  readonly segmentBytes: number;
  /** Notes that are not indexed yet and are read by every search. */
  readonly loose: number;
}

export function createSearch({ fieldsOf = () => undefined, build }: SearchOptions = {}): Search {
  const store = new NoteStore();
  const builder = build === undefined ? threadedBuilder() : { build, close: async () => undefined };
  const keeper = new SegmentKeeper(store, builder, fieldsOf);
  const loose = new LooseSegment(store, fieldsOf);
  const runner = createRegexRunner();
  const changing =
    <Args extends readonly unknown[]>(change: (...args: Args) => unknown) =>
    (...args: Args): void => {
      change(...args);
      keeper.changed();
    };
  return {
    set: changing((path: string, content: string | Buffer) =>
      store.set(path, typeof content === 'string' ? Buffer.from(content) : content),
    ),
    remove: changing((path: string) => store.remove(path)),
    rename: changing((from: string, to: string) => store.rename(from, to)),
    removeFolder: changing((folder: string) => store.removeFolder(folder)),
    renameFolder: changing((from: string, to: string) => store.renameFolder(from, to)),
    has: (path) => store.slotOf(path) !== undefined,
    keyOf: (path) => store.pathOf(store.slotOf(path) ?? -1),
    textOf: (path) => store.noteAt(store.slotOf(path) ?? -1)?.text,
    text: (query, scope = {}) => searchText(store, query, scope),
    regex: (query, scope = {}) => searchRegex(store, runner, query, scope),
    core: (query, scope = {}) => searchCore(store, runner, query, scope),
    ranked: async (query, scope = {}) => {
      // Ranking needs every note indexed; a few can be indexed on the way.
      if (store.loose.size > searchLimits.looseNotesMax) await keeper.settle();
      const segments = [...store.segments].map(({ segment, slots }) => ({
        segment,
        slots: slots.slice(),
      }));
      return searchRanked(store, [...segments, loose.get()], query, scope);
    },
    pack: async () => {
      if (store.loose.size > searchLimits.looseNotesUnpackedMax) await keeper.settle();
      return packNotes(store);
    },
    adopt: ({ memory, paths }, isWanted) => store.adopt(openSegment(memory), paths, isWanted),
    disown: (memory) => disown(store, memory),
    stats: () => statsOf(store),
    settle: () => keeper.settle(),
    close: async () => {
      await Promise.all([keeper.close(), runner.close()]);
    },
  };
}

function packNotes(store: NoteStore): PackedNotes[] {
  return [...store.segments].map(({ segment, slots }) => ({
    memory: segment.memory,
    paths: Array.from(slots, (slot) => (slot < 0 ? undefined : store.pathOf(slot))),
  }));
}

function disown(store: NoteStore, memory: SharedArrayBuffer): string[] {
  const lost = packNotes(store)
    .filter((packed) => packed.memory === memory)
    .flatMap(({ paths }) => paths.filter((path) => path !== undefined));
  for (const path of lost) store.remove(path);
  return lost;
}

function statsOf(store: NoteStore): SearchStats {
  const segments = [...store.segments];
  return {
    notes: store.count,
    bytes: store.bytes,
    segments: segments.length,
    segmentBytes: segments.reduce((sum, { segment }) => sum + segment.memory.byteLength, 0),
    loose: store.loose.size,
  };
}
