import type { Block, Heading, Note } from './note.ts';

/** What a note offers to be addressed, in the order of the text. */
export interface DocumentMap {
  /** Full `::` paths, repeats and the untitled top level left out. */
  readonly headings: string[];
  /** Block ids without the caret. */
  readonly blocks: string[];
  readonly frontmatterFields: string[];
}

/** A heading and the range of its section: the heading line itself, and what is below it. */
export interface HeadingAddress {
  readonly heading: Heading;
  readonly path: string;
  /** The heading, without its line ending. */
  readonly header: Span;
  /** From the line after the heading to the next heading of the same or a shallower level. */
  readonly body: Span;
}

export interface BlockAddress {
  readonly block: Block;
  /** The blanks, caret and id. */
  readonly header: Span;
  /** The block's text up to the marker. */
  readonly body: Span;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Splits `A::B` into trimmed names. */
export function parseHeadingPath(locator: string): string[] {
  return locator.split('::').map((name) => name.trim());
}

/** What a note offers to be addressed, in the order of the text. */
export function documentMap(note: Note): DocumentMap {
  const headings = new Set(headingPaths(note));
  headings.delete('');
  return {
    headings: [...headings],
    blocks: [...new Set(note.blocks.map((block) => block.id))],
    frontmatterFields: note.frontmatter?.fields.map((field) => field.key) ?? [],
  };
}

/** The full `::` path of every heading, in order, repeats kept. */
export function headingPaths(note: Note): string[] {
  const paths: string[] = [];
  for (const { parent, text } of note.headings) {
    const above = parent === -1 ? undefined : paths[parent];
    paths.push(above === undefined ? text : `${above}::${text}`);
  }
  return paths;
}

/** Every heading whose full path is `path`, to the letter or else but for blanks around its names. */
export function headingsAtPath(note: Note, path: string): HeadingAddress[] {
  const exact = select(note, (_, full) => full === path);
  if (exact.length > 0) return exact;
  const wanted = parseHeadingPath(path).join('::');
  // A heading may have `::` in its own text, with blanks around it.
  return select(note, (_, full) => parseHeadingPath(full).join('::') === wanted);
}

/** Every heading with this text, at any depth, to the letter or else but for blanks around it. */
export function headingsNamed(note: Note, name: string): HeadingAddress[] {
  const exact = select(note, ({ text }) => text === name);
  if (exact.length > 0) return exact;
  const wanted = name.trim();
  // Marks that count as white space only here may stand at the ends of a heading.
  return select(note, ({ text }) => text.trim() === wanted);
}

/**
 * The heading a reader means by `locator`, and everything else it could mean. One name is looked
 * for at any depth; several are a full path or else are walked downwards, levels may be skipped.
 */
export function findHeading(
  note: Note,
  locator: string,
): { found: HeadingAddress; candidates: HeadingAddress[] } | undefined {
  const names = parseHeadingPath(locator);
  if (names.at(-1) === '') return undefined;
  if (names.length === 1) {
    const candidates = headingsNamed(note, locator);
    const [found] = candidates;
    return found && { found, candidates };
  }
  const path = headingsAtPath(note, locator)[0]?.path ?? walk(note, names);
  if (path === undefined) return undefined;
  const candidates = headingsAtPath(note, path);
  const [found] = candidates;
  return found && { found, candidates };
}

/** The first block with this id, with or without its caret, in any case. */
export function findBlock(note: Note, id: string): BlockAddress | undefined {
  const wanted = id.replace(/^\^/, '').toLowerCase();
  const block = note.blocks.find((candidate) => candidate.id.toLowerCase() === wanted);
  return block && blockAddress(block);
}

/** The heading at a place in the list of headings. */
export function headingAt(note: Note, index: number): HeadingAddress | undefined {
  const heading = note.headings[index];
  return heading && toAddress(heading, headingPaths(note)[index] ?? heading.text);
}

/** The address of a block. */
export function blockAddress(block: Block): BlockAddress {
  return {
    block,
    header: { start: block.markerStart, end: block.markerEnd },
    body: { start: block.start, end: block.isolated ? block.end : block.markerStart },
  };
}

function select(note: Note, wants: (heading: Heading, path: string) => boolean): HeadingAddress[] {
  const found: HeadingAddress[] = [];
  headingPaths(note).forEach((path, index) => {
    const heading = note.headings[index];
    if (heading !== undefined && wants(heading, path)) found.push(toAddress(heading, path));
  });
  return found;
}

function toAddress(heading: Heading, path: string): HeadingAddress {
  return {
    heading,
    path,
    header: { start: heading.start, end: heading.end },
    body: { start: heading.bodyStart, end: heading.sectionEnd },
  };
}

/** Each name is the first such heading inside the section of the one before. */
function walk(note: Note, names: readonly string[]): string | undefined {
  const paths = headingPaths(note);
  let from = 0;
  let end = note.length;
  let at = -1;
  for (const name of names) {
    at = note.headings.findIndex(
      (heading, index) => index >= from && heading.start < end && heading.text.trim() === name,
    );
    const heading = note.headings[at];
    if (heading === undefined) return undefined;
    from = at + 1;
    end = heading.sectionEnd;
  }
  return paths[at];
}
