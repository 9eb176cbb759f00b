import {
  BACKTICK,
  BRACKET_OPEN,
  DASH,
  DOLLAR,
  EQUALS,
  GREATER,
  HASH,
  isDigit,
  LESS,
  PERCENT,
  PIPE,
  SPACE,
  skipBlanks,
  TILDE,
  trimEnd,
} from './chars.ts';
import { Containers } from './containers.ts';
import { Cursor } from './cursor.ts';
import { Leaf, type LeafKind } from './leaf.ts';
import {
  atxLevel,
  atxTextEnd,
  footnoteIdLength,
  isThematicBreak,
  markerLength,
  setextLevel,
  startsText,
  taskBox,
} from './line-starts.ts';
import type { SectionType } from './note.ts';
import { type OpenItem, Outline } from './outline.ts';
import { isVerbatim, Verbatim, type VerbatimKind } from './verbatim.ts';

/** Containers deeper than this are text: every line has to be matched with each of them. */
const nestingMax = 100;

/** What a line start turned out to be: nothing special, a container, or a whole block. */
type Started = 'nothing' | 'container' | 'leaf';

/** Reads the body line by line: containers first, then what kind of block the rest is. */
export class BlockScanner {
  readonly outline = new Outline();
  readonly cursor: Cursor;
  readonly leaf: Leaf;

  private readonly text: string;
  private readonly containers = new Containers(this.outline);
  private readonly verbatim: Verbatim;
  /** First line of the latest run of blank lines, or -1. */
  private blankLine = -1;
  private blankStart = 0;

  constructor(text: string, from: number, line: number) {
    this.text = text;
    this.cursor = new Cursor(text, from, line);
    this.verbatim = new Verbatim(this.cursor);
    this.leaf = new Leaf(text, this.outline, this.containers);
  }

  run(): void {
    const { stack } = this.containers;
    while (this.cursor.advance()) {
      if (stack.length > 1 || !this.takePlainLine()) this.scanLine();
    }
    this.leaf.close();
    this.outline.closeHeadings(0, this.text.length);
    this.outline.markTasks();
  }

  /**
   * Takes a blank line or a line of text outside of containers, as most lines of most notes are,
   * without all the questions that other lines have to be asked; false when it is another line.
   */
  private takePlainLine(): boolean {
    const { leaf, text } = this;
    const { content, end, line, contentCol } = this.cursor;
    if (leaf.kind !== 'none' && leaf.kind !== 'paragraph') return false;
    if (content === end) {
      if (leaf.kind === 'paragraph') leaf.close();
      this.noteBlank();
      return true;
    }
    if (contentCol >= 4 || !startsText(text.charCodeAt(content))) return false;
    const { section } = this.outline;
    if (leaf.kind === 'none' || section === undefined) {
      leaf.kind = 'paragraph';
      this.containers.top.list = undefined;
      this.outline.openSection('paragraph', content, end, line);
    } else {
      section.end = end;
      section.endLine = line;
    }
    leaf.add(content, end, line);
    this.blankLine = -1;
    return true;
  }

  private scanLine(): void {
    const { cursor, containers, leaf } = this;
    const depth = containers.stack.length === 1 ? 1 : containers.match(cursor);
    if (isVerbatim(leaf.kind)) {
      if (depth < containers.depth) leaf.close();
      else if (this.continueVerbatim(leaf.kind)) return;
    }
    if (cursor.isBlank) this.scanBlank(depth);
    else this.openBlocks(depth);
  }

  private scanBlank(depth: number): void {
    const { cursor, containers } = this;
    if (this.leaf.kind !== 'indented' || depth < containers.depth) this.leaf.close();
    containers.closeTo(depth);
    // An empty line of a quote is part of the quote, though of nothing inside it.
    if (depth > 1 && skipBlanks(this.text, cursor.start, cursor.end) < cursor.end) {
      this.touchSection();
    }
    this.noteBlank();
  }

  private noteBlank(): void {
    if (this.blankLine !== -1) return;
    this.blankLine = this.cursor.line;
    this.blankStart = this.cursor.start;
  }

  private openBlocks(matched: number): void {
    const { cursor, containers, text } = this;
    let depth = matched;
    for (;;) {
      if (cursor.indent >= 4) {
        this.openIndented(depth);
        break;
      }
      const unit = text.charCodeAt(cursor.content);
      const started = startsText(unit) ? 'nothing' : this.start(unit, depth);
      if (started === 'nothing') this.addText(depth);
      if (started !== 'container') break;
      if (cursor.isBlank) break;
      depth = containers.depth;
    }
    this.touch();
    this.blankLine = -1;
  }

  /** Tries everything that can start at a character that is no letter. */
  private start(unit: number, depth: number): Started {
    switch (unit) {
      case GREATER:
        return this.startQuote(depth);
      case HASH:
        return this.startHeading(depth);
      case BACKTICK:
      case TILDE:
      case LESS:
      case DOLLAR:
      case PERCENT:
        return this.startVerbatim(unit, depth);
      case BRACKET_OPEN:
        return this.startFootnote(depth);
      case PIPE:
        if (this.leaf.kind === 'table') return 'nothing';
        return this.startRuleOrItem(unit, depth);
      default:
        return this.startRuleOrItem(unit, depth);
    }
  }

  private startRuleOrItem(unit: number, depth: number): Started {
    const { cursor, text } = this;
    const continues = this.leaf.kind === 'paragraph' && depth === this.containers.depth;
    if (continues && (unit === EQUALS || unit === DASH)) {
      const level = setextLevel(text, cursor.content, cursor.end);
      if (level > 0 && !this.leaf.isTableHead(cursor)) return this.endSetext(level);
    }
    if (continues && this.leaf.isTableHead(cursor)) return this.startTable();
    if (isThematicBreak(text, cursor.content, cursor.end)) {
      this.openLeaf('none', 'thematicBreak', depth);
      return 'leaf';
    }
    return this.startItem(depth, cursor.col);
  }

  private startQuote(depth: number): Started {
    if (depth > nestingMax) return 'nothing';
    this.closeTo(depth);
    this.containers.openQuote(this.cursor);
    return 'container';
  }

  private startHeading(depth: number): Started {
    const { cursor, text } = this;
    const level = atxLevel(text, cursor.content, cursor.end);
    if (level === 0) return 'nothing';
    this.openLeaf('none', 'heading', depth);
    const from = skipBlanks(text, cursor.content + level, cursor.end);
    const to = atxTextEnd(text, from, cursor.end);
    if (depth === 1) {
      const end = trimEnd(text, cursor.content, cursor.end);
      const { line, next, content } = cursor;
      this.outline.addHeading(level, text.slice(from, to), false, content, end, line, next);
    }
    this.leaf.add(from, to, cursor.line);
    this.leaf.scanInline();
    return 'leaf';
  }

  private startVerbatim(unit: number, depth: number): Started {
    const { cursor, leaf, verbatim } = this;
    const kind = verbatim.start(unit, leaf.kind === 'paragraph');
    if (kind === undefined) return 'nothing';
    this.openLeaf(kind, kind === 'fence' ? 'code' : kind, depth);
    if (kind === 'comment') leaf.add(cursor.content + 2, cursor.end, cursor.line);
    else if (kind === 'fence' && depth === 1) verbatim.skipCode();
    else if (verbatim.endsAtStart(kind)) leaf.close();
    return 'leaf';
  }

  private startFootnote(depth: number): Started {
    const { cursor, text } = this;
    const length = footnoteIdLength(text, cursor.content, cursor.end);
    if (length === 0 || depth > nestingMax) return 'nothing';
    this.closeTo(depth);
    this.containers.openFootnote(cursor);
    cursor.eatTo(cursor.content + length + 4);
    return 'container';
  }

  private startTable(): Started {
    const { cursor, leaf, outline } = this;
    const { start, end, line, first } = leaf.takeTableHead();
    // Lines above the head stay a paragraph of their own.
    if (first) this.retype('table');
    else if (this.containers.depth === 1) outline.openSection('table', start, end, line);
    leaf.kind = 'table';
    leaf.addRow(start, end, line);
    leaf.add(cursor.end, cursor.end, cursor.line);
    return 'leaf';
  }

  private endSetext(level: number): Started {
    const { cursor, leaf, outline } = this;
    if (this.containers.depth === 1) {
      this.retype('heading');
      const { start, line, words } = leaf.headingText();
      outline.addHeading(level, words, true, start, cursor.end, line, cursor.next);
    }
    leaf.scanInline();
    leaf.kind = 'none';
    return 'leaf';
  }

  private startItem(depth: number, base: number): Started {
    const { cursor, text, containers } = this;
    const { content: markerStart, contentCol: markerCol, line, end } = cursor;
    const size = markerLength(text, markerStart, end);
    if (size === 0 || depth > nestingMax) return 'nothing';
    if (this.leaf.kind === 'paragraph' && depth === containers.depth && !this.mayInterrupt(size)) {
      return 'nothing';
    }
    this.closeTo(depth);
    const after = markerStart + size;
    const mark = text.charCodeAt(after - 1);
    if (this.blankLine !== -1) this.stretchSibling(mark);
    let start = base === cursor.col ? cursor.rest : markerStart;
    const { indented } = containers.top;
    const isIndented = indented !== undefined && text.charCodeAt(start) === SPACE;
    if (isIndented) start++;
    cursor.eatTo(after);
    const empty = cursor.content === end;
    const padding = empty || cursor.indent > 4 ? 1 : cursor.indent;
    if (!empty) cursor.eatBlanks(padding);
    const item: OpenItem = {
      marker: text.slice(markerStart, after),
      markerStart,
      contentStart: empty ? after : cursor.content,
      parent: -1,
      start,
      end,
      line,
      endLine: line,
    };
    if (isIndented) indented.push(item);
    const isWide = (after + padding - start) % 2 === 1 && Number(item.marker) < 10;
    containers.openItem(item, mark, markerCol - base + size + padding, empty, isWide);
    if (cursor.indent >= 4) return 'container';
    const first = text.charCodeAt(cursor.content);
    if (first === BRACKET_OPEN) return this.startTask(item);
    return startsText(first) && !empty ? this.startText() : 'container';
  }

  /** Text right behind a marker, before which nothing is left to close. */
  private startText(): Started {
    const { content, end, line } = this.cursor;
    this.leaf.kind = 'paragraph';
    this.leaf.add(content, end, line);
    return 'leaf';
  }

  /** A task box can be followed by a further item on the same line, as in `- [ ] 1. x`. */
  private startTask(item: OpenItem): Started {
    const { cursor, text, containers } = this;
    const box = taskBox(text, cursor.content, cursor.end);
    if (box === '') return 'container';
    this.outline.tasks.push({ item, mark: box });
    const base = cursor.col;
    cursor.eatTo(cursor.content + 2 + box.length);
    item.contentStart = cursor.isBlank ? cursor.pos : cursor.content;
    if (cursor.isBlank) return 'leaf';
    const inner = this.startItem(containers.depth, base);
    return inner === 'nothing' ? this.startText() : inner;
  }

  /** An item directly followed by blank lines and a sibling reaches to the first blank line. */
  private stretchSibling(mark: number): void {
    const { list } = this.containers.top;
    if (list?.mark !== mark) return;
    const sibling = this.outline.items[list.item];
    if (sibling?.endLine !== this.blankLine - 1) return;
    sibling.end = this.blankStart;
    sibling.endLine = this.blankLine;
  }

  /** Only an item with text, and of numbers only 1, can end a paragraph. */
  private mayInterrupt(size: number): boolean {
    const { text, cursor } = this;
    if (skipBlanks(text, cursor.content + size, cursor.end) === cursor.end) return false;
    if (!isDigit(text.charCodeAt(cursor.content))) return true;
    return size === 2 && text.charCodeAt(cursor.content) === 49;
  }

  private openIndented(depth: number): void {
    const { cursor, containers } = this;
    if (this.leaf.kind === 'paragraph') {
      this.leaf.add(cursor.content, cursor.end, cursor.line);
    } else if (this.leaf.kind !== 'indented' || depth < containers.depth) {
      this.openLeaf('indented', 'code', depth);
    }
  }

  private addText(depth: number): void {
    const { cursor, leaf } = this;
    if (leaf.kind === 'table' && depth === this.containers.depth) {
      leaf.addRow(cursor.content, cursor.end, cursor.line);
      return;
    }
    if (leaf.kind !== 'paragraph') this.openLeaf('paragraph', 'paragraph', depth);
    leaf.add(cursor.content, cursor.end, cursor.line);
  }

  /** Takes the line into the open block; false when the block ended before it. */
  private continueVerbatim(kind: VerbatimKind): boolean {
    const { cursor, leaf, verbatim } = this;
    if (kind === 'html' && cursor.isBlank && verbatim.endsAtBlank) {
      leaf.close();
      return false;
    }
    if (kind === 'comment') leaf.add(cursor.pos, cursor.end, cursor.line);
    this.touch();
    if (verbatim.ends(kind)) leaf.close();
    return true;
  }

  private closeTo(depth: number): void {
    this.leaf.close();
    this.containers.closeTo(depth);
  }

  private openLeaf(kind: LeafKind, type: SectionType, depth: number): void {
    this.closeTo(depth);
    this.leaf.kind = kind;
    this.containers.top.list = undefined;
    const { content, end, line } = this.cursor;
    if (this.containers.depth === 1) this.outline.openSection(type, content, end, line);
  }

  private touch(): void {
    const { end, line } = this.cursor;
    if (this.containers.stack.length > 1) this.containers.touch(end, line);
    this.touchSection();
  }

  private touchSection(): void {
    const { section } = this.outline;
    if (section === undefined) return;
    section.end = this.cursor.end;
    section.endLine = this.cursor.line;
  }

  private retype(type: SectionType): void {
    const { section } = this.outline;
    if (section !== undefined && this.containers.depth === 1) section.type = type;
  }
}
