/** The same text in memory of its own. A slice would keep the whole note alive. */
export function detach(text: string): string {
  // Short slices are copies anyway.
  return text.length < 13 ? text : JSON.parse(JSON.stringify(text));
}
