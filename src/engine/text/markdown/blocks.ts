import {
  BACKTICK,
  BRACKET_OPEN,
  DASH,
  DOLLAR,
  EQUALS,
  GREATER,
  HASH,
  isDigit,
  isLetter,
  LESS,
  PERCENT,
  skipBlanks,
  TILDE,
  trimEnd,
} from './chars.ts';
import { Containers } from './containers.ts';
import { Cursor } from './cursor.ts';
import { endsHtml, htmlKind } from './html-starts.ts';
import { Leaf, type LeafKind } from './leaf.ts';
import {
  atxLevel,
  atxTextEnd,
  fenceLength,
  footnoteIdLength,
  isThematicBreak,
  markerLength,
  setextLevel,
  taskBox,
} from './line-starts.ts';
import type { SectionType } from './note.ts';
import { type OpenItem, Outline } from './outline.ts';

/** Containers deeper than this are text: nobody writes them, and every line looks at each. */
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
  /** Marks that are known not to come any more; most notes have none. */
  private exhausted: Set<string> | undefined;
  /** First line of the latest run of blank lines, or -1. */
  private blankLine = -1;
  private blankStart = 0;

  constructor(text: string, from: number, line: number) {
    this.text = text;
    this.cursor = new Cursor(text, from, line);
    this.leaf = new Leaf(text, this.outline, this.containers);
  }

  run(): void {
    while (this.cursor.advance()) this.scanLine();
    this.leaf.close();
    this.outline.closeHeadings(0, this.text.length);
  }

  private scanLine(): void {
    const { cursor, containers } = this;
    const depth = containers.match(cursor);
    if (this.leaf.isVerbatim) {
      if (depth < containers.depth) this.leaf.close();
      else if (this.continueVerbatim()) return;
    }
    if (cursor.isBlank) this.scanBlank(depth);
    else this.openBlocks(depth);
  }

  private scanBlank(depth: number): void {
    const { cursor, containers } = this;
    if (this.leaf.kind !== 'indented' || depth < containers.depth) this.leaf.close();
    containers.closeTo(depth);
    // An empty line of a quote is part of the quote, though of nothing inside it.
    if (depth > 1 && skipBlanks(this.text, cursor.start, cursor.end) < cursor.end)
      this.touchQuotes();
    if (this.blankLine === -1) {
      this.blankLine = cursor.line;
      this.blankStart = cursor.start;
    }
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
      const started = unit > 127 || isLetter(unit) ? 'nothing' : this.start(unit, depth);
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
        return this.startFence(unit, depth);
      case LESS:
        return this.startHtml(depth);
      case DOLLAR:
        return this.startMath(depth);
      case PERCENT:
        return this.startComment(depth);
      case BRACKET_OPEN:
        return this.startFootnote(depth);
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

  private startFence(unit: number, depth: number): Started {
    const size = fenceLength(this.text, this.cursor.content, this.cursor.end);
    if (size === 0) return 'nothing';
    this.openLeaf('fence', 'code', depth);
    this.leaf.fenceUnit = unit;
    this.leaf.fenceSize = size;
    return 'leaf';
  }

  private startHtml(depth: number): Started {
    const { cursor, text } = this;
    const kind = htmlKind(text, cursor.content, cursor.end);
    if (kind === 0 || (kind === 7 && this.leaf.kind === 'paragraph')) return 'nothing';
    this.openLeaf('html', 'html', depth);
    this.leaf.html = kind;
    const from = kind === 2 ? cursor.content + 2 : cursor.content;
    if (endsHtml(text, from, cursor.end, kind)) this.leaf.close();
    return 'leaf';
  }

  private startMath(depth: number): Started {
    const { cursor, text } = this;
    const close = this.findPartner('$$');
    if (close === -1) return 'nothing';
    const sameLine = close < cursor.end;
    if (sameLine && skipBlanks(text, close + 2, cursor.end) < cursor.end) return 'nothing';
    this.openLeaf('math', 'math', depth);
    this.leaf.closeAt = close;
    if (sameLine) this.leaf.close();
    return 'leaf';
  }

  private startComment(depth: number): Started {
    const { cursor } = this;
    const close = this.findPartner('%%');
    if (close < cursor.end) return 'nothing';
    this.openLeaf('comment', 'comment', depth);
    this.leaf.closeAt = close;
    this.leaf.add(cursor.content + 2, cursor.end, cursor.line);
    return 'leaf';
  }

  private startFootnote(depth: number): Started {
    const { cursor, text } = this;
    const length = footnoteIdLength(text, cursor.content, cursor.end);
    if (length === 0 || depth > nestingMax) return 'nothing';
    const { content: start, end, line } = cursor;
    const id = text.slice(start + 2, start + 2 + length);
    this.closeTo(depth);
    const footnote = { id, kind: 'definition' as const, start, end, line };
    this.leaf.inline.footnotes.push(footnote);
    this.containers.openFootnote(footnote);
    cursor.eatTo(start + length + 4);
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
    const size = markerLength(text, cursor.content, cursor.end);
    if (size === 0 || depth > nestingMax) return 'nothing';
    const { content: markerStart, contentCol: markerCol, line, end } = cursor;
    if (this.leaf.kind === 'paragraph' && depth === containers.depth && !this.mayInterrupt(size)) {
      return 'nothing';
    }
    this.closeTo(depth);
    this.stretchSibling(text.charCodeAt(markerStart + size - 1));
    const start = base === cursor.col ? cursor.rest : markerStart;
    cursor.eatTo(markerStart + size);
    const empty = cursor.isBlank;
    const padding = empty || cursor.indent > 4 ? 1 : cursor.indent;
    if (!empty) cursor.eatBlanks(padding);
    const marker = text.slice(markerStart, markerStart + size);
    const contentStart = empty ? markerStart + size : cursor.content;
    const item: OpenItem = {
      marker,
      markerStart,
      contentStart,
      parent: -1,
      start,
      end,
      line,
      endLine: line,
    };
    const width = markerCol - base + size + padding;
    containers.openItem(item, text.charCodeAt(markerStart + size - 1), width, empty);
    return cursor.indent < 4 ? this.startTask(item) : 'container';
  }

  /** A task box can be followed by a further item on the same line, as in `- [ ] 1. x`. */
  private startTask(item: OpenItem): Started {
    const { cursor, text, containers } = this;
    const box = taskBox(text, cursor.content, cursor.end);
    if (box === '') return 'container';
    item.task = box;
    const base = cursor.col;
    cursor.eatTo(cursor.content + 2 + box.length);
    item.contentStart = cursor.isBlank ? cursor.pos : cursor.content;
    if (cursor.isBlank) return 'leaf';
    const inner = this.startItem(containers.depth, base);
    if (inner !== 'nothing') return inner;
    this.addText(containers.depth);
    return 'leaf';
  }

  /** An item directly followed by blank lines and a sibling reaches to the first blank line. */
  private stretchSibling(mark: number): void {
    const { list } = this.containers.top;
    if (list?.mark !== mark || this.blankLine === -1) return;
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
  private continueVerbatim(): boolean {
    const { cursor } = this;
    if (this.leaf.kind === 'html' && this.leaf.html >= 6 && cursor.isBlank) {
      this.leaf.close();
      return false;
    }
    if (this.leaf.kind === 'comment') this.leaf.add(cursor.pos, cursor.end, cursor.line);
    this.touch();
    if (this.leaf.endsAt(cursor)) this.leaf.close();
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
    if (this.containers.depth > 1) this.containers.touch(end, line);
    const section = this.outline.sections.at(-1);
    if (section === undefined) return;
    section.end = end;
    section.endLine = line;
  }

  private touchQuotes(): void {
    const { end, line } = this.cursor;
    this.containers.touchQuotes(end, line);
    const section = this.outline.sections.at(-1);
    if (section === undefined) return;
    section.end = end;
    section.endLine = line;
  }

  private retype(type: SectionType): void {
    const section = this.outline.sections.at(-1);
    if (section !== undefined && this.containers.depth === 1) section.type = type;
  }

  /** Where the mark at the cursor comes next, or -1. */
  private findPartner(mark: string): number {
    const { cursor, text } = this;
    if (this.exhausted?.has(mark) || !text.startsWith(mark, cursor.content)) return -1;
    const found = text.indexOf(mark, cursor.content + 2);
    if (found === -1) {
      this.exhausted ??= new Set();
      this.exhausted.add(mark);
    }
    return found;
  }
}
