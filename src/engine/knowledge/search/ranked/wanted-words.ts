import { mistakesIn } from './fuzzy.ts';
import { isSingleSign, languagesOfForm, startsWithTerm, type TermForms } from './term-forms.ts';
import { nearTest } from './term-words.ts';

/** A quick test of tokens, so that few of them are made strings of their own. */
export interface WantedWords {
  /** False where the token of a case-folded text cannot be wanted. */
  mayBe(folded: string, start: number, end: number): boolean;
  /** Whether the word is wanted, by what it is without accents. */
  wants(bare: string): boolean;
}

/** The words that may answer terms in a note of any language, and those that are nearly the mistaken ones. */
export function wantedWords(
  terms: readonly TermForms[],
  mistaken: readonly TermForms[],
): WantedWords {
  const starts = new StartTable();
  for (const { term, stems } of terms) {
    if (isSingleSign(term)) starts.allowAll();
    for (const text of [term.text, term.bare, ...stems.map(({ root }) => root)]) starts.allow(text);
  }
  const near = mistaken.map(nearTest);
  const lengths = mistaken.map(({ term: { bare } }) => [bare.length, mistakesIn(bare.length)]);
  const mayBeNear = (length: number) =>
    lengths.some(([near = 0, mistakes = 0]) => Math.abs(length - near) <= mistakes);
  return {
    mayBe: (folded, start, end) =>
      starts.allows(folded, start, end) || (lengths.length > 0 && mayBeNear(end - start)),
    wants: (bare) =>
      terms.some((each) => languagesOfForm(each, bare) !== 0 || startsWithTerm(each, bare)) ||
      near.some((isNear) => isNear(bare)),
  };
}

/** The first two letters of what is wanted. Other letters than ASCII may have accents, so they may be any. */
class StartTable {
  readonly #pairs = new Uint8Array(128 * 128);
  readonly #others = new Set<number>();
  #isAll = false;

  allowAll(): void {
    this.#isAll = true;
  }

  allow(text: string): void {
    const [first, second] = [text.charCodeAt(0), text.charCodeAt(1)];
    if (first >= 128) this.#others.add(first);
    else if (second < 128) this.#pairs[first * 128 + second] = 1;
    // A single letter, or one before a letter with an accent.
    else this.#pairs.fill(1, first * 128, first * 128 + 128);
  }

  allows(text: string, start: number, end: number): boolean {
    if (this.#isAll) return true;
    const first = text.charCodeAt(start);
    if (first >= 128) return first < unaccentedMin || this.#others.has(first);
    const second = end - start < 2 ? 0 : text.charCodeAt(start + 1);
    return second >= 128 || this.#pairs[first * 128 + second] === 1;
  }
}

/** No accent changes how a word starts that begins with this unit or a later one. */
const unaccentedMin = 0x2e80;
