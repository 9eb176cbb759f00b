import { isNote } from '../../../../contract/paths.ts';
import type { FileEntry } from '../file-entry.ts';
import type { MayRead } from '../links/graph.ts';
import { comparePlain } from '../links/names.ts';
import type { NoteIndex } from '../note-index.ts';

export interface TagCount {
  /** Without `#`, in the first spelling found. */
  readonly name: string;
  /** Occurrences of the tag and of everything below it. */
  readonly count: number;
  /** Notes that have it or something below it. */
  readonly notes: number;
}

/** All tags with their ancestors, by name. */
export function tagCounts(index: NoteIndex, mayRead: MayRead): TagCount[] {
  const counts = new Map<string, { name: string; count: number; notes: number; last: FileEntry }>();
  for (const file of index.files.inOrder()) {
    const { tags = [] } = file.data ?? {};
    if (tags.length === 0 || !mayRead(file.path)) continue;
    for (const tag of tags) {
      for (const name of lineage(tag)) {
        const key = name.toLowerCase();
        const known = counts.get(key);
        if (known === undefined) counts.set(key, { name, count: 1, notes: 1, last: file });
        else {
          known.count++;
          if (known.last !== file) known.notes++;
          known.last = file;
        }
      }
    }
  }
  return [...counts.values()]
    .map(({ name, count, notes }) => ({ name, count, notes }))
    .sort((a, b) => comparePlain(a.name.toLowerCase(), b.name.toLowerCase()));
}

/** Notes that have the tag or one below it, by path. */
export function notesWithTag(index: NoteIndex, tag: string): FileEntry[] {
  const wanted = bare(tag).toLowerCase();
  const below = `${wanted}/`;
  const found = new Set<FileEntry>();
  for (const word of index.tags.words()) {
    const name = bare(word).toLowerCase();
    if (name === wanted || name.startsWith(below)) {
      for (const file of index.tags.of(word)) if (isNote(file.path)) found.add(file);
    }
  }
  return index.files.putInOrder(found);
}

/** A tag's name without `#` and without slashes at its end. */
function bare(tag: string): string {
  let end = tag.length;
  while (end > 0 && tag.charCodeAt(end - 1) === 47) end--;
  return tag.slice(tag.startsWith('#') ? 1 : 0, end);
}

/** The tag and its ancestors: `a/b/c`, `a/b`, `a`. */
function lineage(tag: string): string[] {
  const names = [bare(tag)];
  for (let name = names[0] ?? ''; ; ) {
    const slash = name.lastIndexOf('/');
    if (slash <= 0) return names;
    name = name.slice(0, slash);
    names.push(name);
  }
}
