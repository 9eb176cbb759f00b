import { BACKTICK, DOLLAR, LESS, PERCENT, skipBlanks, TILDE } from './chars.ts';
import type { Cursor } from './cursor.ts';
import { endsHtml, type HtmlKind, htmlKind } from './html-starts.ts';
import { closesFence, fenceLength } from './line-starts.ts';

export type VerbatimKind = 'fence' | 'html' | 'math' | 'comment';

export function isVerbatim(kind: string): kind is VerbatimKind {
  return kind === 'fence' || kind === 'html' || kind === 'math' || kind === 'comment';
}

/** Where blocks start and end whose lines are taken as they are: code, HTML, math and comments. */
export class Verbatim {
  private readonly cursor: Cursor;
  private fenceUnit = 0;
  private fenceSize = 0;
  private html: HtmlKind = 0;
  /** Where the mark stands that closes math or a comment. */
  private closeAt = 0;
  /** Marks that are known not to come any more; most notes have none. */
  private exhausted: Set<string> | undefined;

  constructor(cursor: Cursor) {
    this.cursor = cursor;
  }

  /** What starts at the cursor, if anything does. */
  start(unit: number, inParagraph: boolean): VerbatimKind | undefined {
    const { text, content, end } = this.cursor;
    switch (unit) {
      case BACKTICK:
      case TILDE:
        this.fenceUnit = unit;
        this.fenceSize = fenceLength(text, content, end);
        return this.fenceSize === 0 ? undefined : 'fence';
      case LESS:
        this.html = htmlKind(text, content, end);
        return this.html === 0 || (this.html === 7 && inParagraph) ? undefined : 'html';
      case DOLLAR: {
        this.closeAt = this.findPartner('$$');
        if (this.closeAt === -1) return undefined;
        const isWhole = this.closeAt >= end || skipBlanks(text, this.closeAt + 2, end) === end;
        return isWhole ? 'math' : undefined;
      }
      case PERCENT:
        this.closeAt = this.findPartner('%%');
        return this.closeAt < end ? undefined : 'comment';
      default:
        return undefined;
    }
  }

  /** True when the line on which it starts is its last one. */
  endsAtStart(kind: VerbatimKind): boolean {
    const { text, content, end } = this.cursor;
    if (kind === 'html')
      return endsHtml(text, this.html === 2 ? content + 2 : content, end, this.html);
    return kind === 'math' && this.closeAt < end;
  }

  /** True when this further line is its last one. */
  ends(kind: VerbatimKind): boolean {
    const { text, content, pos, end, indent } = this.cursor;
    if (kind === 'html') return endsHtml(text, pos, end, this.html);
    if (kind !== 'fence') return this.closeAt < end;
    return indent < 4 && closesFence(text, content, end, this.fenceUnit, this.fenceSize);
  }

  /** True for HTML that ends before a blank line. */
  get endsAtBlank(): boolean {
    return this.html >= 6;
  }

  /** Outside of containers nothing in code matters but its last line. */
  skipCode(): void {
    if (this.fenceSize !== 3) return;
    const { text, end } = this.cursor;
    const closing = this.fenceUnit === TILDE ? closingTildes : closingTicks;
    closing.lastIndex = end;
    const before = closing.test(text) ? closing.lastIndex - 1 : text.length - 2;
    this.cursor.skipTo(text.lastIndexOf('\n', before) + 1);
  }

  /** Where the mark at the cursor comes next, or -1. */
  private findPartner(mark: string): number {
    const { text, content } = this.cursor;
    if (this.exhausted?.has(mark) || !text.startsWith(mark, content)) return -1;
    const found = text.indexOf(mark, content + 2);
    if (found === -1) {
      this.exhausted ??= new Set();
      this.exhausted.add(mark);
    }
    return found;
  }
}

/** Lines that end code between three marks. */
const closingTicks = /\n {0,3}`{3,}[ \t]*(?=\r?(?:\n|$))/g;
const closingTildes = /\n {0,3}~{3,}[ \t]*(?=\r?(?:\n|$))/g;
