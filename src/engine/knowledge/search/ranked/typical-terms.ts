import { scanNote } from '../../../text/markdown/scan.ts';
import { withoutAccents } from '../text/accents.ts';
import { classAt, foldCase, word } from '../text/letters.ts';
import type { StoredNote } from '../text/stored-note.ts';
import { languageBit, languages, languagesOfStopWord } from './languages.ts';
import { fieldsOf } from './note-fields.ts';
import { fields } from './postings.ts';
import { worthOfField } from './rank.ts';
import { type RankedTerm, toTerm } from './rank-query.ts';
import { forEachToken } from './tokens.ts';

/** So many words of a long note are looked at. */
const termsMax = 150;
const wordLengthMin = 3;

interface Stem {
  weight: number;
  /** How often each form of the word is there. */
  readonly forms: Map<string, number>;
}

/** The words that a note has most, in its text and its fields, each in its most common form. */
export function typicalTerms(note: StoredNote, language: number): RankedTerm[] {
  const stems = new Map<string, Stem>();
  const stem = languages[language - 1]?.stem ?? ((bare: string) => bare);
  const add = (text: string, worth: number): void => {
    const folded = foldCase(text.toWellFormed());
    forEachToken(folded, (start, end) => {
      const token = folded.slice(start, end);
      const bare = withoutAccents(token);
      if (!isTelling(bare, language)) return;
      const key = stem(bare);
      const known = stems.get(key) ?? { weight: 0, forms: new Map<string, number>() };
      stems.set(key, known);
      known.weight += worth;
      known.forms.set(token, (known.forms.get(token) ?? 0) + 1);
    });
  };
  const { headings, tags, aliases } = fieldsOf(scanNote(note.text));
  add(note.text, 1);
  add(note.name, worthOfField(fields.title));
  for (const heading of headings) add(heading, worthOfField(fields.heading));
  for (const tag of tags) add(tag, worthOfField(fields.tag));
  for (const alias of aliases) add(alias, worthOfField(fields.alias));
  return [...stems.values()]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, termsMax)
    .map(({ weight, forms }) => toTerm(mostCommon(forms), weight));
}

/** Numbers, marks and stop words are in notes about anything. */
function isTelling(bare: string, language: number): boolean {
  if (classAt(bare, 0) !== word) return !/^[\p{P}\p{S}\p{Z}]+$/u.test(bare);
  if (bare.length < wordLengthMin || /^[\p{N}_]+$/u.test(bare)) return false;
  return (languagesOfStopWord(bare) & languageBit(language)) === 0;
}

function mostCommon(forms: ReadonlyMap<string, number>): string {
  let [best = '', most = 0] = ['', 0];
  for (const [form, times] of forms) if (times > most) [best, most] = [form, times];
  return best;
}
