import type { Condition, NeedleSubject } from './core/condition.ts';
import {
  everyNote,
  intersect,
  invert,
  maybe,
  noVerdicts,
  unite,
  type Verdicts,
  yes,
} from './match-set.ts';
import { countInWord, findWords } from './ranked/lexicon.ts';
import { fields, scratchFor } from './ranked/postings.ts';
import { classAt, word as wordClass } from './text/letters.ts';
import type { Needle, NeedlePiece } from './text/needle.ts';
import { type WordIndex, wordPostings } from './text/word-index.ts';

/** Judges the notes of a word index without reading one. */
export function judge(index: WordIndex, condition: Condition): Verdicts {
  switch (condition.type) {
    case 'needle':
      return judgeNeedle(index, condition.needle, condition.subject);
    case 'all':
      return condition.items.length === 0
        ? everyNote(index.noteCount, yes)
        : combine(index, condition.items, intersect);
    case 'any':
      return combine(index, condition.items, unite);
    case 'not':
      return invert(judge(index, condition.item), index.noteCount);
    case 'test':
      return everyNote(index.noteCount, maybe);
  }
}

/**
 * In how many places a needle stands in the text of each note, where the index can tell: a single
 * word or part of one. Notes with words that are not in the index still have to be read.
 */
export function countNeedle(
  index: WordIndex,
  { forms, ignoreAccents }: Needle,
): Uint32Array | undefined {
  const [form] = forms;
  const [piece] = form?.pieces ?? [];
  if (forms.length !== 1 || form?.exact !== true || piece === undefined) return undefined;
  if (ignoreAccents || classAt(form.text, 0) !== wordClass) return undefined;
  const counts = new Uint32Array(index.noteCount);
  const found = scratchFor(index);
  for (const word of findWords(index.words, piece.bytes, piece.open)) {
    const each = countInWord(index.words, word, piece.bytes);
    wordPostings(index, word, found);
    for (let i = 0; i < found.count; i++) {
      const note = found.notes[i] ?? 0;
      counts[note] = (counts[note] ?? 0) + each * (found.times[i] ?? 0);
    }
  }
  return counts;
}

function combine(
  index: WordIndex,
  [first, ...others]: readonly Condition[],
  join: (a: Verdicts, b: Verdicts) => Verdicts,
): Verdicts {
  if (first === undefined) return noVerdicts;
  let verdicts = judge(index, first);
  for (const item of others) verdicts = join(verdicts, judge(index, item));
  return verdicts;
}

function judgeNeedle(index: WordIndex, needle: Needle, subject: NeedleSubject): Verdicts {
  let verdicts = openNotes(index);
  for (const { pieces, exact } of needle.forms) {
    const notes = notesWith(index, needle, pieces, subject);
    const values = new Uint8Array(notes.length).fill(exact ? yes : maybe);
    verdicts = unite(verdicts, { notes, values });
  }
  return verdicts;
}

const openOf = new WeakMap<WordIndex, Verdicts>();

/** Notes with words that are not in the index may have anything. */
function openNotes(index: WordIndex): Verdicts {
  const known = openOf.get(index);
  if (known !== undefined) return known;
  const notes: number[] = [];
  index.incomplete.forEach((isIncomplete, note) => {
    if (isIncomplete === 1) notes.push(note);
  });
  const values = new Uint8Array(notes.length).fill(maybe);
  const open = { notes: Uint32Array.from(notes), values };
  openOf.set(index, open);
  return open;
}

/** The notes that have all pieces, ascending. */
function notesWith(
  index: WordIndex,
  needle: Needle,
  pieces: readonly NeedlePiece[],
  subject: NeedleSubject,
): Uint32Array {
  if (pieces.length === 0) return everyNote(index.noteCount, maybe).notes;
  /** How many of the first pieces each note has, up to the first it lacks. */
  let had: Uint32Array | undefined;
  const postings = scratchFor(index);
  const inText = subject !== 'name';
  const inName = subject !== 'text';
  let left = index.noteCount;
  for (const [before, piece] of pieces.entries()) {
    const wanted = left;
    left = 0;
    for (const word of wordsWith(index, needle, piece)) {
      // A letter or two stand in most words, but few words are enough to have all notes.
      if (left === wanted) break;
      had ??= new Uint32Array(index.noteCount);
      wordPostings(index, word, postings);
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

function wordsWith(index: WordIndex, needle: Needle, { bytes, open }: NeedlePiece): number[] {
  const found = findWords(index.words, bytes, open);
  if (!needle.ignoreAccents) return found;
  for (const bare of findWords(index.bare, bytes, open)) {
    found.push(index.bareWords[bare] ?? 0);
  }
  return found;
}
