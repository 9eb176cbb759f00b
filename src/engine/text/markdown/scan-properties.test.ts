import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fc } from '../../../../test/support/property.ts';
import type { Note, Range } from './note.ts';
import { scanNote } from './scan.ts';

/** Pieces that mean something, so that random notes hit many rules and their joints. */
const piece = fc.oneof(
  fc.constantFrom('\n', '\n\n', '\r\n', ' ', '    ', '\t', 'word', 'é', '🌱', '\u200b', '\u3000'),
  fc.constantFrom(
    '# ',
    '## H',
    '---\n',
    '===\n',
    '> ',
    '>',
    '- ',
    '* ',
    '1. ',
    '2) ',
    '- [ ] ',
    '- [x]',
  ),
  fc.constantFrom(
    '[[',
    ']]',
    '[',
    ']',
    '(',
    ')',
    '![[',
    '![',
    '](',
    '<',
    '>',
    '|',
    '\\',
    '\\|',
    '^[',
  ),
  fc.constantFrom('`', '```', '~~~', '$', '$$', '%%', '<!--', '-->', '<div>', '</div>', '<a b="'),
  fc.constantFrom(
    '#tag',
    '#',
    '#1',
    '_#x_',
    '::',
    'key:: v',
    '[k:: v]',
    ' ^id',
    '^id',
    '[^1]',
    '[^1]: ',
  ),
  fc.constantFrom('|a|b|\n|-|-|\n', '[r]: u\n', '✅ 2024-01-01', 'a: 1\n', '"', "'", '[!note]'),
  fc.string({ maxLength: 4, unit: 'binary' }),
);
const anyText = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
const notes = fc.oneof(
  anyText,
  anyText.map((text) => `---\n${text}`),
  anyText.map((text) => `---\na: 1\n${text}\n---\n${text}`),
);

/** The same notes in every run. */
const seed = 3;

function ranges(note: Note): Range[] {
  const { frontmatter, headings, sections, links, embeds, tags, blocks, listItems } = note;
  const { fields, references, problems } = note;
  const own = [headings, sections, links, embeds, tags, blocks, listItems, fields];
  return [...(frontmatter ? [frontmatter] : []), ...own.flat(), ...references, ...problems];
}

test('any text gives a note whose places are inside it and on the right line', () => {
  fc.assert(
    fc.property(notes, (text) => {
      const note = scanNote(text);
      const lines = [0];
      for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1))
        lines.push(at + 1);
      for (const range of ranges(note)) {
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeGreaterThanOrEqual(range.start);
        expect(range.end).toBeLessThanOrEqual(text.length);
        expect(lines.findLastIndex((start) => start <= range.start)).toBe(range.line);
      }
    }),
    { seed, numRuns: 2000 },
  );
});

test('what a place says is what stands there', () => {
  fc.assert(
    fc.property(notes, (text) => {
      const note = scanNote(text);
      for (const { tag, start, end } of note.tags) expect(text.slice(start, end)).toBe(tag);
      for (const { id, markerEnd } of note.blocks) {
        expect(text.slice(markerEnd - id.length - 1, markerEnd)).toBe(`^${id}`);
      }
      for (const { marker, markerStart } of note.listItems) {
        expect(text.startsWith(marker, markerStart)).toBe(true);
      }
      for (const link of note.links) expect(text.charAt(link.start)).toBe('[');
      for (const embed of note.embeds) expect(text.startsWith('![', embed.start)).toBe(true);
      for (const { text: words, setext, start, end } of note.headings) {
        expect(text.slice(start, end)).toContain(words);
        if (!setext) expect(text.charAt(start)).toBe('#');
      }
    }),
    { seed, numRuns: 1000 },
  );
});

test('sections follow each other, and headings split the note without gaps', () => {
  fc.assert(
    fc.property(notes, (text) => {
      const note = scanNote(text);
      note.sections.forEach((section, index) => {
        const next = note.sections[index + 1];
        if (next) expect(next.start).toBeGreaterThanOrEqual(section.end);
      });
      note.headings.forEach((heading, index) => {
        const end = note.headings.slice(index + 1).find(({ level }) => level <= heading.level);
        expect(heading.sectionEnd).toBe(end?.start ?? text.length);
        expect(heading.parent).toBe(
          note.headings.slice(0, index).findLastIndex(({ level }) => level < heading.level),
        );
      });
    }),
    { seed, numRuns: 1000 },
  );
});

test('the line ending does not change what is found', () => {
  fc.assert(
    fc.property(notes, (raw) => {
      const text = raw.replaceAll('\r', '');
      const names = (note: Note) => ({
        tags: note.tags.map(({ tag, line }) => [tag, line]),
        links: note.links.map(({ target, line }) => [target, line]),
        items: note.listItems.map(({ task, line, parent, endLine }) => [
          task,
          line,
          parent,
          endLine,
        ]),
        sections: note.sections.map(({ type, line, endLine }) => [type, line, endLine]),
        blocks: note.blocks.map(({ id, type }) => [id, type]),
        fields: note.fields.map(({ key, value }) => [key, value]),
        properties: note.frontmatter?.values,
      });
      expect(names(scanNote(text.replaceAll('\n', '\r\n')))).toEqual(names(scanNote(text)));
    }),
    { seed, numRuns: 500 },
  );
});

const vaults = fileURLToPath(new URL('../../../../../shared/vaults', import.meta.url));
test('real vaults scan without problems', () => {
  if (!existsSync(vaults)) {
    console.log('No vaults beside the project: not scanned.');
    return;
  }
  const files = readdirSync(vaults, { recursive: true, encoding: 'utf8' });
  const problems = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      scanNote(readFileSync(join(vaults, file), 'utf8')).problems.map(({ message }) => [
        file,
        message,
      ]),
    );
  expect(problems).toEqual([]);
});
