import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { frontmatterTags } from './frontmatter.ts';
import { displayText } from './links.ts';
import type { Range } from './note.ts';
import { scanNote } from './scan.ts';

const folder = fileURLToPath(
  new URL('../../../../../shared/oracles/obsidian-metadata/notes', import.meta.url),
);
const names = existsSync(folder) ? readdirSync(folder).sort() : [];
if (names.length === 0) console.log('No Obsidian metadata beside the project: oracle not run.');

interface Place {
  line: number;
  col: number;
  offset: number;
}

/** What the scanner says, in the shape of Obsidian's cache. */
function toCache(text: string): Record<string, unknown> {
  const note = scanNote(text);
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const place = (offset: number): Place => {
    const line = starts.findLastIndex((start) => start <= offset);
    return { line, col: offset - (starts[line] ?? 0), offset };
  };
  const position = ({ start, end, line }: Range) => {
    expect(place(start).line).toBe(line);
    return { start: place(start), end: place(end) };
  };
  const links = (list: typeof note.links) =>
    list.map((link) => ({
      link: link.target,
      displayText: displayText(link),
      original: text.slice(link.start, link.end),
      position: position(link),
    }));
  const cache: Record<string, unknown[] | object | undefined> = {
    sections: note.sections.map((section) => ({
      type: section.type,
      ...(section.id === undefined ? {} : { id: section.id }),
      position: position(section),
    })),
    headings: note.headings.map((heading) => ({
      heading: heading.text,
      level: heading.level,
      position: position(heading),
    })),
    links: links(note.links),
    embeds: links(note.embeds),
    tags: note.tags.map((tag) => ({ tag: tag.tag, position: position(tag) })),
    listItems: note.listItems.map((item) => ({
      parent: item.parent,
      ...(item.task === undefined ? {} : { task: item.task }),
      ...(item.id === undefined ? {} : { id: item.id }),
      position: position(item),
    })),
    blocks: Object.fromEntries(
      note.blocks.map((block) => [
        block.id.toLowerCase(),
        { id: block.id.toLowerCase(), position: position(block) },
      ]),
    ),
    frontmatter: note.frontmatter?.values,
    frontmatterPosition: note.frontmatter?.values && position(note.frontmatter),
    frontmatterLinks: note.frontmatterLinks.map((link) => ({
      key: link.key,
      link: link.target,
      original: link.original,
      displayText: displayText(link),
    })),
  };
  return Object.fromEntries(
    Object.entries(cache).filter(
      ([, value]) => value !== undefined && Object.keys(value).length > 0,
    ),
  );
}

// Without any, this one is reported as skipped; a file without tests would fail.
test.skipIf(names.length === 0)('Obsidian metadata is beside the project', () =>
  expect(names).not.toEqual([]),
);

test.each(names)('%s has the metadata that Obsidian keeps', (name) => {
  const dump = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const { cachedMetadata, fileContents } = dump;
  const wanted = Object.fromEntries(
    Object.entries(cachedMetadata).filter(([, value]) => Object.keys(value ?? {}).length > 0),
  );
  expect(toCache(fileContents)).toEqual(wanted);
  const tags = frontmatterTags(scanNote(fileContents).frontmatter?.values);
  expect(tags ?? null).toEqual(dump.parseFrontMatterTags);
});
