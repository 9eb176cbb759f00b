import type { Note } from './note.ts';

/** Where links into a note can lead. */
export interface Anchors {
  readonly headings: readonly Anchor[];
  /** Folded, without the caret. */
  readonly blocks: ReadonlySet<string>;
}

interface Anchor {
  readonly name: string;
  readonly start: number;
  readonly sectionEnd: number;
}

export function toAnchors(note: Note): Anchors {
  return {
    headings: note.headings.map(({ text, start, sectionEnd }) => ({
      name: foldHeading(text),
      start,
      sectionEnd,
    })),
    blocks: new Set(note.blocks.map(({ id }) => id.toLowerCase())),
  };
}

/** True when the subpath of a link leads somewhere: `#A`, `#A#B` below it, or `#^id`. */
export function hasAnchor(anchors: Anchors, subpath: string): boolean {
  const block = blockOf(subpath);
  if (block !== undefined) return anchors.blocks.has(block);
  return headingChain(anchors, subpath) !== undefined;
}

/** The block id that a subpath asks for, folded; undefined when it asks for headings. */
export function blockOf(subpath: string): string | undefined {
  const last = subpath.slice(subpath.lastIndexOf('#') + 1);
  return last.startsWith('^') ? last.slice(1).trim().toLowerCase() : undefined;
}

/**
 * Which headings the names of a subpath mean, by their place in the note; undefined when one of
 * them is not there. Each stands inside the section of the one before.
 */
export function headingChain({ headings }: Anchors, subpath: string): number[] | undefined {
  const names = subpath.split('#').slice(1).map(foldHeading);
  const wanted = names.filter((name) => name !== '');
  return findDown(headings, wanted, 0, Number.POSITIVE_INFINITY);
}

function findDown(
  headings: readonly Anchor[],
  [first, ...rest]: readonly string[],
  from: number,
  to: number,
): number[] | undefined {
  if (first === undefined) return [];
  for (const [index, { name, start, sectionEnd }] of headings.entries()) {
    if (name !== first || start < from || start >= to) continue;
    const below = findDown(headings, rest, start + 1, sectionEnd);
    if (below !== undefined) return [index, ...below];
  }
  return undefined;
}

/** Headings are compared without the signs that a link cannot hold, and in any case. */
export function foldHeading(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[!"#$%&()*+,.:;<=>?@^`{|}~/[\]\\\s]+/g, ' ')
    .trim()
    .toLowerCase();
}
