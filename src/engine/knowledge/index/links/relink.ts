import { isWithin, nameOf } from '../../../../contract/paths.ts';
import { type Relinked, relink } from '../../../text/edit/relink/relink.ts';
import { relinkBase, relinkBaseBlocks } from '../../../text/edit/relink/relink-base.ts';
import { relinkCanvas } from '../../../text/edit/relink/relink-canvas.ts';
import { type NewPath, notLinkable } from '../../../text/edit/relink/relink-target.ts';
import { FileEntry, LinkTarget } from '../file-entry.ts';
import type { NoteIndex } from '../note-index.ts';
import type { VaultSettings } from '../settings.ts';
import { isUnique, likeWritten, linkPath } from './link-writing.ts';
import { cleanLinkPath, comparePlain, extensionOf, foldPath, nameKey } from './names.ts';

export interface Move {
  readonly from: string;
  readonly to: string;
}

/** A note, canvas or base whose links must change. */
export interface LinkEdit {
  /** Where it is before the move. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly count: number;
  /** The same change on another text, in case the file was changed in the meantime. */
  rewrite(text: string): Relinked;
}

export interface RelinkOptions {
  readonly format: VaultSettings['newLinkFormat'];
  /** The present text of a file. */
  readonly textOf: (path: string) => string | undefined;
  /** Files with links that the index does not keep, and the paths of those links. */
  readonly unindexed?: ReadonlyMap<string, readonly string[]>;
}

/**
 * What must be rewritten so that every link still leads to the file it leads to now. Files or
 * folders move; those in `created` are new, and must not take over links that lead elsewhere. What
 * a file replaces by its move is gone, and links to it lead to the file that replaced it.
 */
export function planRelinks(
  index: NoteIndex,
  moves: readonly Move[],
  options: RelinkOptions,
  created: readonly string[] = [],
): LinkEdit[] {
  const unindexed = unindexedSources(index, options);
  const concerned = linksConcerned(index, moves, created, unindexed);
  const before = concerned.map(({ target, source }) => index.follow(target, source));
  const wanted = new Map<FileEntry, Map<string, string>>();
  for (const source of unindexed.keys()) wanted.set(source, new Map());
  inFuture(index, moves, created, (future) => {
    concerned.forEach(({ target, source }, at) => {
      const file = before[at];
      if (file === undefined || target.text === '') return;
      if (future.replaced.has(file) || future.replaced.has(source)) return;
      const path = newPath(index, { target, source, file }, future, options.format);
      if (path === undefined) return;
      const paths = wanted.get(source) ?? new Map<string, string>();
      wanted.set(source, paths.set(target.text, path));
    });
  });
  return [...wanted]
    .flatMap(([source, paths]) => toEdit(source, paths, moves, options))
    .sort((a, b) => comparePlain(a.path, b.path));
}

interface Concerned {
  readonly target: LinkTarget;
  readonly source: FileEntry;
}

/** Links that may lead elsewhere: by an old or a new name, or because their note moves. */
function linksConcerned(
  index: NoteIndex,
  moves: readonly Move[],
  created: readonly string[],
  unindexed: ReadonlyMap<FileEntry, readonly string[]>,
): Concerned[] {
  const targets = new Set(created.flatMap((path) => index.links.withNameOf(path)));
  const names = new Set(created.map(nameKey));
  const found = new Map<LinkTarget, Set<FileEntry>>();
  const add = (target: LinkTarget, source: FileEntry) => {
    const sources = found.get(target) ?? new Set();
    found.set(target, sources.add(source));
  };
  for (const { from, to } of moves) {
    for (const file of index.files.within(from)) {
      for (const path of [file.path, to + file.path.slice(from.length)]) {
        names.add(nameKey(path));
        for (const target of index.links.withNameOf(path)) targets.add(target);
      }
      for (const target of file.data?.links ?? []) add(target, file);
    }
  }
  for (const target of targets) for (const source of target.sources) add(target, source);
  for (const [source, texts] of unindexed) {
    const isMoving = moves.some(({ from }) => isWithin(source.path, from));
    for (const text of texts) {
      if (isMoving || names.has(nameKey(cleanLinkPath(text)))) add(new LinkTarget(text), source);
    }
  }
  return [...found].flatMap(([target, sources]) =>
    [...sources].map((source) => ({ target, source })),
  );
}

/** What is different after the moves. */
interface Future {
  /** Names that files have only then. */
  readonly newNames: ReadonlySet<string>;
  readonly moved: ReadonlySet<FileEntry>;
  /** Files that are gone, because others took their places. */
  readonly replaced: ReadonlySet<FileEntry>;
}

function unindexedSources(
  index: NoteIndex,
  { unindexed }: RelinkOptions,
): ReadonlyMap<FileEntry, readonly string[]> {
  const found = new Map<FileEntry, readonly string[]>();
  for (const [path, links] of unindexed ?? []) {
    const source = index.files.get(path);
    if (source !== undefined) found.set(source, links);
  }
  return found;
}

/** Runs with every file where it will be, and puts all of them back. */
function inFuture(
  index: NoteIndex,
  moves: readonly Move[],
  created: readonly string[],
  run: (future: Future) => void,
): void {
  const moving = moves.flatMap(({ from, to }) =>
    index.files
      .within(from)
      .map((file) => ({ file, old: file.path, path: to + file.path.slice(from.length) })),
  );
  const moved = new Set(moving.map(({ file }) => file));
  const atTargets = moving.flatMap(({ path }) => index.files.get(path) ?? []);
  const replaced = new Set(atTargets.filter((file) => !moved.has(file)));
  const added = created
    .filter((path) => index.files.get(path) === undefined)
    .map((path) => new FileEntry(path, unwritten));
  const renamed = moving.filter(({ old, path }) => foldedName(old) !== foldedName(path));
  const newNames = new Set([...renamed, ...added].map(({ path }) => foldedName(path)));
  const place = (list: readonly { file: FileEntry; path: string }[]) => {
    for (const { file } of list) index.files.delete(file);
    for (const { file, path } of list) {
      file.path = path;
      index.files.add(file);
    }
    index.linkEpoch++;
  };
  for (const file of replaced) index.files.delete(file);
  place(moving);
  for (const file of added) index.files.add(file);
  try {
    run({ newNames, moved, replaced });
  } finally {
    for (const file of added) index.files.delete(file);
    place(moving.map(({ file, old }) => ({ file, path: old })));
    for (const file of replaced) index.files.add(file);
  }
}

/** The path that a link needs from now on, or undefined when it can stay. */
function newPath(
  index: NoteIndex,
  { target, source, file }: Concerned & { readonly file: FileEntry },
  { newNames, moved }: Future,
  format: RelinkOptions['format'],
): string | undefined {
  const written = target.text;
  if (isCanvas(source) && written.startsWith('/')) {
    if (index.resolve(`/${file.path}`, source.path) !== file) throw notLinkable(file.path);
    return written === `/${file.path}` ? undefined : `/${file.path}`;
  }
  const leads = index.follow(target, source) === file;
  const isShadowed = newNames.has(foldedName(file.path)) && !isUnique(index, file);
  const isInFormat = format === 'shortest' || (format === 'relative' && /^\.\.?\//.test(written));
  const mayStay = (isInFormat || !moved.has(file)) && !(isShadowed && !written.includes('/'));
  if (leads && mayStay) return undefined;
  const path = likeWritten(linkPath(index, file, source.path, format), written);
  const choices = [path, `./${path}`, likeWritten(file.path, written), file.path];
  const works = choices.find((choice) => index.resolve(choice, source.path) === file);
  // Another file of this name in another case, or an extension that links do not know.
  if (works === undefined) throw notLinkable(file.path);
  return works === written ? undefined : works;
}

function toEdit(
  source: FileEntry,
  paths: ReadonlyMap<string, string>,
  moves: readonly Move[],
  { textOf }: RelinkOptions,
): LinkEdit[] {
  const { path } = source;
  const before = textOf(path);
  if (before === undefined) return [];
  const rewrite = rewriter(source, (written) => paths.get(written), movedIn(moves));
  const { text: after, count } = rewrite(before);
  return count === 0 ? [] : [{ path, before, after, count, rewrite }];
}

function rewriter(source: FileEntry, link: NewPath, moved: NewPath): (text: string) => Relinked {
  if (isCanvas(source)) {
    return (text) => relinkCanvas(text, (file) => link(`/${file}`)?.slice(1) ?? moved(file), link);
  }
  if (isBase(source)) return (text) => relinkBase(text, link, moved);
  return (text) => {
    const note = relink(text, link);
    const blocks = relinkBaseBlocks(note.text, link, moved);
    return { text: blocks.text, count: note.count + blocks.count };
  };
}

/** Where a whole path of a file or folder leads after the moves. */
function movedIn(moves: readonly Move[]): NewPath {
  return (path) => {
    const move = moves.find(({ from }) => isWithin(path, from));
    return move && move.to + path.slice(move.from.length);
  };
}

function isBase({ path }: FileEntry): boolean {
  return extensionOf(path) === 'base';
}

function isCanvas({ path }: FileEntry): boolean {
  return extensionOf(path) === 'canvas';
}

function foldedName(path: string): string {
  return foldPath(nameOf(path));
}

const unwritten = { size: 0, mtime: 0, mtimeRestNs: 0, birthtime: 0 };
