import type { Policy } from '../store/vault/policy.ts';
import { metadataOf, type NoteMetadata, notesAfter, notesBelow } from './index/facts/metadata.ts';
import { IndexedPages } from './index/facts/pages.ts';
import { type PropertyCount, propertyCounts } from './index/facts/properties.ts';
import { type TagCount, tagCounts } from './index/facts/tags.ts';
import { findTasks, type Task, type TaskQuery } from './index/facts/tasks.ts';
import { listAliases } from './index/links/aliases.ts';
import { findName, type NameAnswer, type NameQuery } from './index/links/find-name.ts';
import {
  type Backlink,
  backlinks,
  deadEnds,
  type LinkMap,
  linkMap,
  orphans,
  type UnresolvedLink,
  unresolvedLinks,
} from './index/links/graph.ts';
import { allNotes, type LinkGraph, linkGraph, notesAround } from './index/links/link-graph.ts';
import { type NamedFile, namedFiles } from './index/links/named-files.ts';
import { suggestPaths } from './index/links/suggest.ts';
import type { VaultSettings } from './index/settings.ts';
import type { Facts, Paths, Texts } from './knowledge.ts';
import { findRelated, type RelatedNote } from './related.ts';
import type {
  CoreSearchQuery,
  PageOfHits,
  RankedHit,
  RankedQuery,
  RegexQuery,
  SearchScope,
  TextHit,
  TextQuery,
} from './search/types.ts';

type Scope = Omit<SearchScope, 'mayRead'>;

/** Which files there are, as far as one caller may know. */
export interface ListedPaths {
  readonly settings: VaultSettings;
  /** Notes by path, from the one after `path` on. */
  notesAfter(path: string): Iterable<string>;
  /** Notes in a folder and below it, by path. */
  notesBelow(folder: string): string[];
  /** Other names of notes are found only where all is known. */
  findName(query: NameQuery): NameAnswer;
  /** Paths that may have been meant. */
  suggest(meant: string): string[];
}

/** What one caller may find in the texts of notes. */
export interface KnownTexts extends ListedPaths {
  searchText(query: TextQuery, scope?: Scope): Promise<PageOfHits<TextHit>>;
  searchRegex(query: RegexQuery, scope?: Scope): Promise<PageOfHits<TextHit>>;
  /** In Obsidian's own language; like there, excluded files are not searched. */
  searchCore(query: CoreSearchQuery, scope?: Scope): Promise<PageOfHits<TextHit>>;
  searchRanked(query: RankedQuery, scope?: Scope): Promise<PageOfHits<RankedHit>>;
}

/** What one caller may know. What the policy closes is in no answer, no count and no suggestion. */
export interface Known extends KnownTexts {
  /** The notes as queries ask for them. */
  readonly pages: IndexedPages;
  backlinks(path: string): Backlink[];
  /** Where the links of a note lead; undefined for what is no note. */
  links(path: string): LinkMap | undefined;
  unresolved(): UnresolvedLink[];
  orphans(): string[];
  deadEnds(): string[];
  tags(): Promise<readonly TagCount[]>;
  properties(): PropertyCount[];
  tasks(query: TaskQuery): Iterable<Task>;
  /** Other names of notes, by name. */
  aliases(): { alias: string; path: string }[];
  /** Everything about one note; undefined for what is no note. */
  metadata(path: string): NoteMetadata | undefined;
  /** Files by path with all their names; those of some paths when they are given. */
  named(paths?: readonly string[]): Iterable<NamedFile>;
  /** Notes that have to do with a note, by words and by links, best first. */
  related(path: string, limit: number, signal?: AbortSignal): Promise<RelatedNote[]>;
  /** The notes and their links, worked out bit by bit: all of them, or those around one. */
  graph(around?: { readonly center: string; readonly depth: number }): Iterator<void, LinkGraph>;
}

/** What was worked out for one caller and holds until something changes. */
export interface Kept {
  tags?: { readonly facts: Facts; readonly epoch: number; readonly counts: readonly TagCount[] };
}

/** Paths as one caller may know them. */
export function createListedPaths({ files, settings }: Paths, policy: Policy): ListedPaths {
  const mayRead = mayReadBy(policy);
  return {
    settings,
    notesAfter: (path) => notesAfter(files, path, mayRead),
    notesBelow: (folder) => notesBelow(files, folder, mayRead),
    findName: (query) => findName({ files }, query, { mayRead, isExcluded: settings.isExcluded }),
    suggest: (meant) => suggestPaths(files, meant, mayRead),
  };
}

/** Finds a file by a name, and waits for other names of notes only where nothing else fits. */
export async function findNameIn(
  stages: { listed(): Promise<ListedPaths>; known(): Promise<Known> },
  query: NameQuery,
): Promise<NameAnswer> {
  const answer = (await stages.listed()).findName(query);
  const isDecided = answer.found !== undefined || 'matches' in answer;
  return isDecided || query.byAlias !== true ? answer : (await stages.known()).findName(query);
}

/** Texts as one caller may search them. */
export function createKnownTexts(texts: Texts, policy: Policy): KnownTexts {
  const { search, settings } = texts;
  const toScope = scopeFor(policy);
  return {
    ...createListedPaths(texts, policy),
    searchText: (query, scope) => search.text(query, toScope(scope)),
    searchRegex: (query, scope) => search.regex(query, toScope(scope)),
    searchRanked: (query, scope) => search.ranked(query, toScope(scope)),
    searchCore: (query, scope) =>
      search.core(query, {
        ...scope,
        mayRead: (path) => policy.mayRead(path) && !settings.isExcluded(path),
      }),
  };
}

function mayReadBy(policy: Policy): (path: string) => boolean {
  return policy.readsAllNotes() ? () => true : policy.mayRead;
}

/** Without a test where all would pass: common words are in thousands of notes. */
function scopeFor(policy: Policy): (scope?: Scope) => SearchScope {
  const { mayRead } = policy;
  return policy.readsAllNotes()
    ? (scope) => ({ ...scope })
    : (scope) => ({ ...scope, mayRead: (path) => mayRead(path) });
}

/** Facts as one caller may know them. */
export function createKnown(facts: Facts, policy: Policy, kept: Kept = {}): Known {
  const { index, settings } = facts;
  const mayRead = mayReadBy(policy);
  /** Files that the user excluded are in no graph and in no count. */
  const mayCount = (path: string) => mayRead(path) && !settings.isExcluded(path);
  const countTags = async (): Promise<readonly TagCount[]> => {
    const last = kept.tags;
    const { epoch } = index;
    const isCurrent = last?.epoch === epoch && last.facts.settings === settings;
    if (last !== undefined && isCurrent) return last.counts;
    const counts = await tagCounts(index, mayCount);
    kept.tags = { facts, epoch, counts };
    return counts;
  };
  const hidden = <T>(path: string, read: () => T, none: T): T => (mayRead(path) ? read() : none);
  return {
    ...createKnownTexts(facts, policy),
    pages: new IndexedPages(index, mayRead),
    backlinks: (path) => hidden(path, () => backlinks(index, path, mayRead), []),
    links: (path) => hidden(path, () => linkMap(index, path, mayRead), undefined),
    unresolved: () => unresolvedLinks(index, mayRead, mayCount),
    orphans: () => orphans(index, mayRead, mayCount),
    deadEnds: () => deadEnds(index, mayCount),
    tags: countTags,
    properties: () => propertyCounts(index, mayCount, settings.types),
    tasks: (query) => findTasks(index, query, mayRead),
    aliases: () => listAliases(index, mayRead),
    metadata: (path) => metadataOf(index, path, mayRead),
    named: (paths) => namedFiles(index, mayRead, paths),
    related: async (path, limit, signal) =>
      mayRead(path)
        ? findRelated(facts, path, limit, { mayRead: mayCount, ...(signal && { signal }) })
        : [],
    graph(around) {
      const center = around && index.files.get(around.center);
      if (around === undefined) return linkGraph(index, allNotes(index, mayCount), mayRead);
      if (center === undefined || !mayRead(center.path)) return linkGraph(index, [], mayRead);
      const notes = notesAround(index, center, around.depth, mayRead, mayCount);
      return linkGraph(index, notes, mayRead);
    },
    findName: (query) => findName(index, query, { mayRead, isExcluded: settings.isExcluded }),
  };
}
