import { type Relinked, relink } from '../edit/relink.ts';
import { relinkCanvas } from '../edit/relink-canvas.ts';
import { FileEntry } from './file-entry.ts';
import type { LinkTarget } from './link-table.ts';
import { isUnique, likeWritten, linkPath } from './link-writing.ts';
import { comparePlain, extensionOf, foldPath, lastName } from './names.ts';
import type { NoteIndex } from './note-index.ts';
import type { VaultSettings } from './settings.ts';

export interface Move {
  readonly from: string;
  readonly to: string;
}

/** A note or canvas whose links must change. */
export interface LinkEdit {
  /** Where it is before the move. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly count: number;
  /** The same change on another text, should somebody have changed the file meanwhile. */
  rewrite(text: string): Relinked;
}

export interface RelinkOptions {
  readonly format: VaultSettings['newLinkFormat'];
  /** The present text of a file. */
  readonly textOf: (path: string) => string | undefined;
}

/**
 * What must be rewritten so that every link still leads to the file it leads to now. Files or
 * folders move; those in `created` are new, and must not take over links that lead elsewhere.
 */
export function planRelinks(
  index: NoteIndex,
  moves: readonly Move[],
  options: RelinkOptions,
  created: readonly string[] = [],
): LinkEdit[] {
  const concerned = linksConcerned(index, moves, created);
  const before = concerned.map(({ target, source }) => index.follow(target, source));
  const wanted = new Map<FileEntry, Map<string, string>>();
  inFuture(index, moves, created, (newNames) => {
    concerned.forEach(({ target, source }, at) => {
      const file = before[at];
      if (file === undefined || target.text === '') return;
      const path = newPath(index, { target, source, file }, newNames, options.format);
      if (path === undefined) return;
      const paths = wanted.get(source) ?? new Map<string, string>();
      wanted.set(source, paths.set(target.text, path));
    });
  });
  return [...wanted]
    .flatMap(([source, paths]) => toEdit(source, paths, options))
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
): Concerned[] {
  const targets = new Set(created.flatMap((path) => index.links.asking(path)));
  const found = new Map<LinkTarget, Set<FileEntry>>();
  const add = (target: LinkTarget, source: FileEntry) => {
    const sources = found.get(target) ?? new Set();
    found.set(target, sources.add(source));
  };
  for (const { from, to } of moves) {
    for (const file of index.files.within(from)) {
      for (const target of index.links.asking(file.path)) targets.add(target);
      for (const target of index.links.asking(to + file.path.slice(from.length)))
        targets.add(target);
      for (const target of file.data?.links ?? []) add(target, file);
    }
  }
  for (const target of targets) for (const source of target.sources) add(target, source);
  return [...found].flatMap(([target, sources]) =>
    [...sources].map((source) => ({ target, source })),
  );
}

/** Names that files have only after the moves. */
type NewNames = ReadonlySet<string>;

/** Runs with every file where it will be, and puts all of them back. */
function inFuture(
  index: NoteIndex,
  moves: readonly Move[],
  created: readonly string[],
  run: (newNames: NewNames) => void,
): void {
  const moving = moves.flatMap(({ from, to }) =>
    index.files
      .within(from)
      .map((file) => ({ file, old: file.path, path: to + file.path.slice(from.length) })),
  );
  const added = created
    .filter((path) => index.files.get(path) === undefined)
    .map((path) => new FileEntry(path, unwritten));
  const renamed = moving.filter(({ old, path }) => nameOf(old) !== nameOf(path));
  const newNames = new Set([...renamed, ...added].map(({ path }) => nameOf(path)));
  const place = (list: readonly { file: FileEntry; path: string }[]) => {
    for (const { file } of list) index.files.delete(file);
    for (const { file, path } of list) {
      file.path = path;
      index.files.add(file);
    }
    index.linkEpoch++;
  };
  place(moving);
  for (const file of added) index.files.add(file);
  try {
    run(newNames);
  } finally {
    for (const file of added) index.files.delete(file);
    place(moving.map(({ file, old }) => ({ file, path: old })));
  }
}

/** The path that a link needs from now on, or undefined when it can stay. */
function newPath(
  index: NoteIndex,
  { target, source, file }: Concerned & { readonly file: FileEntry },
  newNames: NewNames,
  format: RelinkOptions['format'],
): string | undefined {
  const written = target.text;
  if (isCanvas(source) && written.startsWith('/')) {
    return written === `/${file.path}` ? undefined : `/${file.path}`;
  }
  const leads = index.follow(target, source) === file;
  const isShadowed = newNames.has(nameOf(file.path)) && !isUnique(index, file);
  const mayStay = format === 'shortest' && !(isShadowed && !written.includes('/'));
  if (leads && mayStay) return undefined;
  const path = likeWritten(linkPath(index, file, source.path, format), written);
  const choices = [path, `./${path}`, likeWritten(file.path, written), file.path];
  const works = choices.find((choice) => index.resolve(choice, source.path) === file);
  return works === written ? undefined : works;
}

function toEdit(
  source: FileEntry,
  paths: ReadonlyMap<string, string>,
  { textOf }: RelinkOptions,
): LinkEdit[] {
  const { path } = source;
  const before = textOf(path);
  if (before === undefined) return [];
  const link = (written: string) => paths.get(written);
  const rewrite = (text: string): Relinked =>
    isCanvas(source)
      ? relinkCanvas(text, (file) => paths.get(`/${file}`)?.slice(1), link)
      : relink(text, link);
  const { text: after, count } = rewrite(before);
  return count === 0 ? [] : [{ path, before, after, count, rewrite }];
}

function isCanvas({ path }: FileEntry): boolean {
  return extensionOf(path) === 'canvas';
}

function nameOf(path: string): string {
  return foldPath(lastName(path));
}

const unwritten = { size: 0, mtimeMs: 0, mtimeRestNs: 0, birthMs: 0 };
