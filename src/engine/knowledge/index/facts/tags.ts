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

/** A count in the making. */
type Counter = { -readonly [Member in keyof TagCount]: TagCount[Member] } & { last?: FileEntry };

/** All tags with their ancestors, by name. */
export function tagCounts(index: NoteIndex, mayRead: MayRead): TagCount[] {
  const counters = new Map<string, Counter>();
  const counterOf = (name: string): Counter => {
    const key = name.toLowerCase();
    const counter = counters.get(key) ?? { name, count: 0, notes: 0 };
    counters.set(key, counter);
    return counter;
  };
  // Most tags occur many times in the same spelling.
  const bySpelling = new Map<string, readonly Counter[]>();
  for (const file of index.files.inOrder()) {
    const { tags = [] } = file.data ?? {};
    if (tags.length === 0 || !mayRead(file.path)) continue;
    for (const tag of tags) {
      const counted = bySpelling.get(tag) ?? lineage(tag).map(counterOf);
      bySpelling.set(tag, counted);
      for (const counter of counted) {
        counter.count++;
        if (counter.last !== file) counter.notes++;
        counter.last = file;
      }
    }
  }
  return [...counters]
    .sort(([a], [b]) => comparePlain(a, b))
    .map(([, { name, count, notes }]) => ({ name, count, notes }));
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
  const names: string[] = [];
  for (let name = bare(tag); ; name = name.slice(0, name.lastIndexOf('/'))) {
    names.push(name);
    if (name.lastIndexOf('/') <= 0) return names;
  }
}
