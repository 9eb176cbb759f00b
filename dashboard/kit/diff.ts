import { diff } from 'fast-myers-diff';

/** A part of a line; `isChanged` marks the words that differ from the other side. */
export interface Span {
  readonly text: string;
  readonly isChanged: boolean;
}

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  /** Counted from one; absent on the side that has no such line. */
  readonly before?: number;
  readonly after?: number;
  readonly spans: readonly Span[];
}

/** Lines that belong together, and how many unchanged ones were left out before them. */
export interface Hunk {
  readonly skipped: number;
  readonly lines: readonly DiffLine[];
}

export interface TextDiff {
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
}

const contextLines = 3;
/** Beyond this many characters of one change its words are not compared. */
const wordsComparedMax = 20_000;

export function diffTexts(before: string, after: string): TextDiff {
  const [old, fresh] = [toLines(before), toLines(after)];
  const changes = [...diff(old, fresh)];
  const hunks: Hunk[] = [];
  let added = 0;
  let removed = 0;
  let lines: DiffLine[] = [];
  let shownTo = 0;
  let skipped = 0;
  let shift = 0;
  const showSame = (from: number, to: number): void => {
    for (let at = from; at < to; at++) {
      const spans = [{ text: old[at] ?? '', isChanged: false }];
      lines.push({ kind: 'same', before: at + 1, after: at + 1 + shift, spans });
    }
  };
  for (const [fromOld, toOld, fromNew, toNew] of changes) {
    if (lines.length > 0 && fromOld - shownTo > 2 * contextLines) {
      showSame(shownTo, shownTo + contextLines);
      hunks.push({ skipped, lines });
      lines = [];
      shownTo += contextLines;
    }
    if (lines.length === 0) {
      skipped = Math.max(0, fromOld - contextLines - shownTo);
      shownTo = Math.max(shownTo, fromOld - contextLines);
    }
    showSame(shownTo, fromOld);
    lines.push(...toChangedLines(old, fresh, fromOld, toOld, fromNew, toNew));
    removed += toOld - fromOld;
    added += toNew - fromNew;
    shift = toNew - toOld;
    shownTo = toOld;
  }
  if (lines.length > 0) {
    showSame(shownTo, Math.min(old.length, shownTo + contextLines));
    hunks.push({ skipped, lines });
  }
  return { hunks, added, removed };
}

function toLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function toChangedLines(
  old: readonly string[],
  fresh: readonly string[],
  fromOld: number,
  toOld: number,
  fromNew: number,
  toNew: number,
): DiffLine[] {
  const [before, after] = [old.slice(fromOld, toOld), fresh.slice(fromNew, toNew)];
  const [marksBefore, marksAfter] = markWords(before, after);
  return [
    ...before.map((text, i) => ({
      kind: 'removed' as const,
      before: fromOld + i + 1,
      spans: marksBefore[i] ?? [{ text, isChanged: false }],
    })),
    ...after.map((text, i) => ({
      kind: 'added' as const,
      after: fromNew + i + 1,
      spans: marksAfter[i] ?? [{ text, isChanged: false }],
    })),
  ];
}

/** Which words differ, line by line. Where nearly all do, marking them would only be noise. */
function markWords(before: readonly string[], after: readonly string[]): [Span[][], Span[][]] {
  const [a, b] = [before.join('\n'), after.join('\n')];
  if (a === '' || b === '' || a.length + b.length > wordsComparedMax) return [[], []];
  const [wordsA, wordsB] = [toWords(a), toWords(b)];
  const changed = [...diff(wordsA, wordsB)];
  const same = wordsA.length - changed.reduce((sum, [from, to]) => sum + to - from, 0);
  if (same < 0.2 * Math.max(wordsA.length, wordsB.length)) return [[], []];
  return [
    toMarkedLines(
      wordsA,
      changed.map(([from, to]) => [from, to]),
    ),
    toMarkedLines(
      wordsB,
      changed.map(([, , from, to]) => [from, to]),
    ),
  ];
}

function toWords(text: string): string[] {
  return text.match(/\n|[\p{L}\p{N}_]+|[^\S\n]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

function toMarkedLines(
  words: readonly string[],
  changed: readonly (readonly [number, number])[],
): Span[][] {
  const lines: Span[][] = [[]];
  let next = 0;
  words.forEach((word, at) => {
    while ((changed[next]?.[1] ?? Number.POSITIVE_INFINITY) <= at) next++;
    const isChanged = at >= (changed[next]?.[0] ?? Number.POSITIVE_INFINITY);
    if (word === '\n') lines.push([]);
    else append(lines.at(-1) ?? [], word, isChanged);
  });
  return lines;
}

function append(line: Span[], text: string, isChanged: boolean): void {
  const last = line.at(-1);
  if (last?.isChanged === isChanged) line[line.length - 1] = { text: last.text + text, isChanged };
  else line.push({ text, isChanged });
}
