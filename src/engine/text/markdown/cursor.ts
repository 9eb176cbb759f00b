import { CR, countLines, SPACE, TAB } from './chars.ts';

/** Where the scanner stands in a line. Columns count a tab up to the next multiple of four. */
export class Cursor {
  readonly text: string;
  /** Line number, its first offset, its end without line ending, and the start of the next line. */
  line: number;
  start = 0;
  end = 0;
  next: number;
  /** How far containers have eaten into the line, as offset and as column. */
  pos = 0;
  col = 0;
  /** The first offset after `pos` that is no blank, and its column. */
  content = 0;
  contentCol = 0;

  constructor(text: string, from: number, line: number) {
    this.text = text;
    this.next = from;
    this.line = line - 1;
  }

  /** Goes to the next line; false at the end of the text. */
  advance(): boolean {
    const { text } = this;
    if (this.next >= text.length) return false;
    this.start = this.next;
    const newline = text.indexOf('\n', this.start);
    this.end = newline === -1 ? text.length : newline;
    this.next = newline === -1 ? text.length : newline + 1;
    if (this.end > this.start && text.charCodeAt(this.end - 1) === CR) this.end--;
    this.line++;
    this.pos = this.start;
    this.col = 0;
    this.measure();
    return true;
  }

  /** Passes over lines, so that the next one is the one that starts at `start`. */
  skipTo(start: number): void {
    if (start <= this.next) return;
    this.line += countLines(this.text, this.next, start);
    this.next = start;
  }

  get isBlank(): boolean {
    return this.content === this.end;
  }

  get indent(): number {
    return this.contentCol - this.col;
  }

  /** Where the rest of the line starts; a tab that is only partly eaten counts as eaten. */
  get rest(): number {
    return this.col & 3 &&
      this.pos < this.end &&
      this.text.charCodeAt(this.pos) === TAB &&
      this.partial
      ? this.pos + 1
      : this.pos;
  }

  /** Eats `columns` columns of blanks. */
  eatBlanks(columns: number): void {
    let left = columns;
    while (left > 0 && this.pos < this.end) {
      const unit = this.text.charCodeAt(this.pos);
      if (unit === SPACE) {
        this.pos++;
        this.col++;
        left--;
      } else if (unit === TAB) {
        const width = 4 - (this.col & 3);
        const eaten = Math.min(width, left);
        this.col += eaten;
        left -= eaten;
        this.partial = eaten < width;
        if (eaten === width) this.pos++;
      } else break;
    }
  }

  /** Eats everything before `pos`, of which no character is a tab behind the blanks at its start. */
  eatTo(pos: number): void {
    this.col = this.contentCol + (pos - this.content);
    this.pos = pos;
    this.partial = false;
    this.measure();
  }

  /** Finds the first character that is no blank. */
  measure(): void {
    const { text, end } = this;
    let at = this.pos;
    let col = this.col;
    while (at < end) {
      const unit = text.charCodeAt(at);
      if (unit === SPACE) col++;
      else if (unit === TAB) col += 4 - (col & 3);
      else break;
      at++;
    }
    this.content = at;
    this.contentCol = col;
  }

  private partial = false;
}
