import type { Note } from '../markdown/note.ts';

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
export function hasAnchor({ headings, blocks }: Anchors, subpath: string): boolean {
  const names = subpath.split('#').slice(1);
  const last = names.at(-1) ?? '';
  if (last.startsWith('^')) return blocks.has(last.slice(1).trim().toLowerCase());
  const wanted = names.map(foldHeading).filter((name) => name !== '');
  return wanted.length === 0 || leadsDown(headings, wanted, 0, Number.POSITIVE_INFINITY);
}

/** Each name is a heading inside the section of the one before. */
function leadsDown(
  headings: readonly Anchor[],
  [first, ...rest]: readonly string[],
  from: number,
  to: number,
): boolean {
  return headings.some(
    ({ name, start, sectionEnd }) =>
      name === first &&
      start >= from &&
      start < to &&
      (rest.length === 0 || leadsDown(headings, rest, start + 1, sectionEnd)),
  );
}

/** Headings are compared without the signs that a link cannot hold, and in any case. */
function foldHeading(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[!"#$%&()*+,.:;<=>?@^`{|}~/[\]\\\s]+/g, ' ')
    .trim()
    .toLowerCase();
}
