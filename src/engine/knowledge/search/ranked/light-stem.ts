/** How a language bends its words. */
export interface Endings {
  /** In each step the first ending that fits is removed, where at least three letters stay. */
  readonly steps: readonly (readonly Ending[])[];
  /** A letter that is doubled at the end, or a doubled vowel before it, counts once. */
  readonly undoubles?: boolean;
}

export interface Ending {
  readonly suffix: string;
  readonly instead?: string;
  /** It is one only after these letters. */
  readonly after?: string;
}

const stemLettersMin = 3;

/** A word without the endings of number, gender and case, which is enough to find it again. */
export function stemLightly(word: string, { steps, undoubles = false }: Endings): string {
  let stem = word;
  for (const step of steps) stem = removeOne(stem, step);
  return undoubles ? undouble(stem) : stem;
}

function removeOne(word: string, step: readonly Ending[]): string {
  for (const { suffix, instead = '', after } of step) {
    const at = word.length - suffix.length;
    if (!word.endsWith(suffix) || at + instead.length < stemLettersMin) continue;
    if (after === undefined || after.includes(word.charAt(at - 1))) {
      return word.slice(0, at) + instead;
    }
  }
  return word;
}

function undouble(word: string): string {
  if (word.length <= stemLettersMin) return word;
  return word.replace(/(.)\1$/, '$1').replace(/([aeou])\1(?=[^aeiou]$)/, '$1');
}
