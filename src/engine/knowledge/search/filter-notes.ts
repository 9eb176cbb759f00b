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
import { findWords } from './ranked/lexicon.ts';
import { fields, scratchFor } from './ranked/postings.ts';
import type { Needle, NeedlePiece } from './text/needle.ts';
import { type WordIndex, wordPostings } from './text/word-index.ts';

/** What a word index says of its notes, without reading one. */
export function evaluate(index: WordIndex, condition: Condition): Verdicts {
  switch (condition.type) {
    case 'needle':
      return evaluateNeedle(index, condition.needle, condition.subject);
    case 'all':
      return condition.items.length === 0
        ? everyNote(index.noteCount, yes)
        : combine(index, condition.items, intersect);
    case 'any':
      return combine(index, condition.items, unite);
    case 'not':
      return invert(evaluate(index, condition.item), index.noteCount);
    case 'test':
      return everyNote(index.noteCount, maybe);
  }
}

function combine(
  index: WordIndex,
  [first, ...others]: readonly Condition[],
  join: (a: Verdicts, b: Verdicts) => Verdicts,
): Verdicts {
  if (first === undefined) return noVerdicts;
  let verdicts = evaluate(index, first);
  for (const item of others) verdicts = join(verdicts, evaluate(index, item));
  return verdicts;
}

function evaluateNeedle(index: WordIndex, needle: Needle, subject: NeedleSubject): Verdicts {
  let verdicts = incompleteNotes(index);
  for (const { pieces, exact } of needle.forms) {
    const notes = notesWith(index, pieces, subject);
    const values = new Uint8Array(notes.length).fill(exact ? yes : maybe);
    verdicts = unite(verdicts, { notes, values });
  }
  return verdicts;
}

/** Notes with words that are not in the index may contain anything. */
function incompleteNotes({ incomplete }: WordIndex): Verdicts {
  const notes: number[] = [];
  for (let note = incomplete.indexOf(1); note >= 0; note = incomplete.indexOf(1, note + 1)) {
    notes.push(note);
  }
  return { notes: Uint32Array.from(notes), values: new Uint8Array(notes.length).fill(maybe) };
}

/** The notes that have all pieces, ascending. */
function notesWith(
  index: WordIndex,
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
    for (const word of findWords(index.words, piece.bytes, piece.open)) {
      // A letter or two are in most words, but a few of these words are in all notes together.
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

/** The indexes of `wanted` in an array that has it `count` times. */
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
