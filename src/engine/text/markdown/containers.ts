import { GREATER, isBlank } from './chars.ts';
import type { Cursor } from './cursor.ts';
import type { OpenItem, Outline } from './outline.ts';

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
  /** The items inside of each number, as in `indented`. */
  private readonly wide = new Map<OpenItem, OpenItem[]>();

  constructor(outline: Outline) {
    this.outline = outline;
    this.top = toContainer('root', 0, -1, false);
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
    while (stack.length > depth) stack.pop();
    this.top = stack[depth - 1] ?? this.top;
  }

  /** Makes the innermost item reach to the end of this line. */
  touch(end: number, line: number): void {
    const item = this.outline.items[this.top.item];
    if (item === undefined) return;
    item.end = end;
    item.endLine = line;
  }

  openQuote(cursor: Cursor): void {
    const start = cursor.rest;
    eatQuoteMark(cursor);
    const { text, content, end, line } = cursor;
    if (this.stack.length === 1) {
      const type = isCallout(text, content, end) ? 'callout' : 'blockquote';
      this.outline.openSection(type, start, end, line);
    }
    this.push(toContainer('quote', 0, this.top.item, false));
  }

  openFootnote({ content, end, line }: Cursor): void {
    if (this.stack.length === 1) {
      this.outline.openSection('footnoteDefinition', content, end, line);
    }
    this.push(toContainer('footnote', 4, this.top.item, false));
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
    const container = toContainer('item', width, index, empty);
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

/** True for `[!type]` at the start of a quote. */
function isCallout(text: string, start: number, end: number): boolean {
  return text.startsWith('[!', start) && text.slice(start, end).indexOf(']') >= 3;
}

function toContainer(
  kind: Container['kind'],
  width: number,
  item: number,
  empty: boolean,
): Container {
  return { kind, width, item, list: undefined, empty, indented: undefined };
}
