import type { FileEntry } from '../knowledge/index/file-entry.ts';
import type { NoteIndex } from '../knowledge/index/note-index.ts';
import type { RelinkTarget, Retarget } from '../text/edit/relink/relink-target.ts';

/** Who links to a file, and by which paths, as they are written. */
export type References = ReadonlyMap<FileEntry, ReadonlySet<string>>;

/** Every file with links to another one; the file itself counts, since its links may have no path. */
export function findReferences(
  index: NoteIndex,
  file: FileEntry,
  quiet: ReadonlyMap<string, readonly string[]>,
): References {
  const found = new Map<FileEntry, Set<string>>([[file, new Set([''])]]);
  const add = (source: FileEntry, text: string) => {
    const texts = found.get(source) ?? new Set();
    found.set(source, texts.add(text));
  };
  for (const target of index.links.asking(file.path)) {
    for (const source of target.sources) {
      if (index.follow(target, source) === file) add(source, target.text);
    }
  }
  for (const [path, texts] of quiet) {
    const source = index.files.get(path);
    if (source === undefined) continue;
    for (const text of texts) if (index.resolve(text, path) === file) add(source, text);
  }
  return found;
}

/** Asks only for links that lead to the file. */
export function whereMeant(meant: ReadonlySet<string>, retarget: Retarget): Retarget {
  return (target: RelinkTarget) => (meant.has(target.path) ? retarget(target) : undefined);
}
