import type { FileEntry } from './file-entry.ts';
import type { LinkTarget } from './link-table.ts';
import { foldPath, lastName } from './names.ts';
import type { NoteIndex } from './note-index.ts';
import type { VaultSettings } from './settings.ts';

type LinkFormat = VaultSettings['newLinkFormat'];

/** New paths for links, by the path of the file they stand in, then by the path as it is written. */
export type LinkMoves = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Finds every link that would lead elsewhere once a file or folder is moved, and what to write
 * instead so that it leads to the same file: links to what moves, links inside it, and links of
 * others that the new name would capture. Paths in the answer are those from before the move.
 *
 * Both states are judged by the very rules that resolve links.
 */
export function findLinkMoves(
  index: NoteIndex,
  from: string,
  to: string,
  format: LinkFormat,
): LinkMoves {
  const moving = index.files.within(from);
  const pairs = affected(index, moving, (path) => to + path.slice(from.length));
  const paths = new Map([...pairs.keys()].map((source) => [source, source.path]));
  return index.supposing(from, to, () => collect(index, pairs, paths, format));
}

/** The links whose way may change, with the file each leads to now. */
function affected(
  index: NoteIndex,
  moving: readonly FileEntry[],
  newPathOf: (path: string) => string,
): Map<FileEntry, Map<LinkTarget, FileEntry>> {
  const pairs = new Map<FileEntry, Map<LinkTarget, FileEntry>>();
  const add = (source: FileEntry, target: LinkTarget): void => {
    const file = target.text === '' ? undefined : index.follow(target, source);
    if (file === undefined) return;
    const known = pairs.get(source) ?? new Map<LinkTarget, FileEntry>();
    pairs.set(source, known.set(target, file));
  };
  for (const file of moving) {
    for (const path of [file.path, newPathOf(file.path)]) {
      for (const target of index.links.asking(path)) {
        for (const source of target.sources) add(source, target);
      }
    }
    for (const target of file.data?.links ?? []) add(file, target);
  }
  return pairs;
}

function collect(
  index: NoteIndex,
  pairs: ReadonlyMap<FileEntry, ReadonlyMap<LinkTarget, FileEntry>>,
  paths: ReadonlyMap<FileEntry, string>,
  format: LinkFormat,
): LinkMoves {
  const moves = new Map<string, Map<string, string>>();
  for (const [source, targets] of pairs) {
    for (const [target, file] of targets) {
      if (index.follow(target, source) === file) continue;
      const next = linkPath(index, file, source, format, target.text.startsWith('/'));
      const path = paths.get(source) ?? source.path;
      moves.set(path, (moves.get(path) ?? new Map<string, string>()).set(target.text, next));
    }
  }
  return moves;
}

/** The path of a link to a file in the form that the vault wants, or the next one that leads there. */
export function linkPath(
  index: NoteIndex,
  file: FileEntry,
  source: FileEntry,
  format: LinkFormat,
  isRooted = false,
): string {
  const name = lastName(file.path);
  const isUnique = index.files.named(foldPath(name)).length === 1;
  const relative = relativePath(source.path, file.path);
  const forms: Record<LinkFormat, readonly string[]> = {
    shortest: isUnique ? [name] : [],
    relative: [relative, `./${relative}`],
    absolute: [],
  };
  const wanted = isRooted ? [] : [...forms[format], file.path];
  return wanted.find((path) => index.resolve(path, source.path) === file) ?? `/${file.path}`;
}

function relativePath(from: string, to: string): string {
  const [folders, parts] = [from.split('/').slice(0, -1), to.split('/')];
  let shared = 0;
  while (
    shared < folders.length &&
    shared < parts.length - 1 &&
    folders[shared] === parts[shared]
  ) {
    shared++;
  }
  return [...folders.slice(shared).map(() => '..'), ...parts.slice(shared)].join('/');
}
