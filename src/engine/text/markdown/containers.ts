import { GREATER, isBlank } from './chars.ts';
import type { Cursor } from './cursor.ts';
import { readCallout } from './leaf-syntax.ts';
import type { Footnote } from './note.ts';
import type { Mutable, OpenCallout, OpenItem, Outline } from './outline.ts';

/** A list that a further item can join. */
interface OpenList {
  readonly mark: number;
  readonly line: number;
  /** Index of its latest item. */
  item: number;
}

export interface Container {
  readonly kind: 'root' | 'quote' | 'item' | 'footnote';
  /** Columns that a line must be indented by to belong to it. */
  readonly width: number;
  /** Index of the innermost list item around what it holds, or -1. */
  readonly item: number;
  /** What grows with every line inside, apart from items. */
  readonly callout: OpenCallout | undefined;
  readonly footnote: Mutable<Footnote> | undefined;
  list: OpenList | undefined;
  /** An item with nothing but its marker so far. */
  empty: boolean;
  /**
   * Obsidian takes one more column for the indentation of a number below ten, as long as all lines
   * have it: the items inside that start behind that column. Undefined for every other container.
   */
  indented: OpenItem[] | undefined;
}

/** The quotes, items and footnotes that are open around the present line. */
export class Containers {
  readonly stack: Container[];
  /** The innermost one. */
  top: Container;
  private readonly outline: Outline;
  /** How many of them are quotes. */
  private quotes = 0;
  /** The items inside of each number, as in `indented`. */
  private readonly wide = new Map<OpenItem, OpenItem[]>();

  constructor(outline: Outline) {
    this.outline = outline;
    this.top = toContainer('root', 0, -1, undefined, undefined, false);
    this.stack = [this.top];
  }

  get depth(): number {
    return this.stack.length;
  }

  /** Eats the marks and blanks of the containers that go on in this line; how many do. */
  match(cursor: Cursor): number {
    const { stack } = this;
    let depth = 1;
    for (; depth < stack.length; depth++) {
      const container = stack[depth];
      if (container === undefined) break;
      if (container.kind === 'quote') {
        if (!atQuoteMark(cursor)) break;
        eatQuoteMark(cursor);
      } else if (cursor.content === cursor.end) {
        if (container.empty) break;
      } else if (cursor.contentCol - cursor.col >= container.width) {
        if (container.indented !== undefined) this.narrow(container, cursor);
        cursor.eatBlanks(container.width);
        container.empty = false;
      } else break;
    }
    return depth;
  }

  closeTo(depth: number): void {
    const { stack } = this;
    if (stack.length === depth) return;
    while (stack.length > depth) if (stack.pop()?.kind === 'quote') this.quotes--;
    this.top = stack[depth - 1] ?? this.top;
  }

  /** Makes everything that is open reach to the end of this line. */
  touch(end: number, line: number): void {
    const { top } = this;
    if (top.kind !== 'item' || this.stack.length > 2) this.touchQuotes(end, line);
    const item = this.outline.items[top.item];
    if (item === undefined) return;
    item.end = end;
    item.endLine = line;
  }

  /** The same without items. */
  touchQuotes(end: number, line: number): void {
    const { stack } = this;
    for (let i = stack.length - 1; i > 0; i--) {
      const callout = stack[i]?.callout;
      const footnote = stack[i]?.footnote;
      if (callout !== undefined) {
        callout.end = end;
        callout.endLine = line;
      } else if (footnote !== undefined) footnote.end = end;
    }
  }

  openQuote(cursor: Cursor): void {
    const start = cursor.rest;
    eatQuoteMark(cursor);
    const { text, content, end, line } = cursor;
    const found = readCallout(text, content, end);
    if (this.stack.length === 1) {
      this.outline.openSection(found === undefined ? 'blockquote' : 'callout', start, end, line);
    }
    let callout: OpenCallout | undefined;
    if (found !== undefined) {
      const { type, fold, title } = found;
      callout = { type, fold, title, start, end, line, endLine: line, depth: this.quotes + 1 };
      this.outline.callouts.push(callout);
    }
    this.quotes++;
    this.push(toContainer('quote', 0, this.top.item, callout, undefined, false));
  }

  openFootnote(footnote: Mutable<Footnote>): void {
    if (this.stack.length === 1) {
      const { start, end, line } = footnote;
      this.outline.openSection('footnoteDefinition', start, end, line);
    }
    this.push(toContainer('footnote', 4, this.top.item, undefined, footnote, false));
  }

  /** Adds an item to the list it belongs to, which may be a new one. */
  openItem(item: OpenItem, mark: number, width: number, empty: boolean, isWide: boolean): void {
    const { top, outline } = this;
    const { items } = outline;
    const index = items.length;
    let { list } = top;
    if (list?.mark !== mark) {
      list = { mark, line: item.line, item: index };
      if (this.stack.length === 1) outline.openSection('list', item.start, item.end, item.line);
    }
    list.item = index;
    item.parent = items[top.item]?.line ?? (list.line === 0 ? -1 : -list.line);
    const container = toContainer('item', width, index, undefined, undefined, empty);
    if (isWide) {
      container.indented = [];
      this.wide.set(item, container.indented);
    }
    this.push(container);
    top.list = list;
    items.push(item);
  }

  /** Takes the additional column back when a line does not have it. */
  private narrow(container: Container, { contentCol, col }: Cursor): void {
    if (container.indented === undefined || contentCol - col > container.width) return;
    const moved = container.indented;
    container.indented = undefined;
    for (let item = moved.pop(); item !== undefined; item = moved.pop()) {
      item.start--;
      // With a blank before it, its own number is wide no longer.
      moved.push(...(this.wide.get(item)?.splice(0) ?? []));
    }
  }

  /** What was listed before it in the container around it ends. */
  private push(container: Container): void {
    this.top.list = undefined;
    this.top = container;
    this.stack.push(container);
  }
}

function atQuoteMark({ text, content, end, contentCol, col }: Cursor): boolean {
  return content < end && contentCol - col < 4 && text.charCodeAt(content) === GREATER;
}

function eatQuoteMark(cursor: Cursor): void {
  cursor.eatTo(cursor.content + 1);
  if (cursor.pos < cursor.end && isBlank(cursor.text.charCodeAt(cursor.pos))) cursor.eatBlanks(1);
}

function toContainer(
  kind: Container['kind'],
  width: number,
  item: number,
  callout: OpenCallout | undefined,
  footnote: Mutable<Footnote> | undefined,
  empty: boolean,
): Container {
  return { kind, width, item, callout, footnote, list: undefined, empty, indented: undefined };
}
