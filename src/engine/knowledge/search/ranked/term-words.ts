import { bitsApart, isNear, letterBits, mistakesIn } from './fuzzy.ts';
import { allLanguages } from './languages.ts';
import { isSingleSign, languagesOfForm, startsWithTerm, type TermForms } from './term-forms.ts';
import type { SourceWord, WordSource } from './word-source.ts';

/** How a word can answer a term, and its weight compared to the term itself. */
export const kinds = { same: 1, prefix: 0.3, near: 0.3 } as const;
export type Kind = keyof typeof kinds;
/** The weight of `pruning` where `prune` was asked for. */
const otherFormWeight = 0.8;

/** A word that answers a term in notes of some languages. */
export interface AnsweringWord {
  readonly word: SourceWord;
  readonly languages: number;
  readonly weight: number;
}

/** The words of a source that answer a term in one way. */
export function* answeringWords(
  source: WordSource,
  forms: TermForms,
  kind: Kind,
): Generator<AnsweringWord, void> {
  if (kind === 'same') yield* sameWords(source, forms);
  else if (kind === 'prefix') yield* longerWords(source, forms);
  else yield* nearWords(source, forms);
}

/** The term in any of its forms. */
function* sameWords(source: WordSource, forms: TermForms): Generator<AnsweringWord, void> {
  const { term, stems } = forms;
  const candidates = isSingleSign(term)
    ? [source.pairsWith(term.bare)]
    : shortest([term.bare, ...stems.map(({ root }) => root)]).map((root) => source.wordsFrom(root));
  for (const words of candidates) {
    for (const word of words) {
      const languages = languagesOfForm(forms, word.bare);
      const weight = word.bare === term.bare || !term.isWord ? 1 : otherFormWeight;
      if (languages !== 0) yield { word, languages, weight };
    }
  }
}

/** The texts that do not start with another of them. */
function shortest(texts: readonly string[]): string[] {
  const sorted = [...new Set(texts)].sort((a, b) => a.length - b.length);
  return sorted.filter((text, at) => !sorted.slice(0, at).some((other) => text.startsWith(other)));
}

function* longerWords(source: WordSource, forms: TermForms): Generator<AnsweringWord, void> {
  if (!startsWithTerm(forms, forms.term.bare)) return;
  for (const word of source.wordsFrom(forms.term.bare)) {
    const languages = allLanguages & ~languagesOfForm(forms, word.bare);
    if (languages !== 0) yield { word, languages, weight: 1 };
  }
}

function* nearWords(source: WordSource, forms: TermForms): Generator<AnsweringWord, void> {
  const { bare, isWord } = forms.term;
  const mistakes = isWord ? mistakesIn(bare.length) : 0;
  if (mistakes === 0) return;
  const isNearTerm = nearTest(forms);
  for (const word of source.wordsLike(bare, mistakes)) {
    if (isNearTerm(word.bare)) yield { word, languages: allLanguages, weight: 1 };
  }
}

/** Whether a word is the term but for a few mistakes. */
export function nearTest({ term: { bare, isWord } }: TermForms): (word: string) => boolean {
  const mistakes = isWord ? mistakesIn(bare.length) : 0;
  const bits = letterBits(bare);
  return (word) =>
    mistakes > 0 &&
    Math.abs(word.length - bare.length) <= mistakes &&
    bitsApart(bits, letterBits(word)) <= mistakes &&
    isNear(word, bare, mistakes);
}
