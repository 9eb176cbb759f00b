/** At most `lengthMax` characters of a text; a mark at its end shows that it was cut. */
export function cutText(text: string, lengthMax: number): string {
  // The cut may be between the halves of a character.
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1).toWellFormed()}…`;
}
