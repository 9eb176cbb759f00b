import { searchLimits } from '../../../../contract/limits.ts';
import type { NoteIndex } from '../note-index.ts';
import { backlinks, linkMap, type MayRead } from './graph.ts';

/** How a note is connected with another one. */
export interface LinkTies {
  readonly path: string;
  readonly score: number;
  /** The other note links to this one. */
  readonly isLinked: boolean;
  /** This one links to the other note. */
  readonly isLinking: boolean;
  /** Files that both link to. */
  readonly targets: readonly string[];
  /** Notes that link to both. */
  readonly sources: readonly string[];
}

interface Ties extends LinkTies {
  score: number;
  isLinked: boolean;
  isLinking: boolean;
  readonly targets: string[];
  readonly sources: string[];
}

const { relatedLinksMax } = searchLimits;

/** The notes that are linked with a note, link where it links to, or are linked from where it is. */
export function linkTies(index: NoteIndex, path: string, mayRead: MayRead): LinkTies[] {
  const ties = new Map<string, Ties>();
  const tieTo = (other: string): Ties => {
    const none = { path: other, score: 0, isLinked: false, isLinking: false };
    const known = ties.get(other) ?? { ...none, targets: [], sources: [] };
    ties.set(other, known);
    return known;
  };
  const linksOf = (note: string) => [...(linkMap(index, note, mayRead)?.resolved.keys() ?? [])];
  const sourcesOf = (file: string) => backlinks(index, file, mayRead).map((each) => each.path);
  for (const target of linksOf(path).slice(0, relatedLinksMax)) {
    const tie = tieTo(target);
    tie.isLinked = true;
    tie.score += 1;
    const others = sourcesOf(target);
    if (others.length > relatedLinksMax) continue;
    for (const other of others) {
      tieTo(other).targets.push(target);
      tieTo(other).score += worthOf(others.length);
    }
  }
  for (const source of sourcesOf(path).slice(0, relatedLinksMax)) {
    const tie = tieTo(source);
    tie.isLinking = true;
    tie.score += 1;
    const others = linksOf(source);
    if (others.length > relatedLinksMax) continue;
    for (const other of others) {
      tieTo(other).sources.push(source);
      tieTo(other).score += worthOf(others.length);
    }
  }
  ties.delete(path);
  return [...ties.values()];
}

/** What few notes have in common says more than what many have. */
function worthOf(count: number): number {
  return 1 / Math.log2(2 + count);
}
