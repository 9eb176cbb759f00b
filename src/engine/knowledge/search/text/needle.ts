import type { Openness } from '../ranked/lexicon.ts';
import { forEachPair } from '../ranked/tokens.ts';
import { classAt, foldCase, forEachRun, widthAt, word } from './letters.ts';

/** A text to search for. It is never empty. */
export interface Needle {
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  /** The text as it is compared; more than one where Unicode can write the same letters differently. */
  readonly forms: readonly NeedleForm[];
}

export interface NeedleForm {
  readonly text: string;
  /** What a note must have in its index to have the text; empty for blanks alone. */
  readonly pieces: readonly NeedlePiece[];
  /** Having the pieces is having the text. */
  readonly exact: boolean;
}

/** A word or pair of signs to look up. */
export interface NeedlePiece {
  readonly bytes: Buffer;
  readonly open: Openness;
}

export interface NeedleOptions {
  readonly matchCase?: boolean;
  readonly wholeWord?: boolean;
}

export function makeNeedle(text: string, options: NeedleOptions = {}): Needle {
  const whole = text.toWellFormed();
  const { matchCase = false, wholeWord = false } = options;
  const how = { matchCase, wholeWord };
  const spellings = [whole, whole.normalize('NFC'), whole.normalize('NFD')];
  const forms = spellings.map((spelling) => (matchCase ? spelling : foldCase(spelling)));
  return { ...how, forms: [...new Set(forms)].map((form) => makeForm(form, how)) };
}

/** The matches of a needle in a comparable text, without overlaps of one form: starts and ends. */
export function findSpans(text: string, needle: Needle): number[] {
  const spans: number[] = [];
  for (const form of needle.forms) {
    for (let at = text.indexOf(form.text); at >= 0; ) {
      const end = at + form.text.length;
      const fits = !needle.wholeWord || (isWordEdge(text, at) && isWordEdge(text, end));
      if (fits) spans.push(at, end);
      at = text.indexOf(form.text, fits ? end : at + 1);
    }
  }
  return spans;
}

/** True where a word starts or ends, or where the script has no words. */
export function isWordEdge(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return true;
  const isLow = (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00;
  return classAt(text, isLow && at > 1 ? at - 2 : at - 1) !== word || classAt(text, at) !== word;
}

function makeForm(text: string, how: Required<NeedleOptions>): NeedleForm {
  const folded = how.matchCase ? foldCase(text) : text;
  const pieces: NeedlePiece[] = [];
  let exact = false;
  forEachRun(folded, (kind, start, end) => {
    const open = { left: start === 0, right: end === folded.length };
    const whole = open.left && open.right;
    if (kind === word) {
      exact = whole;
      const closed = { left: false, right: false };
      pieces.push(piece(folded, start, end, how.wholeWord ? closed : open));
      return;
    }
    const single = start + widthAt(folded, start) === end;
    forEachPair(folded, start, end, (from, to) => {
      pieces.push(piece(folded, from, to, single ? open : { left: false, right: false }));
    });
    exact = whole && pieces.length === 1;
  });
  return { text, pieces, exact: exact && !how.matchCase };
}

function piece(text: string, start: number, end: number, open: Openness): NeedlePiece {
  return { bytes: Buffer.from(text.slice(start, end)), open };
}
