import { isNote } from '../../contract/paths.ts';
import { type LinkTies, linkTies } from './index/links/shared-links.ts';
import type { Facts } from './knowledge.ts';
import { bestOf } from './search/ranked/best-first.ts';
import type { SearchScope, SimilarNote } from './search/types.ts';

/** A note that has to do with another one, and why. */
export interface RelatedNote {
  readonly path: string;
  /** At most two: one for words, one for links. */
  readonly score: number;
  /** Words that both have. */
  readonly words: readonly string[];
  /** Absent when no link connects them. */
  readonly ties?: LinkTies;
}

/** So many notes with the same words are compared by their links as well. */
const similarMax = 200;

/** Notes that have to do with a note, by their words and by their links, best first. */
export async function findRelated(
  { index, search }: Facts,
  path: string,
  limit: number,
  scope: SearchScope & { mayRead(path: string): boolean },
): Promise<RelatedNote[]> {
  const similar = await search.similar(path, similarMax, scope);
  const byWords = new Map(similar.map((note) => [note.path, note]));
  const most = similar[0]?.score ?? 1;
  const byLinks = new Map(linkTies(index, path, scope.mayRead).map((tie) => [tie.path, tie]));
  const paths = new Set([...byWords.keys(), ...byLinks.keys()]);
  const related = [...paths]
    .filter((other) => isNote(other) && scope.mayRead(other))
    .map((other) => toRelated(other, byWords.get(other), byLinks.get(other), most));
  return bestOf(related, limit).slice(0, limit);
}

function toRelated(
  path: string,
  similar: SimilarNote | undefined,
  ties: LinkTies | undefined,
  most: number,
): RelatedNote {
  const linked = ties === undefined ? 0 : ties.score / (1 + ties.score);
  return {
    path,
    score: (similar?.score ?? 0) / most + linked,
    words: similar?.words ?? [],
    ...(ties !== undefined && { ties }),
  };
}
