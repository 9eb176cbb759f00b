import { languages } from './languages.ts';
import type { RankedTerm } from './rank-query.ts';
import type { WantedWords } from './scan-words.ts';
import { isSingleSign, languagesOfForm, startsWithTerm, toStem } from './term-forms.ts';
import { nearTest } from './term-words.ts';

/** No accent changes how a word of these or later units starts. */
const unaccentedMin = 0x2e80;

/**
 * The words that may answer terms in a note of any language, and those that are nearly the mistaken
 * ones.
 */
export function wantedWords(
  terms: readonly RankedTerm[],
  mistaken: readonly RankedTerm[],
): WantedWords {
  const forms = terms.map((term) => ({
    term,
    stems: term.isWord ? languages.map((_, at) => toStem(term.bare, at + 1)) : [],
  }));
  const near = mistaken.map((term) => nearTest({ term, stems: [] }));
  const first = new Set(
    terms.flatMap(({ text, bare }) => [text, bare]).map((t) => t.charCodeAt(0)),
  );
  const isAnyUnit = mistaken.length > 0 || terms.some(isSingleSign);
  return {
    mayStartWith: (unit) => isAnyUnit || (unit >= 0x80 && unit < unaccentedMin) || first.has(unit),
    wants: (bare) =>
      forms.some((each) => languagesOfForm(each, bare) !== 0 || startsWithTerm(each, bare)) ||
      near.some((isNear) => isNear(bare)),
  };
}
