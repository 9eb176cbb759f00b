import { foldCase } from '../text/letters.ts';
import { findSpans, makeNeedle } from '../text/needle.ts';
import type { CoreNote } from './core-note.ts';
import type { CoreQuery, PropertyCheck, PropertyQuery } from './core-syntax.ts';

/** Answers whether a pattern is in a text. It may only note the question at first. */
export interface PatternAnswers {
  has(source: string, matchCase: boolean, text: string): boolean;
}

/** What a part of a query is asked of. */
interface Subject {
  /** At least one of them must match. */
  readonly texts: readonly string[];
  readonly matchCase: boolean;
  /** Texts are tags: whole ones, or those above them. */
  readonly areTags: boolean;
}

/** True when a note fulfils a query. Asks every pattern, even where the rest decides. */
export function matchesCore(query: CoreQuery, note: CoreNote, patterns: PatternAnswers): boolean {
  const { name, text } = note.stored;
  return match(query, { texts: [name, text], matchCase: false, areTags: false }, note, patterns);
}

function match(
  query: CoreQuery,
  subject: Subject,
  note: CoreNote,
  patterns: PatternAnswers,
): boolean {
  const { texts, matchCase } = subject;
  switch (query.type) {
    case 'all':
      return query.items.map((item) => match(item, subject, note, patterns)).every(Boolean);
    case 'any':
      return query.items.map((item) => match(item, subject, note, patterns)).some(Boolean);
    case 'not':
      return !match(query.item, subject, note, patterns);
    case 'case':
      return match(query.item, { ...subject, matchCase: query.matchCase }, note, patterns);
    case 'text':
      return texts.some((text) =>
        subject.areTags ? isTag(text, query.text) : hasText(text, query.text, matchCase),
      );
    case 'pattern':
      return texts.map((text) => patterns.has(query.source, matchCase, text)).some(Boolean);
    case 'in': {
      const areTags = query.place === 'tag';
      return note
        .parts(query.place)
        .map((part) => match(query.item, { texts: part, matchCase, areTags }, note, patterns))
        .some(Boolean);
    }
    case 'property':
      return hasProperty(query, matchCase, note, patterns);
  }
}

function hasProperty(
  { name, value }: PropertyQuery,
  matchCase: boolean,
  note: CoreNote,
  patterns: PatternAnswers,
): boolean {
  return Object.entries(note.properties)
    .map(([key, held]) => {
      if (!isNamed(name, key, note, patterns)) return false;
      if (value === undefined) return true;
      if (isCheck(value)) return passes(value, held);
      return match(value, { texts: toTexts(held), matchCase, areTags: false }, note, patterns);
    })
    .some(Boolean);
}

/** Names are equal whatever their case; patterns match a part. */
function isNamed(name: CoreQuery, key: string, note: CoreNote, patterns: PatternAnswers): boolean {
  if (name.type === 'text') return foldCase(name.text) === foldCase(key);
  return match(name, { texts: [key], matchCase: false, areTags: false }, note, patterns);
}

function isCheck(value: CoreQuery | PropertyCheck): value is PropertyCheck {
  return value.type === 'empty' || value.type === 'less' || value.type === 'greater';
}

function passes(check: PropertyCheck, held: unknown): boolean {
  if (check.type === 'empty') return held === null;
  const numbers = (Array.isArray(held) ? held : [held]).filter((each) => typeof each === 'number');
  return numbers.some((each) => (check.type === 'less' ? each < check.than : each > check.than));
}

function toTexts(held: unknown): string[] {
  if (held === null || held === undefined) return [];
  if (Array.isArray(held)) return held.flatMap(toTexts);
  return [typeof held === 'object' ? JSON.stringify(held) : String(held)];
}

function isTag(tag: string, wanted: string): boolean {
  const folded = foldCase(tag);
  const whole = foldCase(wanted.startsWith('#') ? wanted : `#${wanted}`);
  return folded === whole || folded.startsWith(`${whole}/`);
}

function hasText(text: string, wanted: string, matchCase: boolean): boolean {
  if (wanted === '') return true;
  const needle = makeNeedle(wanted, { matchCase });
  return findSpans(matchCase ? text : foldCase(text), needle).length > 0;
}
