import type { Pace } from '../../../../kit/pace.ts';
import { bestLanguage, languageBit, languages } from './languages.ts';
import { fields, scratchFor } from './postings.ts';
import type { TermForms } from './term-forms.ts';
import { type AnsweringWord, answeringWords, type Kind, kinds } from './term-words.ts';
import type { WordSource } from './word-source.ts';

/** The weight of each field, as a number of occurrences in the text. */
const fieldWorth: readonly (readonly [bit: number, worth: number])[] = [
  [fields.title, 5],
  [fields.alias, 4],
  [fields.tag, 3],
  [fields.heading, 2],
];
const worthOfFields = Float64Array.from({ length: 16 }, (_, bits) =>
  fieldWorth.reduce((sum, [bit, worth]) => sum + ((bits & bit) === 0 ? 0 : worth), 0),
);

/** How many places in the text a place in these fields is worth. */
export function worthOfField(bits: number): number {
  return worthOfFields[bits] ?? 0;
}

/** The two parameters of BM25: how fast more places stop to matter, and how much length does. */
const saturation = 1.5;
/** Notes differ in length more than most collections do: one line, or a year of minutes. */
const lengthInfluence = 0.4;

/** What all notes that may be found have in common. */
export interface NoteMeasures {
  readonly count: number;
  readonly averageLength: number;
  /** How many notes are in each language. */
  readonly languageCounts: Uint32Array;
}

/** A term, and how it was answered. */
export interface AnsweredTerm {
  readonly forms: TermForms;
  readonly kinds: readonly Kind[];
  /** The rarer a term, the more it says of a note. */
  readonly rarity: number;
}

export interface Scores {
  /** Of each note of each source; zero for those that have no term. */
  readonly scores: readonly Float64Array[];
  readonly answered: readonly AnsweredTerm[];
}

export function measureSources(sources: readonly WordSource[]): NoteMeasures {
  const languageCounts = new Uint32Array(languages.length + 1);
  let count = 0;
  let length = 0;
  for (const { visible, noteLengths, noteLanguages } of sources) {
    for (let note = 0; note < visible.length; note++) {
      if (visible[note] === 0) continue;
      const language = noteLanguages[note] ?? 0;
      languageCounts[language] = (languageCounts[language] ?? 0) + 1;
      length += noteLengths[note] ?? 0;
      count++;
    }
  }
  return { count, averageLength: Math.max(1, length / Math.max(1, count)), languageCounts };
}

/**
 * The score of every visible note of each source, by BM25 over stems and fields. It depends on
 * visible notes only, and not on which source they are in.
 */
export async function scoreNotes(
  sources: readonly WordSource[],
  measures: NoteMeasures,
  terms: readonly TermForms[],
  pace: Pace,
  tried: readonly Kind[] = ['same', 'prefix', 'near'],
): Promise<Scores> {
  const scores = sources.map(({ noteCount }) => new Float64Array(noteCount));
  const answered: AnsweredTerm[] = [];
  for (const forms of terms) {
    const best = sources.map(({ noteCount }) => new Float64Array(noteCount));
    let rarity = 0;
    const answering: Kind[] = [];
    for (const kind of tried) {
      // Mistakes are forgiven only where nothing else answers.
      if (kind === 'near' && answering.length > 0) break;
      const found = gather(sources, measures, (source) => answeringWords(source, forms, kind));
      if (found.notes === 0) continue;
      answering.push(kind);
      const rare = rarityOf(found.notes, measures);
      rarity = Math.max(rarity, rare);
      const weight = kinds[kind] * rare * forms.term.times;
      addBest(sources, found.places, weight, measures.averageLength, best);
      if (pace.isDue()) await pace.pause();
    }
    addUp(scores, best);
    answered.push({ forms, kinds: answering, rarity });
  }
  return { scores, answered };
}

/** In so few notes a word may be in most of them and still say something. */
const fewNotes = 5;

/**
 * The terms that say most: those that were asked for often, and that few notes have. What one note
 * has alone connects it with no other, and what most notes have connects none.
 */
export async function mostTelling(
  sources: readonly WordSource[],
  measures: NoteMeasures,
  terms: readonly TermForms[],
  max: number,
  pace: Pace,
): Promise<TermForms[]> {
  const weighed: { forms: TermForms; weight: number }[] = [];
  for (const forms of terms) {
    const { notes } = gather(sources, measures, (source) => answeringWords(source, forms, 'same'));
    if (notes > 1 && notes <= Math.max(fewNotes, measures.count / 2))
      weighed.push({ forms, weight: forms.term.times * rarityOf(notes, measures) });
    if (pace.isDue()) await pace.pause();
  }
  const best = weighed.sort((a, b) => b.weight - a.weight).slice(0, max);
  return best.map(({ forms }) => forms);
}

/** The fewer notes have a word, the more it says of each. */
function rarityOf(notes: number, { count }: NoteMeasures): number {
  return Math.log(1 + (count - notes + 0.5) / (notes + 0.5));
}

/** In how many places notes have a term, and how many notes have it at all. */
interface Gathered {
  readonly places: readonly Float64Array[];
  readonly notes: number;
}

/** Adds up the places of all given words, in the text and in fields. */
function gather(
  sources: readonly WordSource[],
  { languageCounts }: NoteMeasures,
  wordsOf: (source: WordSource) => Iterable<AnsweringWord>,
): Gathered {
  // Notes that do not show their language are in that of most notes.
  const usual = bestLanguage(languageCounts);
  let notes = 0;
  const places = sources.map((source) => {
    const sums = new Float64Array(source.noteCount);
    const postings = scratchFor(source);
    for (const { word, languages: answers, weight } of wordsOf(source)) {
      source.read(word, postings);
      for (let i = 0; i < postings.count; i++) {
        const note = postings.notes[i] ?? 0;
        if (source.visible[note] === 0) continue;
        const language = source.noteLanguages[note] || usual;
        if ((answers & languageBit(language)) === 0) continue;
        if (sums[note] === 0) notes++;
        const worth = worthOfField(postings.fields[i] ?? 0);
        sums[note] = (sums[note] ?? 0) + weight * ((postings.times[i] ?? 0) + worth);
      }
    }
    return sums;
  });
  return { places, notes };
}

function addBest(
  sources: readonly WordSource[],
  places: readonly Float64Array[],
  weight: number,
  averageLength: number,
  best: readonly Float64Array[],
): void {
  sources.forEach(({ noteLengths }, s) => {
    const times = places[s] ?? new Float64Array(0);
    const values = best[s] ?? new Float64Array(0);
    for (let note = 0; note < times.length; note++) {
      const found = times[note] ?? 0;
      if (found === 0) continue;
      const length = (noteLengths[note] ?? 0) / averageLength;
      const limit = saturation * (1 - lengthInfluence + lengthInfluence * length);
      const value = (weight * found * (saturation + 1)) / (found + limit);
      if (value > (values[note] ?? 0)) values[note] = value;
    }
  });
}

function addUp(scores: readonly Float64Array[], best: readonly Float64Array[]): void {
  scores.forEach((sums, s) => {
    const values = best[s] ?? new Float64Array(0);
    for (let note = 0; note < sums.length; note++) {
      sums[note] = (sums[note] ?? 0) + (values[note] ?? 0);
    }
  });
}
