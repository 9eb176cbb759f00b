import type { Condition, Subject } from './condition.ts';
import { classAt, word } from './letters.ts';
import { countInWord, findWords } from './lexicon.ts';
import type { Needle, Piece } from './needle.ts';
import { fields, scratchFor } from './postings.ts';
import { openFlag, type Segment, wordPostings } from './segment.ts';

/** What the index alone says of a note. Numbers, so that "and" is the lesser and "or" the greater. */
export const no = 0;
export const maybe = 1;
export const yes = 2;

/** Judges every note of a segment without reading one. */
export function judge(segment: Segment, condition: Condition): Uint8Array {
  switch (condition.type) {
    case 'needle':
      return judgeNeedle(segment, condition.needle, condition.subject);
    case 'all':
      return combine(segment, condition.items, yes, Math.min);
    case 'any':
      return combine(segment, condition.items, no, Math.max);
    case 'not':
      return judge(segment, condition.item).map((verdict) => yes - verdict);
    case 'test':
      return new Uint8Array(segment.noteCount).fill(maybe);
  }
}

/**
 * In how many places a needle stands in the text of each note, where the index can tell: a single
 * word or part of one. Notes with words that are not in the index still have to be read.
 */
export function countNeedle(
  segment: Segment,
  { forms, ignoreAccents }: Needle,
): Uint32Array | undefined {
  const [form] = forms;
  const [piece] = form?.pieces ?? [];
  if (forms.length !== 1 || form?.exact !== true || piece === undefined) return undefined;
  if (ignoreAccents || classAt(form.text, 0) !== word) return undefined;
  const counts = new Uint32Array(segment.noteCount);
  const found = scratchFor(segment);
  for (const index of findWords(segment.words, piece.bytes, piece.open)) {
    const each = countInWord(segment.words, index, piece.bytes);
    wordPostings(segment, index, found);
    for (let i = 0; i < found.count; i++) {
      const note = found.notes[i] ?? 0;
      counts[note] = (counts[note] ?? 0) + each * (found.times[i] ?? 0);
    }
  }
  return counts;
}

function combine(
  segment: Segment,
  items: readonly Condition[],
  start: number,
  pick: (a: number, b: number) => number,
): Uint8Array {
  const [first, ...others] = items;
  if (first === undefined) return new Uint8Array(segment.noteCount).fill(start);
  const verdicts = judge(segment, first);
  for (const item of others) {
    const other = judge(segment, item);
    for (let i = 0; i < verdicts.length; i++) verdicts[i] = pick(verdicts[i] ?? 0, other[i] ?? 0);
  }
  return verdicts;
}

function judgeNeedle(segment: Segment, needle: Needle, subject: Subject): Uint8Array {
  const verdicts = openNotes(segment);
  for (const { pieces, exact } of needle.forms) {
    const found = piecesIn(segment, needle, pieces, subject);
    const verdict = exact ? yes : maybe;
    const all = pieces.length;
    if (found === undefined) continue;
    for (let i = 0; i < verdicts.length; i++) {
      if (found[i] === all && (verdicts[i] ?? 0) < verdict) verdicts[i] = verdict;
    }
  }
  return verdicts;
}

/** Notes with words that are not in the index may have anything. */
function openNotes({ noteCount, noteFlags }: Segment): Uint8Array {
  const verdicts = new Uint8Array(noteCount);
  for (let i = 0; i < noteCount; i++) {
    if (((noteFlags[i] ?? 0) & openFlag) !== 0) verdicts[i] = maybe;
  }
  return verdicts;
}

/** How many of the first pieces each note has, up to the first it lacks; undefined when none has all. */
function piecesIn(
  segment: Segment,
  needle: Needle,
  pieces: readonly Piece[],
  subject: Subject,
): Uint32Array | undefined {
  const had = new Uint32Array(segment.noteCount);
  const postings = scratchFor(segment);
  const inText = subject !== 'name';
  const inName = subject !== 'text';
  let left = segment.noteCount;
  pieces.forEach((piece, before) => {
    const wanted = left;
    left = 0;
    if (wanted === 0) return;
    for (const index of wordsWith(segment, needle, piece)) {
      // A letter or two stand in most words, but few words are enough to have all notes.
      if (left === wanted) break;
      wordPostings(segment, index, postings);
      for (let i = 0; i < postings.count; i++) {
        const note = postings.notes[i] ?? 0;
        if (had[note] !== before) continue;
        const there =
          (inText && (postings.times[i] ?? 0) > 0) ||
          (inName && ((postings.fields[i] ?? 0) & fields.title) !== 0);
        if (!there) continue;
        had[note] = before + 1;
        left++;
      }
    }
  });
  return left === 0 ? undefined : had;
}

function wordsWith(segment: Segment, needle: Needle, { bytes, open }: Piece): number[] {
  const found = findWords(segment.words, bytes, open);
  if (!needle.ignoreAccents) return found;
  for (const bare of findWords(segment.bare, bytes, open)) {
    found.push(segment.bareWords[bare] ?? 0);
  }
  return found;
}
