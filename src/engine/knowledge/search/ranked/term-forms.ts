import {
  allLanguages,
  bestLanguage,
  countLanguages,
  type Language,
  languageBit,
  languages,
  languagesOfStopWord,
} from './languages.ts';
import type { RankedTerm } from './rank-query.ts';

/** A term, and what its other forms have in common in each language of the notes. */
export interface TermForms {
  readonly term: RankedTerm;
  readonly stems: readonly TermStem[];
}

interface TermStem {
  readonly language: Language;
  readonly bit: number;
  readonly stem: string;
  /** All words of this stem start so. */
  readonly root: string;
}

/** How many notes are in each language; the first number is of those in none that is known. */
export type LanguageCounts = ArrayLike<number>;

/** The forms of the terms that are worth a search in notes of these languages. */
export function toForms(terms: readonly RankedTerm[], counts: LanguageCounts): TermForms[] {
  const present = everyLanguage.filter((number) => (counts[number] ?? 0) > 0);
  return withoutStopWords(terms, counts).map((term) => formsOf(term, present));
}

const everyLanguage = languages.map((_, at) => at + 1);

/** The forms of a term in some languages; in all of them when none are named. */
export function formsOf(term: RankedTerm, numbers = everyLanguage): TermForms {
  return { term, stems: term.isWord ? numbers.map((number) => toStem(term.bare, number)) : [] };
}

function toStem(word: string, number: number): TermStem {
  const language = languages[number - 1] ?? noLanguage;
  const stem = language.stem(word);
  return { language, bit: languageBit(number), stem, root: rootOf(stem, language) };
}

const noLanguage: Language = {
  name: '',
  stopWords: new Set(),
  stem: (word) => word,
  changed: 0,
};

/** How all words of a stem start. */
export function rootOf(stem: string, { changed }: Language): string {
  return stem.slice(0, Math.max(2, stem.length - changed));
}

/**
 * Drops the stop words of the question's language, which is the one with the most of them, among
 * those that notes are in. When nothing would be left, all words count.
 */
function withoutStopWords(
  terms: readonly RankedTerm[],
  counts: LanguageCounts,
): readonly RankedTerm[] {
  const stops = terms.map(({ bare }) => languagesOfStopWord(bare));
  const found = new Uint16Array(languages.length + 1);
  for (const bits of stops) countLanguages(bits, found);
  const isAnyKnown = bestLanguage(counts) > 0;
  const ranked = Float64Array.from(found, (count, number) => {
    const notes = counts[number] ?? 0;
    // Of two languages with as many stop words, the one of more notes.
    return isAnyKnown && notes === 0 ? 0 : count + notes / (notes + 1) / 2;
  }).map((value, number) => ((found[number] ?? 0) === 0 ? 0 : value));
  const bit = languageBit(bestLanguage(ranked));
  const kept = terms.filter((_, at) => bit === 1 || ((stops[at] ?? 0) & bit) === 0);
  return kept.length === 0 ? terms : kept;
}

/** The languages of the notes in which a word without accents is another form of the term. */
export function languagesOfForm({ term, stems }: TermForms, bare: string): number {
  if (bare === term.bare) return allLanguages;
  if (!term.isWord) return isSingleSign(term) && bare.includes(term.bare) ? allLanguages : 0;
  let bits = 0;
  for (const { language, bit, stem, root } of stems) {
    if (bare.startsWith(root) && language.stem(bare) === stem) bits |= bit;
  }
  return bits;
}

/** Scripts without spaces are indexed in pairs of signs, so one sign is a part of such a pair. */
export function isSingleSign({ isWord, text }: RankedTerm): boolean {
  return !isWord && [...text].length === 1;
}

/** Prefixes shorter than this are in too many words. */
const prefixLengthMin = 3;

/** Whether the word goes on where the term ends. */
export function startsWithTerm({ term }: TermForms, bare: string): boolean {
  return term.isWord && term.bare.length >= prefixLengthMin && bare.startsWith(term.bare);
}
