/**
 * One emoji, sequences included. Digits and `#` and `*` count as emoji for Unicode, yet only the
 * keycap forms of them do here.
 */
export const emojiSource = (() => {
  const one = String.raw`\p{Emoji}(?:\p{Emoji_Modifier}|\uFE0F\u20E3?|[\u{E0020}-\u{E007E}]+\u{E007F})?`;
  const start = String.raw`(?:[#*0-9]\uFE0F?\u20E3|(?![#*0-9])${one})`;
  return String.raw`(?:\p{Regional_Indicator}{2}|${start}(?:\u200D${one})*)`;
})();

const word = String.raw`[0-9\p{L}_-]+`;
const namePart = new RegExp(`(${emojiSource})|(${word})|(\\s+)|[\\s\\S]`, 'gu');

/** The name a field answers to in expressions: `My Field!` becomes `my-field`. */
export function canonicalName(name: string): string {
  return name.replace(namePart, (_all, emoji?: string, letters?: string, blank?: string) => {
    if (emoji !== undefined) return emoji;
    if (letters !== undefined) return letters.toLocaleLowerCase('en-US');
    return blank === undefined ? '' : '-';
  });
}

/** A heading as links spell it: punctuation becomes blanks, and blanks collapse. */
export function normalizeHeading(heading: string): string {
  return heading
    .replace(namePart, (_all, emoji?: string, letters?: string) => emoji ?? letters ?? ' ')
    .split(/\s+/)
    .join(' ')
    .trim();
}
