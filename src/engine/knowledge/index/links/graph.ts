import { isNote } from '../../../../contract/paths.ts';
import type { FileEntry, LinkTarget } from '../file-entry.ts';
import type { NoteIndex } from '../note-index.ts';
import { comparePlain, extensionOf } from './names.ts';

/** Which files the caller may see. The others are neither named nor counted. */
export type MayRead = (path: string) => boolean;

export interface Backlink {
  readonly path: string;
  /** How often that note links here. */
  readonly count: number;
}

/** Where the links of one note lead. */
export interface LinkMap {
  /** Path of each file, with the number of links. */
  readonly resolved: Map<string, number>;
  /** Path of each link that leads nowhere, as written, with the number of links. */
  readonly unresolved: Map<string, number>;
}

export interface UnresolvedLink {
  readonly target: string;
  readonly count: number;
  readonly sources: readonly string[];
}

/** Everything that links to a file, by path. */
export function backlinks(index: NoteIndex, path: string, mayRead: MayRead = anyPath): Backlink[] {
  const file = index.files.get(path);
  if (file === undefined) return [];
  const counts = new Map<FileEntry, number>();
  for (const target of targetsOf(index, path)) {
    for (const source of target.sources) {
      if (!mayRead(source.path) || index.follow(target, source, mayRead) !== file) continue;
      const count = (source.data?.links ?? []).filter((link) => link === target).length;
      counts.set(source, (counts.get(source) ?? 0) + count);
    }
  }
  return [...counts]
    .map(([source, count]) => ({ path: source.path, count }))
    .sort((a, b) => comparePlain(a.path, b.path));
}

/** True when anything that counts, but the file itself, links to it. */
export function hasBacklinks(
  index: NoteIndex,
  file: FileEntry,
  mayRead: MayRead,
  mayCount = mayRead,
): boolean {
  const counts = (source: FileEntry) => source !== file && mayCount(source.path);
  return index.links
    .withNameOf(file.path)
    .some((target) =>
      target.sources.some(
        (source) => counts(source) && index.follow(target, source, mayRead) === file,
      ),
    );
}

/** Where the links of a note or canvas lead; undefined for other files. */
export function linkMap(
  index: NoteIndex,
  path: string,
  mayRead: MayRead = anyPath,
): LinkMap | undefined {
  const file = index.files.get(path);
  if (file?.data === undefined) return undefined;
  const map: LinkMap = { resolved: new Map(), unresolved: new Map() };
  for (const link of file.data.links) {
    const target = index.follow(link, file, mayRead);
    if (target === undefined) bump(map.unresolved, writtenPath(link));
    else bump(map.resolved, target.path);
  }
  return map;
}

/** Every link that leads nowhere, most wanted first. */
export function unresolvedLinks(
  index: NoteIndex,
  mayRead: MayRead = anyPath,
  mayCount = mayRead,
): UnresolvedLink[] {
  const counts = new Map<LinkTarget, Map<FileEntry, number>>();
  const sources = new Set<FileEntry>();
  for (const target of index.links.all()) {
    const open = target.sources.filter(
      (source) => mayCount(source.path) && index.follow(target, source, mayRead) === undefined,
    );
    if (open.length > 0) counts.set(target, new Map(open.map((source) => [source, 0])));
    for (const source of open) sources.add(source);
  }
  // Each note is gone through once, however many of its links lead nowhere.
  for (const source of sources) {
    for (const link of source.data?.links ?? []) {
      const bySource = counts.get(link);
      const count = bySource?.get(source);
      if (count !== undefined) bySource?.set(source, count + 1);
    }
  }
  return [...counts].map(toUnresolved).sort(byCount);
}

function toUnresolved([target, bySource]: [LinkTarget, Map<FileEntry, number>]): UnresolvedLink {
  return {
    target: writtenPath(target),
    count: [...bySource.values()].reduce((sum, one) => sum + one, 0),
    sources: [...bySource.keys()].map(({ path }) => path).sort(comparePlain),
  };
}

function byCount(a: UnresolvedLink, b: UnresolvedLink): number {
  return b.count - a.count || comparePlain(a.target, b.target);
}

/** Notes to which nothing links, by path. */
export function orphans(
  index: NoteIndex,
  mayRead: MayRead = anyPath,
  mayCount = mayRead,
): string[] {
  return notesWhere(index, mayCount, (note) => !hasBacklinks(index, note, mayRead, mayCount));
}

/** Notes that link to nothing, by path. */
export function deadEnds(index: NoteIndex, mayRead: MayRead = anyPath): string[] {
  return notesWhere(index, mayRead, (note) => note.data?.links.length === 0);
}

function notesWhere(
  index: NoteIndex,
  mayRead: MayRead,
  fits: (note: FileEntry) => boolean,
): string[] {
  return index.files
    .inOrder()
    .filter((file) => isNote(file.path) && mayRead(file.path) && fits(file))
    .map((file) => file.path);
}

/** Links that may lead to a file; the empty one leads to every note itself. */
function* targetsOf(index: NoteIndex, path: string): Generator<LinkTarget> {
  yield* index.links.withNameOf(path);
  const self = index.links.find('');
  if (self !== undefined) yield self;
}

/** A canvas names files by their whole path, which the index marks with a slash. */
/** The path of a link as people see it. */
export function writtenPath({ text, sources }: LinkTarget): string {
  const fromCanvas = sources.every((source) => extensionOf(source.path) === 'canvas');
  return fromCanvas && text.startsWith('/') ? text.slice(1) : text;
}

function bump(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function anyPath(): boolean {
  return true;
}
