import type { Condition, NeedleSubject } from './core/condition.ts';
import { countInWord, findWords } from './ranked/lexicon.ts';
import { fields, scratchFor } from './ranked/postings.ts';
import { classAt, word } from './text/letters.ts';
import type { Needle, NeedlePiece } from './text/needle.ts';
import { openFlag, type Segment, wordPostings } from './text/segment.ts';
import {
  everyNote,
  intersect,
  invert,
  maybe,
  noVerdicts,
  unite,
  type Verdicts,
  yes,
} from './verdicts.ts';

/** Judges the notes of a segment without reading one. */
export function judge(segment: Segment, condition: Condition): Verdicts {
  switch (condition.type) {
    case 'needle':
      return judgeNeedle(segment, condition.needle, condition.subject);
    case 'all':
      return condition.items.length === 0
        ? everyNote(segment.noteCount, yes)
        : combine(segment, condition.items, intersect);
    case 'any':
      return combine(segment, condition.items, unite);
    case 'not':
      return invert(judge(segment, condition.item), segment.noteCount);
    case 'test':
      return everyNote(segment.noteCount, maybe);
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
  [first, ...others]: readonly Condition[],
  join: (a: Verdicts, b: Verdicts) => Verdicts,
): Verdicts {
  if (first === undefined) return noVerdicts;
  let verdicts = judge(segment, first);
  for (const item of others) verdicts = join(verdicts, judge(segment, item));
  return verdicts;
}

function judgeNeedle(segment: Segment, needle: Needle, subject: NeedleSubject): Verdicts {
  let verdicts = openNotes(segment);
  for (const { pieces, exact } of needle.forms) {
    const notes = notesWith(segment, needle, pieces, subject);
    const values = new Uint8Array(notes.length).fill(exact ? yes : maybe);
    verdicts = unite(verdicts, { notes, values });
  }
  return verdicts;
}

const openOf = new WeakMap<Segment, Verdicts>();

/** Notes with words that are not in the index may have anything. */
function openNotes(segment: Segment): Verdicts {
  const known = openOf.get(segment);
  if (known !== undefined) return known;
  const notes: number[] = [];
  segment.noteFlags.forEach((flags, note) => {
    if ((flags & openFlag) !== 0) notes.push(note);
  });
  const values = new Uint8Array(notes.length).fill(maybe);
  const open = { notes: Uint32Array.from(notes), values };
  openOf.set(segment, open);
  return open;
}

/** The notes that have all pieces, ascending. */
function notesWith(
  segment: Segment,
  needle: Needle,
  pieces: readonly NeedlePiece[],
  subject: NeedleSubject,
): Uint32Array {
  if (pieces.length === 0) return everyNote(segment.noteCount, maybe).notes;
  /** How many of the first pieces each note has, up to the first it lacks. */
  let had: Uint32Array | undefined;
  const postings = scratchFor(segment);
  const inText = subject !== 'name';
  const inName = subject !== 'text';
  let left = segment.noteCount;
  for (const [before, piece] of pieces.entries()) {
    const wanted = left;
    left = 0;
    for (const index of wordsWith(segment, needle, piece)) {
      // A letter or two stand in most words, but few words are enough to have all notes.
      if (left === wanted) break;
      had ??= new Uint32Array(segment.noteCount);
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
    if (left === 0) return noVerdicts.notes;
  }
  return placesOf(had ?? noVerdicts.notes, pieces.length, left);
}

/** Where `wanted` stands in an array that has it `count` times. */
function placesOf(array: Uint32Array, wanted: number, count: number): Uint32Array {
  const places = new Uint32Array(count);
  if (count < array.length / 64) {
    for (let found = 0, at = array.indexOf(wanted); found < count; found++) {
      places[found] = at;
      at = array.indexOf(wanted, at + 1);
    }
    return places;
  }
  for (let found = 0, at = 0; found < count; at++) if (array[at] === wanted) places[found++] = at;
  return places;
}

function wordsWith(segment: Segment, needle: Needle, { bytes, open }: NeedlePiece): number[] {
  const found = findWords(segment.words, bytes, open);
  if (!needle.ignoreAccents) return found;
  for (const bare of findWords(segment.bare, bytes, open)) {
    found.push(segment.bareWords[bare] ?? 0);
  }
  return found;
}
