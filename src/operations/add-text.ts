import { lineEndingOf, unterminated } from '../engine/text/edit/lines.ts';
import { scanNote } from '../engine/text/markdown/scan.ts';

/** Adds to the end of a text, on a line of its own unless it is `inline`. */
export function appendText(text: string, content: string, inline = false): string {
  return text + (inline ? '' : unterminated(text, text.length, lineEndingOf(text))) + content;
}

/** Adds to the start of a note, below its properties. */
export function prependText(text: string, content: string, inline: boolean): string {
  const { bodyStart } = scanNote(text);
  const eol = lineEndingOf(text);
  const before = text.slice(0, bodyStart);
  const gap = inline || content.endsWith('\n') ? '' : eol;
  return before + unterminated(before, before.length, eol) + content + gap + text.slice(bodyStart);
}
