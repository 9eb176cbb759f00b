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
  /** Index of the list item, or -1. */
  readonly item: number;
  /** What grows with every line inside, apart from items. */
  readonly growing: OpenCallout | Mutable<Footnote> | undefined;
  list: OpenList | undefined;
  /** An item with nothing but its marker so far. */
  empty: boolean;
}

/** The quotes, items and footnotes that are open around the present line. */
export class Containers {
  readonly stack: Container[] = [toContainer('root', 0)];
  private readonly outline: Outline;

  constructor(outline: Outline) {
    this.outline = outline;
  }

  get depth(): number {
    return this.stack.length;
  }

  get top(): Container {
    return this.stack[this.stack.length - 1] ?? toContainer('root', 0);
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
      } else if (cursor.isBlank) {
        if (container.empty) break;
      } else if (cursor.indent >= container.width) {
        cursor.eatBlanks(container.width);
        container.empty = false;
      } else break;
    }
    return depth;
  }

  closeTo(depth: number): void {
    while (this.stack.length > depth) this.stack.pop();
  }

  /** Index of the item that holds the present line, or -1. */
  innermostItem(): number {
    for (let i = this.stack.length - 1; i > 0; i--) {
      const item = this.stack[i]?.item ?? -1;
      if (item !== -1) return item;
    }
    return -1;
  }

  /** Makes everything that is open reach to the end of this line. */
  touch(end: number, line: number): void {
    this.touchQuotes(end, line);
    const item = this.outline.items[this.innermostItem()];
    if (item !== undefined) grow(item, end, line);
  }

  /** The same without items. */
  touchQuotes(end: number, line: number): void {
    for (let i = this.stack.length - 1; i > 0; i--) grow(this.stack[i]?.growing, end, line);
  }

  openQuote(cursor: Cursor): void {
    const start = cursor.rest;
    eatQuoteMark(cursor);
    const found = readCallout(cursor.text, cursor.content, cursor.end);
    if (this.depth === 1) {
      const type = found === undefined ? 'blockquote' : 'callout';
      this.outline.openSection(type, start, cursor.end, cursor.line);
    }
    let callout: OpenCallout | undefined;
    if (found !== undefined) {
      const depth = this.stack.filter(({ kind }) => kind === 'quote').length + 1;
      const { end, line } = cursor;
      callout = { ...found, start, end, line, endLine: line, depth };
      this.outline.callouts.push(callout);
    }
    this.top.list = undefined;
    this.stack.push(toContainer('quote', 0, -1, callout));
  }

  openFootnote(footnote: Mutable<Footnote>): void {
    if (this.depth === 1) {
      const { start, end, line } = footnote;
      this.outline.openSection('footnoteDefinition', start, end, line);
    }
    this.top.list = undefined;
    this.stack.push(toContainer('footnote', 4, -1, footnote));
  }

  /** Adds an item to the list it belongs to, which may be a new one. */
  openItem(item: OpenItem, mark: number, width: number, empty: boolean): void {
    const { top } = this;
    const { items } = this.outline;
    const parent = items[this.innermostItem()];
    if (top.list?.mark !== mark) {
      top.list = { mark, line: item.line, item: items.length };
      if (this.depth === 1) this.outline.openSection('list', item.start, item.end, item.line);
    }
    item.parent = parent?.line ?? (top.list.line === 0 ? -1 : -top.list.line);
    top.list.item = items.length;
    this.stack.push(toContainer('item', width, items.length, undefined, empty));
    items.push(item);
  }
}

function grow(
  growing: OpenItem | OpenCallout | Mutable<Footnote> | undefined,
  end: number,
  line: number,
) {
  if (growing === undefined) return;
  growing.end = end;
  if ('endLine' in growing) growing.endLine = line;
}

function atQuoteMark(cursor: Cursor): boolean {
  return !cursor.isBlank && cursor.indent < 4 && cursor.text.charCodeAt(cursor.content) === GREATER;
}

function eatQuoteMark(cursor: Cursor): void {
  cursor.eatTo(cursor.content + 1);
  if (cursor.pos < cursor.end && isBlank(cursor.text.charCodeAt(cursor.pos))) cursor.eatBlanks(1);
}

function toContainer(
  kind: Container['kind'],
  width: number,
  item = -1,
  growing: Container['growing'] = undefined,
  empty = false,
): Container {
  return { kind, width, item, growing, list: undefined, empty };
}
