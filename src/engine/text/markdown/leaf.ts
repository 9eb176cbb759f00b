import { BRACKET_OPEN, trimEnd } from './chars.ts';
import type { Containers } from './containers.ts';
import type { Cursor } from './cursor.ts';
import { InlineScanner } from './inline.ts';
import { readDefinition, trailingId } from './leaf-syntax.ts';
import { delimiterCells } from './line-starts.ts';
import type { Reference } from './note.ts';
import type { Outline } from './outline.ts';
import { Segments } from './segments.ts';
import { addCells, countCells } from './table.ts';
import type { VerbatimKind } from './verbatim.ts';

export type LeafKind = 'none' | 'paragraph' | 'table' | 'indented' | VerbatimKind;

/** Scanning is synchronous, so one buffer serves every note. */
const sharedSegments = new Segments();

/** The block without blocks inside that is open at the moment, and what is found at its end. */
export class Leaf {
  kind: LeafKind = 'none';
  readonly references: Reference[] = [];
  readonly inline: InlineScanner;

  private readonly text: string;
  private readonly outline: Outline;
  private readonly containers: Containers;
  private readonly segments = sharedSegments;
  /** Where the next caret stands, which starts every block id; most notes have none. */
  private caret = 0;

  constructor(text: string, outline: Outline, containers: Containers) {
    this.text = text;
    this.outline = outline;
    this.containers = containers;
    this.segments.clear();
    this.inline = new InlineScanner(text, this.segments);
  }

  add(start: number, end: number, line: number): void {
    this.segments.add(start, end, line);
  }

  addRow(start: number, end: number, line: number): void {
    // A row without any markup needs no cells.
    if (this.inline.nextSpecial(start) >= end && !this.hasCaret(start, end)) {
      this.segments.add(start, end, line);
    } else addCells(this.text, start, end, line, this.segments);
  }

  close(): void {
    const { segments, kind } = this;
    if (kind === 'paragraph') this.finishParagraph();
    else if (kind === 'comment') this.inline.scan(0, segments.count, false);
    else if (kind === 'table') {
      for (let i = 0; i < segments.count; i++) this.inline.scan(i, i + 1, true);
      this.nameBlock();
    }
    if (segments.count > 0) segments.clear();
    this.kind = 'none';
  }

  /** Scans what was added as one run of text and forgets it. */
  scanInline(): void {
    this.inline.scan(0, this.segments.count, false);
    this.segments.clear();
  }

  /** The lines of a paragraph that turns out to be a heading. */
  headingText(): { start: number; line: number; words: string } {
    const { segments, text } = this;
    const start = segments.start(0);
    const end = trimEnd(text, start, segments.end(segments.count - 1));
    return { start, line: segments.line(0), words: text.slice(start, end) };
  }

  /** True when the last line of the paragraph and this one are head and delimiter of a table. */
  isTableHead({ content, end }: Cursor): boolean {
    const { segments, text } = this;
    const cells = delimiterCells(text, content, end);
    if (cells === 0) return false;
    const last = segments.count - 1;
    return countCells(text, segments.start(last), segments.end(last)) === cells;
  }

  /** Takes the last line out of the paragraph and ends what stays above it, if anything does. */
  takeTableHead(): { start: number; end: number; line: number; first: boolean } {
    const { segments } = this;
    const last = segments.count - 1;
    const head = {
      start: segments.start(last),
      end: segments.end(last),
      line: segments.line(last),
      first: last === 0,
    };
    segments.dropLast();
    if (!head.first) {
      const { section } = this.outline;
      if (section !== undefined && this.containers.depth === 1) {
        section.end = segments.end(last - 1);
        section.endLine = segments.line(last - 1);
      }
      this.close();
    }
    return head;
  }

  private finishParagraph(): void {
    const { segments } = this;
    let from = 0;
    for (; from < segments.count; from++) {
      const start = segments.start(from);
      if (this.text.charCodeAt(start) !== BRACKET_OPEN) break;
      const reference = readDefinition(this.text, start, segments.end(from), segments.line(from));
      if (reference === undefined) break;
      this.references.push(reference);
    }
    if (from < segments.count) {
      this.nameBlock();
      this.inline.scan(from, segments.count, false);
    } else if (this.containers.depth === 1) {
      const { section } = this.outline;
      if (section !== undefined) section.type = 'definition';
    }
  }

  /** Finds the id at the end of the block and gives it to the item or section that ends here. */
  private nameBlock(): void {
    const { text, segments, outline } = this;
    const last = segments.count - 1;
    const start = segments.start(last);
    if (!this.hasCaret(start, segments.end(last))) return;
    const caret = trailingId(text, start, segments.end(last));
    if (caret === -1) return;
    const end = trimEnd(text, caret, segments.end(last));
    const id = text.slice(caret + 1, end);
    const alone = caret === start;
    const marker = alone && last > 0 ? segments.end(last - 1) : trimEnd(text, start, caret);
    const { item } = this.containers.top;
    if (item !== -1) {
      outline.nameItem(item, id, marker, end);
      return;
    }
    const isolated = alone && last === 0 && this.containers.depth === 1;
    const section = outline.sections.at(isolated ? -2 : -1);
    if (section !== undefined) outline.nameSection(section, id, marker, end, isolated);
  }

  private hasCaret(start: number, end: number): boolean {
    if (this.caret !== -1 && this.caret < start) this.caret = this.text.indexOf('^', start);
    return this.caret !== -1 && this.caret < end;
  }
}
