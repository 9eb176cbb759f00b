import { asciiFinder } from '../../kit/ascii-finder.ts';

/** A match in a subject, with the text around it. */
export interface TextMatch {
  readonly subject: 'name' | 'text';
  readonly context: string;
  readonly match: {
    readonly start: number;
    readonly end: number;
    /** The same inside the context. */
    readonly contextStart: number;
    readonly contextEnd: number;
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The distinct words of a query. Quotes and other marks are ordinary characters. */
export function toTokens(query: string): string[] {
  return [
    ...new Set(
      query
        .toLowerCase()
        .split(/\s+/)
        .filter((token) => token !== ''),
    ),
  ];
}

/**
 * The places of a note where the tokens stand: in its name first, then in its text. Undefined
 * unless each token is in one of them. With several tokens, places close to each other are one.
 */
export function matchNote(
  name: string,
  text: string,
  tokens: readonly string[],
  contextLength: number,
): TextMatch[] | undefined {
  const found = new Set<string>();
  const inName = mergeTouching(findSpans(name, tokens, found));
  const inText = mergeTouching(findSpans(text, tokens, found));
  if (found.size < tokens.length) return undefined;
  const isPhrase = tokens.length > 1;
  return [
    ...joinNear(name, inName, contextLength, isPhrase).map((span) => ({
      subject: 'name' as const,
      ...show(name, span, name.length),
    })),
    ...joinNear(text, inText, contextLength, isPhrase).map((span) => ({
      subject: 'text' as const,
      ...show(text, span, contextLength),
    })),
  ];
}

function findSpans(subject: string, tokens: readonly string[], found: Set<string>): Span[] {
  const isTricky = becomeAscii.test(subject);
  const spans = tokens.flatMap((token) => {
    const quick = isTricky ? undefined : asciiFinder(token);
    const own = quick === undefined ? findAnyway(subject, token) : toSpans(quick(subject), token);
    if (own.length > 0) found.add(token);
    return own;
  });
  return spans.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The letters whose lower case is ASCII, although they are not. */
const becomeAscii = /[\u0130\u212a]/;

function toSpans(starts: readonly number[], token: string): Span[] {
  return starts.map((start) => ({ start, end: start + token.length }));
}

function findAnyway(subject: string, token: string): Span[] {
  const folded = subject.toLowerCase();
  return folded.length === subject.length ? findAll(folded, token) : findFolded(subject, token);
}

function findAll(folded: string, token: string): Span[] {
  const spans: Span[] = [];
  for (let at = folded.indexOf(token); at !== -1; at = folded.indexOf(token, at + token.length)) {
    spans.push({ start: at, end: at + token.length });
  }
  return spans;
}

/** Some letters change their length in lower case; then the offsets are those of a pattern. */
function findFolded(subject: string, token: string): Span[] {
  const pattern = new RegExp(token.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu');
  return [...subject.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function mergeTouching(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last === undefined || span.start > last.end) merged.push(span);
    else merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  return merged;
}

/** Joins a span to the one before when both contexts meet and it brings another word. */
function joinNear(
  subject: string,
  spans: readonly Span[],
  contextLength: number,
  isPhrase: boolean,
): Span[] {
  if (!isPhrase) return [...spans];
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    const word = subject.slice(span.start, span.end).toLowerCase();
    const isNear =
      last !== undefined &&
      span.start - last.end <= 2 * contextLength &&
      !subject.slice(last.start, last.end).toLowerCase().includes(word);
    if (isNear) joined[joined.length - 1] = { start: last.start, end: span.end };
    else joined.push(span);
  }
  return joined;
}

/** The context is widened by one unit where it would split a character. */
function show(
  subject: string,
  { start, end }: Span,
  contextLength: number,
): Omit<TextMatch, 'subject'> {
  let from = Math.max(0, start - contextLength);
  let to = Math.min(subject.length, end + contextLength);
  if (from > 0 && isLowSurrogate(subject, from)) from--;
  if (to < subject.length && isLowSurrogate(subject, to)) to++;
  return {
    context: subject.slice(from, to),
    match: { start, end, contextStart: start - from, contextEnd: end - from },
  };
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
