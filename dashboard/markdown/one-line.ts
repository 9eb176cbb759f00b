/** Between two lines that are not one sentence. */
const dot = ' · ';

/**
 * Lines of a note as one line. What makes a line a heading, a quote, an entry of a list, a task or
 * a row of a table is left out, and so is a link that the excerpt cuts in two.
 */
export function toOneLine(text: string): string {
  let line = '';
  let isSentence = false;
  for (const each of closeLinks(text).split('\n')) {
    const words = stripBlockMarks(each);
    const isMarked = words !== each.trim();
    if (words !== '') line += `${line === '' ? '' : isSentence && !isMarked ? ' ' : dot}${words}`;
    isSentence = words !== '' && !/^\s*(?:#{1,6}\s|\|)/.test(each);
  }
  return line;
}

function stripBlockMarks(line: string): string {
  const text = line
    .trim()
    .replace(/^(?:>\s*)+/, '')
    .replace(/^\[![^\]]+\][+-]?\s*/, '')
    .replace(/^(?:#{1,6}|[-*+]|\d+[.)])\s+(?:\[.\]\s+)?/, '')
    .replace(/^\[\^[^\]\s]+\]:\s*/, '')
    // A part of the name may be marked as found.
    .replace(/(?:^|\s)\^[A-Za-z0-9\-\uE000\uE001]+$/, '');
  if (/^(?:-{3,}|`{3,}.*|~{3,}.*|%%)$/.test(text) || /^\|[\s|:-]*$/.test(text)) return '';
  if (!text.startsWith('|')) return text;
  return text.replace(/^\|\s*|\s*\|$/g, '').replaceAll(/\s*(?<!\\)\|\s*/g, dot);
}

/** What is left of a link that begins before the text or ends after it reads as text. */
function closeLinks(text: string): string {
  return text
    .replace(/^[^[\]\n]*\]\]/, (part) => part.slice(part.indexOf('|') + 1, -2))
    .replace(/!?\[\[([^[\]\n]*)$/, '$1');
}
