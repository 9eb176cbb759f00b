import { pageTags, withAncestors } from '../../query/page/tags.ts';
import type { Page } from '../../query/source.ts';
import type { FileEntry } from '../file-entry.ts';
import type { NoteIndex } from '../note-index.ts';

/**
 * Notes whose properties hold tags in a form that Dataview reads and Obsidian does not: under
 * `tag`, or several in one text. They are few.
 */
export function looselyTagged(index: NoteIndex): readonly FileEntry[] {
  const files = new Set<FileEntry>();
  for (const word of index.keys.words()) {
    const name = word.toLowerCase();
    if (name !== 'tag' && name !== 'tags') continue;
    for (const file of index.keys.of(word))
      if (name === 'tag' || !isList(file, word)) files.add(file);
  }
  return [...files];
}

/** True when a page has the tag or one below it, as Dataview reads its properties. */
export function hasLooseTag(page: Page, tag: string): boolean {
  const wanted = tag.toLowerCase();
  return withAncestors(pageTags(page)).some((own) => own.toLowerCase() === wanted);
}

function isList({ data }: FileEntry, key: string): boolean {
  return data?.kinds[data.keys.indexOf(key)] === 'l';
}
