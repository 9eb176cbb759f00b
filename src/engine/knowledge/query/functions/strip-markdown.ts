/** Markup and what stays of it, in the order in which it has to go. */
const markup: readonly (readonly [pattern: RegExp, stays: string])[] = [
  // Rules, then list markers: a rule looks like a list of empty items.
  [/^(?:[-*_]\s*){3,}/gm, ''],
  [/^(\s*)(?:[*+-]|\d+\.)\s+/gm, '$1'],
  // Underlines of headings, fences, strike-through, tags.
  [/\n={2,}/g, '\n'],
  [/~~~.*\n/g, ''],
  [/~~/g, ''],
  [/```.*\n/g, ''],
  [/<[^>]*>/g, ''],
  [/^[=-]{2,}\s*$/g, ''],
  // Footnotes, definitions, images, links.
  [/\[\^[^\]]+\](?:: .*$)?/g, ''],
  [/\s{0,2}\[[^\]]*\]: .*$/g, ''],
  [/!\[([^\]]*)\][[(][^\])]*[\])]/g, '$1'],
  [/\[([^\]]*)\][[(][^\])]*[\])]/g, '$1'],
  // Quotes and headings.
  [/^(\n?)\s{0,3}>\s?/gm, '$1'],
  [/^(\n?)\s*#{1,6}(?: +(.*?))?(?: +#+)?$/gm, '$1$2'],
  // Emphasis and code.
  [/(\*+)(\S)(.*?\S)??\1/g, '$2$3'],
  [/(^|\W)(_+)(\S)(.*?\S)??\2($|\W)/g, '$1$3$4$5'],
  [/(`{3,})(.*?)\1/g, '$2'],
  [/`([^`]+)`/g, '$1'],
  [/~(.*?)~/g, '$1'],
];

/** Long texts are shown as they are: emphasis is found by trying. */
const textMax = 20_000;

/** The text that a reader would see. */
export function stripMarkdown(text: string): string {
  if (text.length > textMax) return text;
  const unlinked = text
    .replace(/\[\[([^|\]]*)\]\]/g, '$1')
    .replace(/\[\[[^|]*\|([^\]]*)\]\]/, '$1');
  return markup.reduce((rest, [pattern, stays]) => rest.replace(pattern, stays), unlinked);
}
