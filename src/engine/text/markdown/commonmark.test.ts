import { Parser } from 'commonmark';
import { expect, test } from 'vitest';
import { fc } from '../../../../test/support/property.ts';
import type { Note } from './note.ts';
import { scanNote } from './scan.ts';

/**
 * The reference implementation of CommonMark, on text that means the same to Obsidian: no tags,
 * wikilinks, tables, math, comments, footnotes, task boxes or reference definitions.
 */
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('word', 'two words', ' ', '.', 'ü', '*em*', '**st**') },
  { weight: 5, arbitrary: fc.constantFrom('\n', '\n\n', '\n  ', '\n    ', '\n\t', '\n ') },
  { weight: 3, arbitrary: fc.constantFrom('- ', '* ', '+ ', '1. ', '2) ', '-\n', '10. ') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('# ', '## ', '####### ', '#\n', ' #\n', '===\n', '---\n'),
  },
  { weight: 3, arbitrary: fc.constantFrom('> ', '>', '>> ') },
  { weight: 3, arbitrary: fc.constantFrom('```\n', '~~~~\n', '``` js\n', '`', '``', '\\') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('<div>', '</div>\n', '<b>', '<!-- ', '-->\n', '<pre>\n'),
  },
  { weight: 3, arbitrary: fc.constantFrom('[t](a.md)', '![i](b.png)', '[x', '](c.md)', '(', ')') },
  { weight: 1, arbitrary: fc.constantFrom('* * *\n', '***\n', '[t](<d e.md> "T")', '[a](b c)') },
);
const texts = fc.array(piece, { maxLength: 30 }).map((pieces) => `\n${pieces.join('')}`);

interface Structure {
  sections: [type: string, line: number, endLine: number][];
  headings: [level: number, line: number][];
  items: number[];
  links: string[];
}

test('blocks, headings, items and links are those of CommonMark', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(ours(text)).toEqual(theirs(text));
    }),
    { numRuns: 3000 },
  );
});

function ours(text: string): Structure {
  const note = scanNote(text);
  const lines = text.split('\n');
  return {
    sections: note.sections.map(({ type, line, endLine }) => [
      type,
      line,
      lastLine(lines, endLine),
    ]),
    headings: note.headings.map(({ level, line }) => [level, line]),
    items: note.listItems.map(({ line }) => line),
    links: linksOf(note),
  };
}

function linksOf({ links, embeds }: Note): string[] {
  return [...links, ...embeds].map(({ target }) => target).sort();
}

const types: Readonly<Record<string, string>> = {
  block_quote: 'blockquote',
  code_block: 'code',
  heading: 'heading',
  html_block: 'html',
  list: 'list',
  paragraph: 'paragraph',
  thematic_break: 'thematicBreak',
};

function theirs(text: string): Structure {
  const found: Structure = { sections: [], headings: [], items: [], links: [] };
  const lines = text.split('\n');
  const walker = new Parser().parse(text).walker();
  for (let event = walker.next(); event !== null; event = walker.next()) {
    const { node, entering } = event;
    if (!entering) continue;
    const atRoot = node.parent?.type === 'document';
    const [start, end] = node.sourcepos ?? [
      [1, 1],
      [1, 1],
    ];
    if (atRoot)
      found.sections.push([
        types[node.type] ?? node.type,
        start[0] - 1,
        lastLine(lines, end[0] - 1),
      ]);
    if (node.type === 'heading' && atRoot) found.headings.push([node.level, start[0] - 1]);
    if (node.type === 'item') found.items.push(start[0] - 1);
    if (node.type === 'link' || node.type === 'image')
      found.links.push(decodeURI(node.destination ?? ''));
  }
  found.links.sort();
  return found;
}

/** Blank lines at the end belong to nothing. */
function lastLine(lines: readonly string[], line: number): number {
  let last = line;
  while (last > 0 && lines[last]?.trim() === '') last--;
  return last;
}
