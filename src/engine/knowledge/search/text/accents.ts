import { foldCase } from './letters.ts';

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
/** Beyond the alphabets only the half marks come off. */
const maybeAccented = /[\u00c0-\u2e7f]|[\ufe20-\ufe2f]/g;
const known = new Map<string, string>();

/** Letters without their accents. */
export function stripAccents(text: string): string {
  return stripWithOrigins(text).text;
}

/** A case-folded word without accents. A letter may have been kept from its lower case by its accent. */
export function withoutAccents(folded: string): string {
  return /[^\u0000-\u007f]/.test(folded) ? foldCase(stripAccents(folded)) : folded;
}

/** Letters without their accents, with the way back to the original. */
export function stripWithOrigins(text: string): Stripped {
  const parts: string[] = [];
  const changes: { at: number; bare: string }[] = [];
  let last = 0;
  for (const { 0: char, index } of text.matchAll(maybeAccented)) {
    const bare = plainOf(char);
    if (bare === char) continue;
    parts.push(text.slice(last, index), bare);
    changes.push({ at: index, bare });
    last = index + 1;
  }
  if (changes.length === 0) return { text };
  const stripped = parts.join('') + text.slice(last);
  return { text: stripped, origins: findOrigins(text.length, stripped.length, changes) };
}

function findOrigins(
  length: number,
  strippedLength: number,
  changes: readonly { at: number; bare: string }[],
): Uint32Array {
  const origins = new Uint32Array(strippedLength + 1);
  let to = 0;
  let from = 0;
  for (const { at, bare } of changes) {
    while (from < at) origins[to++] = from++;
    for (let i = 0; i < bare.length; i++) origins[to++] = at;
    from++;
  }
  while (from <= length) origins[to++] = from++;
  return origins;
}

function plainOf(char: string): string {
  const seen = known.get(char);
  if (seen !== undefined) return seen;
  const apart = char.normalize('NFD');
  const bare = plain[char] ?? (apart.search(accents) < 0 ? char : apart.replace(accents, ''));
  known.set(char, bare);
  return bare;
}
