import { asciiFinder, type Finder } from '../../../../kit/ascii-finder.ts';
import { isAsWritten } from '../core/condition.ts';
import type { ContextOptions, Match } from '../types.ts';
import { findSpans, type Needle } from './needle.ts';
import type { StoredNote } from './stored-note.ts';

/** A stretch of a note's name or text. */
export interface Stretch {
  readonly subject: 'name' | 'text';
  readonly start: number;
  readonly end: number;
}

/** Where one or more needles stand. */
interface Place extends Stretch {
  end: number;
  /** Numbers of the needles. */
  readonly needles: Set<number>;
}

/**
 * The places of a note where needles stand: those in its name first, touching ones as one. Where
 * several needles are looked for, different ones that share their context are one place too.
 */
export function findPlaces(
  note: StoredNote,
  needles: readonly Needle[],
  subject: 'name' | 'text' | 'either',
  joinWithin: number,
): readonly Stretch[] {
  const subjects = subject === 'either' ? (['name', 'text'] as const) : [subject];
  return subjects.flatMap((each) => {
    const places = mergeTouching(findAll(note, needles, each));
    return needles.length > 1 ? joinNear(places, joinWithin) : places;
  });
}

/** A place with its line and what stands around it. Places must come in the order of the text. */
export function describePlaces(
  note: StoredNote,
  places: readonly Stretch[],
  context: ContextOptions,
): Match[] {
  const lines = new LineCounter(note.text);
  return places.map(({ subject, start, end }) => {
    if (subject === 'name') {
      return {
        subject,
        start,
        end,
        line: 0,
        column: start,
        context: note.name,
        contextStart: start,
      };
    }
    const { line, column } = lines.at(start);
    const { from, to } =
      'lines' in context
        ? linesAround(note.text, start, end, context.lines)
        : charactersAround(note.text, start, end, context.characters);
    const around = note.text.slice(from, to);
    return { subject, start, end, line, column, context: around, contextStart: start - from };
  });
}

function findAll(note: StoredNote, needles: readonly Needle[], subject: 'name' | 'text'): Place[] {
  const found: Place[] = [];
  needles.forEach((needle, number) => {
    for (const span of spansIn(note, needle, subject)) {
      found.push({ subject, ...span, needles: new Set([number]) });
    }
  });
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function spansIn(note: StoredNote, needle: Needle, subject: 'name' | 'text'): Span[] {
  const quick = plainFinder(needle);
  if (quick !== undefined) {
    const [{ text: wanted } = { text: '' }] = needle.forms;
    const starts = quick(subject === 'name' ? note.name : note.text);
    return starts.map((start) => ({ start, end: start + wanted.length }));
  }
  // Where case means nothing the text is compared as it is: folding it would take longer.
  const comparable = note.comparable(subject, isAsWritten(needle) ? asWritten : needle);
  const spans = findSpans(comparable, needle);
  return Array.from({ length: spans.length / 2 }, (_, i) =>
    toOriginal(comparable.origins, spans[2 * i] ?? 0, spans[2 * i + 1] ?? 0),
  );
}

const asWritten = { matchCase: true, ignoreAccents: false };

/** Most needles are plain words, which are found without a copy of the note in lower case. */
function plainFinder({ forms, matchCase, ignoreAccents, wholeWord }: Needle): Finder | undefined {
  const [form, ...others] = forms;
  if (form === undefined || others.length > 0) return undefined;
  return matchCase || ignoreAccents || wholeWord ? undefined : asciiFinder(form.text);
}

/** A letter that became two, or lost its accent, is matched whole. */
export function toOriginal(origins: Uint32Array | undefined, start: number, end: number): Span {
  if (origins === undefined) return { start, end };
  const first = origins[start] ?? 0;
  const last = origins[end - 1] ?? first;
  let next = end;
  while (next < origins.length - 1 && origins[next] === last) next++;
  return { start: first, end: origins[next] ?? last };
}

function mergeTouching(sorted: readonly Place[]): Place[] {
  const merged: Place[] = [];
  for (const place of sorted) {
    const last = merged.at(-1);
    if (last === undefined || place.start > last.end) merged.push(place);
    else absorb(last, place);
  }
  return merged;
}

function joinNear(places: readonly Place[], within: number): Place[] {
  const joined: Place[] = [];
  for (const place of places) {
    const last = joined.at(-1);
    const isNew =
      last !== undefined && [...place.needles].every((needle) => !last.needles.has(needle));
    if (last !== undefined && isNew && place.start - last.end <= within) absorb(last, place);
    else joined.push(place);
  }
  return joined;
}

function absorb(place: Place, other: Place): void {
  place.end = Math.max(place.end, other.end);
  for (const needle of other.needles) place.needles.add(needle);
}

/** Widened rather than cut through a character. */
function charactersAround(text: string, start: number, end: number, characters: number) {
  let from = Math.max(0, start - characters);
  let to = Math.min(text.length, end + characters);
  if (splits(text, from)) from--;
  if (splits(text, to)) to++;
  return { from, to };
}

function splits(text: string, at: number): boolean {
  return (
    at > 0 &&
    at < text.length &&
    (text.charCodeAt(at) & 0xfc00) === 0xdc00 &&
    (text.charCodeAt(at - 1) & 0xfc00) === 0xd800
  );
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

/** Counts lines forward from the place before, so that many places cost one pass. */
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
