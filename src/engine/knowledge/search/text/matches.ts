import { asciiFinder, type Finder } from '../../../../kit/ascii-finder.ts';
import { isAsWritten } from '../core/condition.ts';
import type { Match } from '../types.ts';
import { findSpans, type Needle } from './needle.ts';
import type { StoredNote } from './stored-note.ts';

/** Where in a note's name or text something was found. */
export interface MatchRange {
  readonly subject: 'name' | 'text';
  readonly start: number;
  readonly end: number;
}

/** The ranges of a note that match needles: those in its name first, touching ones as one. */
export function findRanges(
  note: StoredNote,
  needles: readonly Needle[],
  subject: 'name' | 'text' | 'either',
): MatchRange[] {
  const subjects = subject === 'either' ? (['name', 'text'] as const) : [subject];
  const ranges = subjects.flatMap((each) =>
    needles.flatMap((needle) => rangesIn(note, needle, each)),
  );
  return mergeRanges(ranges);
}

/** Names before texts, in order, ranges that touch or overlap as one. */
export function mergeRanges(ranges: readonly MatchRange[]): MatchRange[] {
  const rank = ({ subject }: MatchRange) => (subject === 'name' ? 0 : 1);
  const sorted = ranges.toSorted((a, b) => rank(a) - rank(b) || a.start - b.start || a.end - b.end);
  const merged: MatchRange[] = [];
  for (const range of sorted) {
    const last = merged.at(-1);
    if (last === undefined || last.subject !== range.subject || range.start > last.end) {
      merged.push(range);
    } else merged[merged.length - 1] = { ...last, end: Math.max(last.end, range.end) };
  }
  return merged;
}

/** Adds the line of each range and the lines around it. Ranges must be in the order of the text. */
export function describeMatches(
  note: StoredNote,
  ranges: readonly MatchRange[],
  contextLines: number,
): Match[] {
  const { name, text } = note;
  const lines = new LineCounter(text);
  return ranges.map((range) => {
    const { subject, start, end } = range;
    if (subject === 'name') {
      return { ...range, line: 0, column: start, context: name, contextStart: start };
    }
    const { from, to } = linesAround(text, start, end, contextLines);
    const context = text.slice(from, to);
    return { ...range, ...lines.at(start), context, contextStart: start - from };
  });
}

function rangesIn(note: StoredNote, needle: Needle, subject: 'name' | 'text'): MatchRange[] {
  const find = plainFinder(needle);
  if (find !== undefined) {
    const length = needle.forms[0]?.text.length ?? 0;
    const starts = find(subject === 'name' ? note.name : note.text);
    return starts.map((start) => ({ subject, start, end: start + length }));
  }
  // Where case means nothing the text is compared as it is: folding it would take longer.
  const spans = findSpans(note.comparable(subject, isAsWritten(needle)), needle);
  return Array.from({ length: spans.length / 2 }, (_, i) => ({
    subject,
    start: spans[2 * i] ?? 0,
    end: spans[2 * i + 1] ?? 0,
  }));
}

/** Most needles are plain words, which are found without a copy of the note in lower case. */
function plainFinder({ forms, matchCase, wholeWord }: Needle): Finder | undefined {
  const [form, ...others] = forms;
  if (form === undefined || others.length > 0) return undefined;
  return matchCase || wholeWord ? undefined : asciiFinder(form.text);
}

/** Whole lines, without the last line's ending. */
function linesAround(text: string, start: number, end: number, lines: number) {
  let from = start;
  for (let i = 0; i <= lines && from >= 0; i++) from = text.lastIndexOf('\n', from - 1);
  let to = end > start && text[end - 1] === '\n' ? end - 1 : end;
  for (let i = 0; i <= lines && to >= 0; i++) to = text.indexOf('\n', i === 0 ? to : to + 1);
  const last = to < 0 ? text.length : to;
  return { from: from + 1, to: text[last - 1] === '\r' ? last - 1 : last };
}

/** Counts lines forward from the last offset, so that many matches cost one pass. */
class LineCounter {
  readonly #text: string;
  #line = 0;
  #lineStart = 0;

  constructor(text: string) {
    this.#text = text;
  }

  at(offset: number): { line: number; column: number } {
    let next = this.#text.indexOf('\n', this.#lineStart);
    while (next >= 0 && next < offset) {
      this.#line++;
      this.#lineStart = next + 1;
      next = this.#text.indexOf('\n', this.#lineStart);
    }
    return { line: this.#line, column: offset - this.#lineStart };
  }
}
