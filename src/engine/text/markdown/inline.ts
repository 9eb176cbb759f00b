import {
  BACKSLASH,
  BACKTICK,
  BANG,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  CARET,
  DOLLAR,
  EQUALS,
  HASH,
  isDigit,
  isPunctuation,
  isSpace,
  LESS,
  PAREN_OPEN,
  STAR,
  TILDE,
  UNDERSCORE,
} from './chars.ts';
import { autolinkEnd, htmlTagEnd } from './html-starts.ts';
import { footnoteLabelLength, runLength } from './line-starts.ts';
import { internalTarget, parseDestination, parseWiki, wikiClose } from './links.ts';
import type { Link, LinkSyntax, Tag } from './note.ts';
import type { Segments } from './segments.ts';

/** Characters that may be markup. A pattern skips the rest faster than a loop can. */
const special = /[#$<[\\\]`]/g;
/** What may stand in a tag after its `#`. */
const tagText = /[^\s!-,.:-@[-^`{-~\u2000-\u206f\u2e00-\u2e7f]+/y;
const onlyDigits = /^#\d*$/;

/** Finds tags, links and embeds in the text of one block after the other. */
export class InlineScanner {
  readonly links: Link[] = [];
  readonly embeds: Link[] = [];
  readonly tags: Tag[] = [];

  private readonly text: string;
  private readonly segments: Segments;
  private inTable = false;
  private index = 0;
  private last = 0;
  private pos = 0;
  private end = 0;
  /** Right after an escape or a tag, where a tag may start although no blank precedes. */
  private boundary = -1;
  private escapeEnd = -1;
  /** Open brackets of this block, three numbers each: offset, mark before it, line. */
  private readonly brackets: number[] = [];
  /** A link inside a link text makes the brackets around it plain. */
  private plainBelow = 0;
  /** Marks that do not occur any more, so that each is searched for in vain only once. */
  private mathless = -1;
  private missing: Set<string> | undefined;
  /** Last place of each run of backticks in this block, by length. */
  private ticks: Map<number, number> | undefined;
  private soughtFrom = 0;
  private specialAt = -1;

  constructor(text: string, segments: Segments) {
    this.text = text;
    this.segments = segments;
  }

  /** Scans segments `from` to `to` (exclusive) as one run of inline text. */
  scan(from: number, to: number, inTable: boolean): void {
    if (to === from) return;
    if (this.nextSpecial(this.segments.start(from)) >= this.segments.end(to - 1)) return;
    this.inTable = inTable;
    this.last = to - 1;
    if (this.brackets.length > 0) this.brackets.length = 0;
    this.plainBelow = 0;
    this.mathless = -1;
    this.missing = undefined;
    this.ticks = undefined;
    for (this.index = from; this.index < to; this.index++) {
      this.pos = this.segments.start(this.index);
      this.boundary = this.pos;
      this.scanSegment();
    }
  }

  private scanSegment(): void {
    this.end = this.segments.end(this.index);
    const { text } = this;
    // The end may move: a code span can lead into a later segment.
    while (this.pos < this.end) {
      this.pos = Math.min(this.nextSpecial(this.pos), this.end);
      if (this.pos < this.end) this.scanSpecial(text.charCodeAt(this.pos));
    }
  }

  /** The next character that may be markup, in this block or a later one. Each is searched for once. */
  nextSpecial(pos: number): number {
    if (pos < this.soughtFrom || pos > this.specialAt) {
      special.lastIndex = pos;
      this.soughtFrom = pos;
      this.specialAt = special.test(this.text) ? special.lastIndex - 1 : this.text.length;
    }
    return this.specialAt;
  }

  private scanSpecial(unit: number): void {
    switch (unit) {
      case HASH:
        this.tag();
        break;
      case BRACKET_OPEN:
        this.openBracket();
        break;
      case BRACKET_CLOSE:
        this.closeBracket();
        break;
      case BACKTICK:
        this.codeSpan();
        break;
      case BACKSLASH:
        this.escape();
        break;
      case LESS:
        this.html();
        break;
      default:
        this.math();
    }
  }

  private escape(): void {
    const next = this.pos + 1;
    if (next < this.end && isPunctuation(this.text.charCodeAt(next))) {
      this.pos += 2;
      this.boundary = this.pos;
      this.escapeEnd = this.pos;
    } else {
      this.pos++;
    }
  }

  private tag(): void {
    const start = this.pos;
    const before = start === this.boundary ? -1 : this.text.charCodeAt(start - 1);
    let end = start + 1;
    this.pos = end;
    if (before !== -1 && before !== UNDERSCORE && !isSpace(before) && !this.opens(start)) return;
    tagText.lastIndex = end;
    if (tagText.test(this.text)) end = Math.min(tagText.lastIndex, this.end);
    // In `_#tag_` the last underscore closes the emphasis.
    if (before === UNDERSCORE) {
      while (end > start + 1 && this.text.charCodeAt(end - 1) === UNDERSCORE) end--;
    }
    this.pos = end;
    const tag = this.text.slice(start, end);
    if (onlyDigits.test(tag)) return;
    this.tags.push({ tag, start, end, line: this.line() });
    this.boundary = end;
  }

  /** True when markup that is a node of its own ends right before `at`: a bracket, or paired emphasis. */
  private opens(at: number): boolean {
    const { text } = this;
    const mark = text.charCodeAt(at - 1);
    if (mark === BRACKET_OPEN) return true;
    if (mark !== STAR && mark !== EQUALS && mark !== TILDE) return false;
    let from = at - 1;
    while (from > this.segments.start(this.index) && text.charCodeAt(from - 1) === mark) from--;
    const isRun = mark === STAR ? at - from <= 3 : at - from === 2;
    const close = text.indexOf(text.slice(from, at), at + 1);
    return isRun && close !== -1 && close < this.end;
  }

  private openBracket(): void {
    const { text, pos } = this;
    const next = text.charCodeAt(pos + 1);
    if (next === BRACKET_OPEN) {
      const close = wikiClose(text, pos, this.end);
      if (close !== -1) {
        this.wiki(close);
        return;
      }
    } else if (next === CARET) {
      const length = footnoteLabelLength(text, pos + 2, this.end);
      if (length > 0) {
        this.pos += length + 3;
        return;
      }
    }
    this.brackets.push(pos, this.markBefore(pos), this.line());
    this.pos++;
  }

  private wiki(close: number): void {
    const { pos } = this;
    const embed = this.markBefore(pos) === BANG;
    const { target, display } = parseWiki(this.text, pos + 2, close, this.inTable);
    const start = embed ? pos - 1 : pos;
    const list = embed ? this.embeds : this.links;
    list.push(toLink('wiki', target, display, start, close + 2, this.line()));
    this.pos = close + 2;
    this.boundary = this.pos;
  }

  private closeBracket(): void {
    const close = this.pos++;
    const line = this.brackets.pop();
    const mark = this.brackets.pop();
    const open = this.brackets.pop();
    if (line === undefined || mark === undefined || open === undefined) return;
    const depth = this.brackets.length;
    const plain = depth < this.plainBelow;
    if (plain) this.plainBelow = depth;
    // A caret before the bracket makes it a footnote.
    if (mark === CARET || (plain && mark !== BANG)) return;
    if (this.pos < this.end && this.text.charCodeAt(this.pos) === PAREN_OPEN) {
      this.markdownLink(open, close, mark === BANG, line);
    }
  }

  private markdownLink(open: number, close: number, image: boolean, line: number): void {
    const { text } = this;
    const destination = parseDestination(text, this.pos, this.end);
    if (destination === undefined) return;
    this.pos = destination.after;
    this.boundary = this.pos;
    if (!image) this.plainBelow = this.brackets.length;
    const target = internalTarget(text.slice(destination.start, destination.end));
    if (target === undefined) return;
    const display = text.slice(open + 1, close);
    const start = image ? open - 1 : open;
    const list = image ? this.embeds : this.links;
    list.push(toLink('markdown', target, display, start, this.pos, line));
  }

  private codeSpan(): void {
    const length = runLength(this.text, this.pos, this.end);
    const from = this.pos + length;
    const next = this.text.indexOf('`', from);
    if (next !== -1 && next < this.end && runLength(this.text, next, this.end) === length) {
      this.pos = next + length;
      this.boundary = this.pos;
      return;
    }
    if ((this.lastTicks().get(length) ?? -1) < from) {
      this.pos = from;
      return;
    }
    for (let index = this.index, at = from; index <= this.last; at = this.segments.start(++index)) {
      const end = this.segments.end(index);
      while (at < end) {
        if (this.text.charCodeAt(at) !== BACKTICK) {
          at++;
          continue;
        }
        const run = runLength(this.text, at, end);
        at += run;
        if (run === length) {
          this.jump(index, at);
          this.boundary = at;
          return;
        }
      }
    }
  }

  private html(): void {
    const { text, pos } = this;
    if (text.startsWith('<!--', pos)) {
      this.skipTo('-->', pos + 4);
    } else if (text.startsWith('<?', pos)) {
      this.skipTo('?>', pos + 2);
    } else {
      const tag = htmlTagEnd(text, pos, this.end);
      const end = tag === -1 ? autolinkEnd(text, pos, this.end) : tag;
      this.pos = end === -1 ? pos + 1 : end;
      if (end !== -1) this.boundary = end;
    }
  }

  private math(): void {
    const { text, pos, end } = this;
    if (text.charCodeAt(pos + 1) === DOLLAR) {
      this.skipTo('$$', pos + 2);
      return;
    }
    this.pos = pos + 1;
    if (pos + 1 >= end || isSpace(text.charCodeAt(pos + 1)) || this.mathless === this.index) return;
    let at = pos + 1;
    while (at < end && !closesMath(text, at, end)) at++;
    if (at < end) this.pos = at + 1;
    else this.mathless = this.index;
  }

  /** Jumps behind the next `mark` of this block, or goes on at `from` when there is none. */
  private skipTo(mark: string, from: number): void {
    this.pos = from;
    if (this.missing?.has(mark)) return;
    for (let index = this.index, at = from; index <= this.last; at = this.segments.start(++index)) {
      const found = this.text.slice(at, this.segments.end(index)).indexOf(mark);
      if (found !== -1) {
        this.jump(index, at + found + mark.length);
        return;
      }
    }
    this.missing ??= new Set();
    this.missing.add(mark);
  }

  private jump(index: number, pos: number): void {
    this.index = index;
    this.end = this.segments.end(index);
    this.pos = pos;
  }

  private lastTicks(): Map<number, number> {
    if (this.ticks !== undefined) return this.ticks;
    const ticks = new Map<number, number>();
    let at = this.pos;
    for (let index = this.index; index <= this.last && at !== -1; index++) {
      const end = this.segments.end(index);
      const start = this.segments.start(index);
      if (at < start) at = this.text.indexOf('`', start);
      while (at !== -1 && at < end) {
        const run = runLength(this.text, at, end);
        ticks.set(run, at);
        at = this.text.indexOf('`', at + run);
      }
    }
    this.ticks = ticks;
    return ticks;
  }

  /** The `!` or `^` right before `at`, or 0 when it is another or an escaped one. */
  private markBefore(at: number): number {
    if (at === this.segments.start(this.index) || at === this.escapeEnd) return 0;
    const unit = this.text.charCodeAt(at - 1);
    return unit === BANG || unit === CARET ? unit : 0;
  }

  private line(): number {
    return this.segments.line(this.index);
  }
}

function toLink(
  syntax: LinkSyntax,
  target: string,
  display: string | undefined,
  start: number,
  end: number,
  line: number,
): Link {
  return display === undefined
    ? { syntax, target, start, end, line }
    : { syntax, target, display, start, end, line };
}

function closesMath(text: string, at: number, end: number): boolean {
  if (text.charCodeAt(at) !== DOLLAR) return false;
  const before = text.charCodeAt(at - 1);
  if (isSpace(before) || before === BACKSLASH) return false;
  return at + 1 >= end || !isDigit(text.charCodeAt(at + 1));
}
