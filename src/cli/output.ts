import { spawn } from 'node:child_process';
import type { CommonInput } from './flags.ts';
import { createStyle, hasColour, hasLinks, type Style } from './style.ts';
import { type TableColumn, toTable } from './table.ts';

/** What there is to write on. */
export interface Screen {
  readonly width: number;
  readonly rows: number;
  readonly style: Style;
}

/** Longer lines are hard to read. */
const helpWidthMax = 100;

/** What a command prints: for people on a terminal, plain for programs, JSON for those who ask. */
export class Output {
  readonly isTerminal = process.stdout.isTTY === true;
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  readonly style: Style;
  readonly width: number;
  readonly #env: NodeJS.ProcessEnv;
  #paged: string[] | undefined;
  readonly #notes: string[] = [];

  constructor(common: CommonInput, env: NodeJS.ProcessEnv) {
    this.#env = env;
    this.isJson = common.json === true;
    this.isQuiet = common.quiet === true;
    this.width = this.isTerminal ? process.stdout.columns || 80 : Number.POSITIVE_INFINITY;
    this.style = createStyle({
      hasColour: !common['no-color'] && hasColour(this.isTerminal, env),
      hasLinks: !common['no-color'] && hasLinks(this.isTerminal, env),
    });
  }

  /** What help is written on; a pipe is as wide as the smallest terminal and has no end. */
  get screen(): Screen {
    const width = Math.min(this.width, helpWidthMax);
    const rows = this.isTerminal ? process.stdout.rows || 24 : Number.POSITIVE_INFINITY;
    return { width: this.isTerminal ? width : 80, rows, style: this.style };
  }

  /** Text as it is. */
  write(text: string): void {
    if (this.#paged !== undefined) this.#paged.push(text);
    else process.stdout.write(text);
  }

  line(text = ''): void {
    this.write(`${text}\n`);
  }

  lines(texts: readonly string[]): void {
    for (const text of texts) this.line(text);
  }

  /** A result: as JSON, or as `print` shows it, in a pager if it is long. */
  result(value: unknown, print: () => void): void {
    this.page();
    if (this.isJson) this.json(value);
    else print();
  }

  /** A list: as JSON, or as a table with a row for each. */
  list<T>(
    items: readonly T[],
    columns: readonly TableColumn[],
    toRow: (item: T) => readonly string[],
    empty = '',
  ): void {
    this.result(items, () => this.table(columns, items.map(toRow)));
    if (items.length === 0 && empty !== '') this.say(empty);
  }

  /** What was done: as JSON, or in a sentence. */
  outcome(value: unknown, text: string): void {
    if (this.isJson) this.json(value);
    else this.say(text);
  }

  /** What a person likes to know and a program does not. */
  say(text: string): void {
    if (!this.isQuiet && !this.isJson) this.line(text);
  }

  /** On the other stream, so that results stay clean. */
  note(text: string): void {
    if (this.isQuiet) return;
    if (this.#paged === undefined) process.stderr.write(`${text}\n`);
    // What is said about the output comes after it.
    else this.#notes.push(text);
  }

  json(value: unknown): void {
    this.line(JSON.stringify(value, null, this.isTerminal ? 2 : 0));
  }

  table(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): void {
    for (const row of toTable(columns, rows, this.width)) this.line(row);
  }

  /** From now on the output is collected, and shown in a pager if it is longer than the screen. */
  page(): void {
    if (this.isTerminal && this.#env.VAULTD_PAGER !== '' && !this.isJson) this.#paged ??= [];
  }

  /** Shows what was collected. */
  async finish(): Promise<void> {
    const text = this.#paged?.join('');
    this.#paged = undefined;
    if (text !== undefined && text !== '') {
      if (text.split('\n').length <= (process.stdout.rows || 24)) process.stdout.write(text);
      else await showInPager(text, this.#env);
    }
    for (const note of this.#notes.splice(0)) this.note(note);
  }
}

/** Without a pager the text is printed as it is. */
function showInPager(text: string, env: NodeJS.ProcessEnv): Promise<void> {
  const pager = env.VAULTD_PAGER || env.PAGER || 'less';
  return new Promise((resolve) => {
    const child = spawn(pager, {
      shell: true,
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { LESS: 'FRX', ...env },
    });
    child.stdin.on('error', () => undefined);
    child.on('error', () => {
      process.stdout.write(text);
      resolve();
    });
    child.on('close', () => resolve());
    child.stdin.end(text);
  });
}
