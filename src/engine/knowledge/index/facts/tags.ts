import { isNote } from '../../../../contract/paths.ts';
import { createPace } from '../../../../kit/pace.ts';
import { sortPaced } from '../../../../kit/sort-paced.ts';
import type { FileEntry } from '../file-entry.ts';
import type { MayRead } from '../links/graph.ts';
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
interface Counter {
  name: string;
  count: number;
  notes: number;
  /** The first note by path that has it, which decides on the spelling, and the latest one counted. */
  first: FileEntry;
  last: FileEntry | undefined;
}

/** All tags with their ancestors, by name. Pauses, so that a large vault does not hold up others. */
export async function tagCounts(index: NoteIndex, mayRead: MayRead): Promise<TagCount[]> {
  const counters = new Map<string, Counter>();
  // Most tags occur many times in the same spelling.
  const bySpelling = new Map<string, readonly SpelledName[]>();
  const pace = createPace();
  for (const file of [...index.files.all()]) {
    const { tags = [] } = file.data ?? {};
    if (tags.length > 0 && mayRead(file.path)) {
      for (const tag of tags) {
        const names = bySpelling.get(tag) ?? lineage(tag);
        bySpelling.set(tag, names);
        for (const name of names) count(counters, name, file);
      }
    }
    if (pace.isDue()) await pace.pause();
  }
  const keys = await sortPaced([...counters.keys()], pace);
  return keys.flatMap((key) => {
    const counter = counters.get(key);
    return counter === undefined
      ? []
      : { name: counter.name, count: counter.count, notes: counter.notes };
  });
}

function count(counters: Map<string, Counter>, { key, name }: SpelledName, file: FileEntry): void {
  let counter = counters.get(key);
  if (counter === undefined) {
    counter = { name, count: 0, notes: 0, first: file, last: undefined };
    counters.set(key, counter);
  } else if (file !== counter.first && file.path < counter.first.path) {
    counter.name = name;
    counter.first = file;
  }
  counter.count++;
  if (counter.last !== file) counter.notes++;
  counter.last = file;
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

/** A tag without `#`, as it is written and as it is compared. */
interface SpelledName {
  readonly name: string;
  readonly key: string;
}

/** The tag and its ancestors: `a/b/c`, `a/b`, `a`. */
function lineage(tag: string): SpelledName[] {
  const names: SpelledName[] = [];
  for (let name = bare(tag); ; name = name.slice(0, name.lastIndexOf('/'))) {
    names.push({ name, key: name.toLowerCase() });
    if (name.lastIndexOf('/') <= 0) return names;
  }
}
