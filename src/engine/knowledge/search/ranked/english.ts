/** The stem of an English word, by Porter's algorithm: `pruning`, `pruned` and `prunes` are `prune`. */
export function stemEnglish(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  let stem = endOfStem(dropPlural(word));
  if (stem.endsWith('y') && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = replaceSuffix(stem, doubleSuffixes, 0);
  stem = replaceSuffix(stem, simpleSuffixes, 0);
  stem = replaceSuffix(stem, lastSuffixes, 1);
  return dropLastLetter(stem);
}

type Suffixes = readonly (readonly [suffix: string, instead: string])[];

/** A suffix made of two becomes the first of them. */
const doubleSuffixes = toSuffixes(
  'ational ate|tional tion|enci ence|anci ance|izer ize|abli able|alli al|entli ent|eli e|ousli ous|ization ize|ation ate|ator ate|alism al|iveness ive|fulness ful|ousness ous|aliti al|iviti ive|biliti ble',
);
const simpleSuffixes = toSuffixes('icate ic|ative |alize al|iciti ic|ical ic|ful |ness ');
/** Only `s` and `t` come before a suffix `ion`. */
const lastSuffixes = toSuffixes(
  'al |ance |ence |er |ic |able |ible |ant |ement |ment |ent |sion s|tion t|ou |ism |ate |iti |ous |ive |ize ',
);

function toSuffixes(list: string): Suffixes {
  return list.split('|').map((entry) => {
    const [suffix = '', instead = ''] = entry.split(' ');
    return [suffix, instead];
  });
}

/** The first suffix that fits decides; the stem must have more syllables than `above`. */
function replaceSuffix(word: string, suffixes: Suffixes, above: number): string {
  const found = suffixes.find(([suffix]) => word.endsWith(suffix));
  if (found === undefined) return word;
  const stem = word.slice(0, -found[0].length) + found[1];
  return countSyllables(word.slice(0, -found[0].length)) > above ? stem : word;
}

function dropPlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** Without `-ed` and `-ing`, and with the `e` that they may have replaced. */
function endOfStem(word: string): string {
  if (word.endsWith('eed')) return countSyllables(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const stem = word.replace(/(ed|ing)$/, '');
  if (stem === word || !hasVowel(stem)) return word;
  if (/(at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/([^aeioulsz])\1$/.test(stem)) return stem.slice(0, -1);
  return countSyllables(stem) === 1 && isShort(stem) ? `${stem}e` : stem;
}

function dropLastLetter(word: string): string {
  if (word.endsWith('e')) {
    const stem = word.slice(0, -1);
    const syllables = countSyllables(stem);
    return syllables > 1 || (syllables === 1 && !isShort(stem)) ? stem : word;
  }
  return word.endsWith('ll') && countSyllables(word) > 1 ? word.slice(0, -1) : word;
}

/** How often a consonant follows a vowel. */
function countSyllables(word: string): number {
  return toShape(word).match(/v+c/g)?.length ?? 0;
}

function hasVowel(word: string): boolean {
  return toShape(word).includes('v');
}

/** Ends with consonant, vowel, consonant, as in `hop`. */
function isShort(word: string): boolean {
  return toShape(word).endsWith('cvc') && !/[wxy]$/.test(word);
}

/** A `c` for each consonant and a `v` for each vowel; `y` after a consonant is a vowel. */
function toShape(word: string): string {
  let shape = '';
  for (const letter of word) {
    const isVowel = 'aeiou'.includes(letter) || (letter === 'y' && shape.endsWith('c'));
    shape += isVowel ? 'v' : 'c';
  }
  return shape;
}
