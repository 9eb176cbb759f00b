import { BlockScanner } from './blocks.ts';
import { scanFields } from './fields.ts';
import { frontmatterLinks, scanFrontmatter } from './frontmatter.ts';
import type { Note } from './note.ts';

/** Reads a text as a note. Never throws: whatever is wrong stands in `problems`. */
export function scanNote(text: string): Note {
  const { frontmatter, problems, bodyStart, bodyLine } = scanFrontmatter(text);
  const blocks = new BlockScanner(text, bodyStart, bodyLine);
  if (frontmatter !== undefined) {
    const { start, end, line } = frontmatter;
    blocks.outline.sections.push({ type: 'yaml', start, end, line, endLine: bodyLine - 1 });
  }
  blocks.run();
  const { outline } = blocks;
  const { inline, references } = blocks.leaf;
  const { sections, items } = outline;
  return {
    length: text.length,
    bodyStart,
    frontmatter,
    frontmatterLinks: frontmatterLinks(text, frontmatter),
    headings: outline.headings,
    sections,
    links: inline.links,
    embeds: inline.embeds,
    tags: inline.tags,
    blocks: outline.blocks(),
    listItems: items,
    fields: scanFields(text, sections, items),
    references,
    problems,
  };
}
