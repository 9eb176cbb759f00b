import { findBlock, findHeading } from '../markdown/address.ts';
import type { Note } from '../markdown/note.ts';
import type { NamedSection } from './section.ts';

/** What one section of a note holds. */
export interface SectionValue {
  /** The heading or block as text. */
  readonly valueText?: string;
  /** The property as data. */
  readonly valueJson?: unknown;
  /** The full path of the heading that was read. */
  readonly sectionTarget?: string;
  /** Every heading that could be meant, when there are several. */
  readonly candidates?: string[];
}

/** Reads one section; undefined when the note has none of that name. */
export function readSection(
  text: string,
  note: Note,
  section: NamedSection,
): SectionValue | undefined {
  if (section.type === 'heading') return readHeading(text, note, section.target);
  if (section.type === 'block') return readBlock(text, note, section.target);
  const { fields = [], values } = note.frontmatter ?? {};
  const isThere = fields.some(({ key }) => key === section.target);
  return isThere ? { valueJson: values?.[section.target] } : undefined;
}

function readHeading(text: string, note: Note, locator: string): SectionValue | undefined {
  const meant = findHeading(note, locator);
  if (meant === undefined) return undefined;
  const { found, candidates } = meant;
  return {
    valueText: text.slice(found.header.start, found.body.end).replace(/[\r\n]+$/, ''),
    sectionTarget: found.path,
    ...(candidates.length > 1 ? { candidates: candidates.map(({ path }) => path) } : {}),
  };
}

/** A marker at the end of the block belongs to it, one that stands alone below does not. */
function readBlock(text: string, note: Note, id: string): SectionValue | undefined {
  const found = findBlock(note, id);
  if (found === undefined) return undefined;
  const end = found.block.isolated ? found.body.end : found.header.end;
  return { valueText: text.slice(found.body.start, end) };
}
