import { appendTo } from '../../../kit/records.ts';
import type { NoteIndex } from '../index/note-index.ts';
import { type Names, noNames } from './name-flaws.ts';

/** Finds what is odd about the names that one note uses, seen from the whole vault. */
export interface NamesOf {
  (path: string): Names;
  /** Notes with anything odd. */
  readonly paths: ReadonlySet<string>;
}

interface MutableNames {
  readonly sharedAliases: Map<string, string[]>;
  readonly oddTags: Map<string, string>;
}

export function namesFor(index: NoteIndex, mayRead: (path: string) => boolean): NamesOf {
  const byPath = new Map<string, MutableNames>();
  const of = (path: string): MutableNames => {
    const known = byPath.get(path) ?? { sharedAliases: new Map(), oddTags: new Map() };
    byPath.set(path, known);
    return known;
  };
  for (const alias of index.aliases.words()) {
    const owners = ownersOf(index.aliases.of(alias), mayRead);
    if (owners.length < 2) continue;
    for (const path of owners) {
      of(path).sharedAliases.set(
        alias,
        owners.filter((other) => other !== path),
      );
    }
  }
  for (const [tag, usual] of oddTags(index, mayRead)) {
    for (const path of ownersOf(index.tags.of(tag), mayRead)) of(path).oddTags.set(tag, usual);
  }
  const find = (path: string): Names => byPath.get(path) ?? noNames;
  return Object.assign(find, { paths: new Set(byPath.keys()) });
}

/** Spellings of a tag that others outnumber, each with the usual one. */
function* oddTags(
  index: NoteIndex,
  mayRead: (path: string) => boolean,
): Generator<readonly [tag: string, usual: string]> {
  const spellings = new Map<string, string[]>();
  for (const tag of index.tags.words()) {
    appendTo(spellings, tag.toLowerCase(), tag);
  }
  for (const tags of spellings.values()) {
    if (tags.length < 2) continue;
    const counted = tags
      .map((tag) => ({ tag, count: ownersOf(index.tags.of(tag), mayRead).length }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || preferLower(a.tag, b.tag));
    const [usual, ...odd] = counted;
    if (usual !== undefined) for (const { tag } of odd) yield [tag, usual.tag];
  }
}

/** Between spellings that are used alike, the one with fewer capitals is the usual one. */
function preferLower(a: string, b: string): number {
  const capitals = (tag: string) => [...tag].filter((unit) => unit !== unit.toLowerCase()).length;
  return capitals(a) - capitals(b) || (a < b ? -1 : 1);
}

function ownersOf(
  files: readonly { readonly path: string }[],
  mayRead: (path: string) => boolean,
): string[] {
  return files
    .map(({ path }) => path)
    .filter(mayRead)
    .sort();
}
