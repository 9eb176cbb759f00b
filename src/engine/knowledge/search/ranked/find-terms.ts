import { withoutAccents } from '../text/accents.ts';
import type { StoredNote } from '../text/stored-note.ts';
import { languageBit } from './languages.ts';
import type { AnsweredTerm } from './rank.ts';
import { isSingleSign, languagesOfForm, startsWithTerm } from './term-forms.ts';
import { nearTest } from './term-words.ts';
import { forEachToken } from './tokens.ts';
import { wantedWords } from './wanted-words.ts';

/** A word of a text that answers a term. */
export interface FoundWord {
  readonly start: number;
  readonly end: number;
  /** The number of the term. */
  readonly term: number;
}

/** The words of a note, in a language, that answer the terms. */
export type TermFinder = (note: StoredNote, language: number) => FoundWord[];

/** Finds the terms in one note after the other. */
export function createTermFinder(terms: readonly AnsweredTerm[]): TermFinder {
  const forms = terms.map((each) => each.forms);
  const wanted = wantedWords(
    forms,
    terms.filter(({ kinds }) => kinds.includes('near')).map((each) => each.forms),
  );
  const signs = forms.map(({ term }) => (isSingleSign(term) ? term.text : undefined));
  const answers = createAnswers(terms);
  return (note, language) => {
    const folded = note.comparable('text', false);
    const found: FoundWord[] = [];
    forEachToken(folded, (start, end) => {
      if (!wanted.mayBe(folded, start, end)) return;
      const token = folded.slice(start, end);
      for (const term of answers(token, language)) {
        const sign = signs[term];
        // One sign of a pair is marked alone.
        const from = sign === undefined ? start : start + token.indexOf(sign);
        found.push({ start: from, end: sign === undefined ? end : from + sign.length, term });
      }
    });
    return found;
  };
}

/** The numbers of the terms that a token answers, remembered by language and token. */
function createAnswers(
  terms: readonly AnsweredTerm[],
): (token: string, language: number) => readonly number[] {
  const tests = terms.map(({ forms, kinds }) => {
    const isNear = kinds.includes('near') ? nearTest(forms) : () => false;
    const hasLonger = kinds.includes('prefix');
    return (bare: string, bit: number) =>
      (languagesOfForm(forms, bare) & bit) !== 0 ||
      (hasLonger && startsWithTerm(forms, bare)) ||
      isNear(bare);
  });
  const known = new Map<string, readonly number[]>();
  return (token, language) => {
    const key = `${language} ${token}`;
    let answered = known.get(key);
    if (answered === undefined) {
      const bare = withoutAccents(token);
      const bit = languageBit(language);
      answered = tests.flatMap((test, term) => (test(bare, bit) ? [term] : []));
      known.set(key, answered);
    }
    return answered;
  };
}
