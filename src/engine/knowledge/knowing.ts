import { limits } from '../../contract/limits.ts';
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
import type { Facts } from './knowledge.ts';
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

/** What one caller may know. What the policy closes is in no answer, no count and no suggestion. */
export interface Known {
  readonly settings: VaultSettings;
  /** The notes as queries ask for them. */
  readonly pages: IndexedPages;
  backlinks(path: string): Backlink[];
  /** Where the links of a note lead; undefined for what is no note. */
  links(path: string): LinkMap | undefined;
  unresolved(): UnresolvedLink[];
  orphans(): string[];
  deadEnds(): string[];
  tags(): readonly TagCount[];
  properties(): PropertyCount[];
  tasks(query: TaskQuery): Iterable<Task>;
  /** Other names of notes, by name. */
  aliases(): { alias: string; path: string }[];
  /** Everything about one note; undefined for what is no note. */
  metadata(path: string): NoteMetadata | undefined;
  /** Notes by path, from the one after `path` on. */
  notesAfter(path: string): Iterable<string>;
  /** Notes in a folder and below it, by path. */
  notesBelow(folder: string): string[];
  /** Files by path with all their names; those of some paths when they are given. */
  named(paths?: readonly string[]): Iterable<NamedFile>;
  /** The notes and their links, worked out bit by bit: all of them, or those around one. */
  graph(around?: { readonly center: string; readonly depth: number }): Iterator<void, LinkGraph>;
  findName(query: NameQuery): NameAnswer;
  /** Paths that may have been meant. */
  suggest(meant: string): string[];
  searchText(query: TextQuery, scope?: Scope): Promise<PageOfHits<TextHit>>;
  searchRegex(query: RegexQuery, scope?: Scope): Promise<PageOfHits<TextHit>>;
  searchRanked(query: RankedQuery, scope?: Scope): Promise<PageOfHits<RankedHit>>;
  /** In Obsidian's own language; like there, excluded files are not searched. */
  searchCore(query: CoreSearchQuery, scope?: Scope): Promise<PageOfHits<TextHit>>;
  /**
   * The answer to a question about the notes: the very same one as long as nothing has changed.
   * Agents ask again and turn back pages, and each question must name all that it depends on.
   */
  keep<Answer extends object>(
    questions: Questions<Answer>,
    question: string,
    make: () => Promise<Answer>,
    /** Others are made anew each time. */
    isSmall?: (answer: Answer) => boolean,
  ): Promise<Answer>;
}

/** Questions of one kind: what they are answered with is known by its type. */
export class Questions<Answer extends object> {
  readonly #answers = new WeakMap<Kept, Answers<Answer>>();

  /** What is kept for a caller as long as neither the notes nor the settings change. */
  in(kept: Kept, { index, settings }: Facts): Map<string, Answer> {
    const last = this.#answers.get(kept);
    const isCurrent = last?.epoch === index.epoch && last.settings === settings;
    if (last !== undefined && isCurrent) return last.byQuestion;
    const byQuestion = new Map<string, Answer>();
    this.#answers.set(kept, { epoch: index.epoch, settings, byQuestion });
    return byQuestion;
  }
}

interface Answers<Answer> {
  readonly epoch: number;
  readonly settings: VaultSettings;
  readonly byQuestion: Map<string, Answer>;
}

/** What was worked out for one caller and holds until something changes. */
export interface Kept {
  tags?: { readonly facts: Facts; readonly epoch: number; readonly counts: readonly TagCount[] };
}

/** Facts as one caller may know them. */
export function createKnown(facts: Facts, policy: Policy, kept: Kept = {}): Known {
  const { index, search, settings } = facts;
  const readsAll = policy.readsAllNotes();
  const mayRead = readsAll ? () => true : policy.mayRead;
  /** Without a test where all would pass: common words stand in thousands of notes. */
  const toScope = (scope?: Scope): SearchScope => (readsAll ? { ...scope } : { ...scope, mayRead });
  /** Files that the user excluded are in no graph and in no count. */
  const mayCount = (path: string) => mayRead(path) && !settings.isExcluded(path);
  const countTags = (): readonly TagCount[] => {
    const last = kept.tags;
    const isCurrent = last?.epoch === index.epoch && last.facts.settings === settings;
    if (last !== undefined && isCurrent) return last.counts;
    const counts = tagCounts(index, mayCount);
    kept.tags = { facts, epoch: index.epoch, counts };
    return counts;
  };
  const hidden = <T>(path: string, look: () => T, none: T): T => (mayRead(path) ? look() : none);
  return {
    settings,
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
    notesAfter: (path) => notesAfter(index, path, mayRead),
    notesBelow: (folder) => notesBelow(index, folder, mayRead),
    named: (paths) => namedFiles(index, mayRead, paths),
    graph(around) {
      const center = around && index.files.get(around.center);
      if (around === undefined) return linkGraph(index, allNotes(index, mayCount), mayRead);
      if (center === undefined || !mayRead(center.path)) return linkGraph(index, [], mayRead);
      const notes = notesAround(index, center, around.depth, mayRead, mayCount);
      return linkGraph(index, notes, mayRead);
    },
    findName: (query) => findName(index, query, { mayRead, isExcluded: settings.isExcluded }),
    suggest: (meant) => suggestPaths(index, meant, mayRead),
    searchText: (query, scope) => search.text(query, toScope(scope)),
    searchRegex: (query, scope) => search.regex(query, toScope(scope)),
    searchRanked: (query, scope) => search.ranked(query, toScope(scope)),
    searchCore: (query, scope) =>
      search.core(query, {
        ...scope,
        mayRead: (path) => mayRead(path) && !settings.isExcluded(path),
      }),
    async keep(questions, question, make, isSmall = () => true) {
      const answers = questions.in(kept, facts);
      const known = answers.get(question);
      if (known !== undefined) return known;
      const answer = await make();
      // What came meanwhile may be in one part of the answer and not in another.
      if (questions.in(kept, facts) !== answers || !isSmall(answer)) return answer;
      if (answers.size >= limits.keptAnswersMax) answers.clear();
      answers.set(question, answer);
      return answer;
    },
  };
}
