import { lineEndingOf, unterminated } from '../../engine/text/edit/lines.ts';
import { scanNote } from '../../engine/text/markdown/scan.ts';

export function appendText(text: string, content: string, inline: boolean): string {
  return text + (inline ? '' : unterminated(text, text.length, lineEndingOf(text))) + content;
}

export function prependText(text: string, content: string, inline: boolean): string {
  const { bodyStart } = scanNote(text);
  const eol = lineEndingOf(text);
  const before = text.slice(0, bodyStart);
  const gap = inline || content.endsWith('\n') ? '' : eol;
  return before + unterminated(before, before.length, eol) + content + gap + text.slice(bodyStart);
}
