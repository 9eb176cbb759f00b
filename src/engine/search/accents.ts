import { classAt, word } from './letters.ts';

/** A text made comparable, and where each of its units came from. */
export interface Stripped {
  readonly text: string;
  /** Offset of unit `i` in the original; one more entry for the end. Absent when nothing moved. */
  readonly origins?: Uint32Array;
}

/** Letters that no decomposition takes apart, by what people type for them. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ħ: 'h',
  Ħ: 'H',
  ŧ: 't',
  Ŧ: 'T',
  ı: 'i',
};
/** Accents. Vowel signs of other scripts are letters to their readers and stay. */
const accents = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\ufe20-\ufe2f]/g;
const maybeAccented = /[^\u0000-\u00bf]/;
const known = new Map<string, string>();

/** True when an accent stands on no letter: without it, its neighbours would be side by side. */
export function hasLooseAccent(text: string): boolean {
  for (const { index } of text.matchAll(accents)) {
    if (index === 0 || classAt(text, index - 1) !== word) return true;
  }
  return false;
}

/** Letters without their accents. */
export function stripAccents(text: string): string {
  return stripWithOrigins(text).text;
}

/** Letters without their accents, with the way back to the original. */
export function stripWithOrigins(text: string): Stripped {
  if (!maybeAccented.test(text)) return { text };
  const parts: string[] = [];
  const origins: number[] = [];
  let at = 0;
  let changed = false;
  for (const char of text) {
    const bare = char < '\u00c0' ? char : plainOf(char);
    changed ||= bare !== char;
    parts.push(bare);
    for (let i = 0; i < bare.length; i++) origins.push(at + Math.min(i, char.length - 1));
    at += char.length;
  }
  if (!changed) return { text };
  origins.push(text.length);
  return { text: parts.join(''), origins: Uint32Array.from(origins) };
}

function plainOf(char: string): string {
  // Beyond the alphabets only the half marks come off.
  if (char >= '\u2e80' && !(char >= '\ufe20' && char <= '\ufe2f')) return char;
  const seen = known.get(char);
  if (seen !== undefined) return seen;
  const apart = char.normalize('NFD');
  const bare = plain[char] ?? (apart.search(accents) < 0 ? char : apart.replace(accents, ''));
  known.set(char, bare);
  return bare;
}
