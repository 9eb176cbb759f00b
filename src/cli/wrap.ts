import { widthOf } from './style.ts';

/** Lines no wider than that, broken between words. What has no blank is left as it is. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let room = 0;
  for (const word of text.split(' ')) {
    const wide = widthOf(word);
    if (lines.length > 0 && wide + 1 <= room) {
      lines[lines.length - 1] += ` ${word}`;
      room -= wide + 1;
    } else {
      lines.push(word);
      room = width - wide;
    }
  }
  return lines;
}

/** The same with what comes before the first line; the others stand below its text. */
export function hang(before: string, text: string, width: number): string {
  const indent = widthOf(before);
  return before + wrap(text, Math.max(20, width - indent)).join(`\n${' '.repeat(indent)}`);
}
