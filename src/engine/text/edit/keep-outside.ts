import type { Heading } from '../markdown/note.ts';
import { scanNote } from '../markdown/scan.ts';
import type { EditSource } from './change.ts';
import { rejected } from './section.ts';
import { applySplices, type Splice } from './splice.ts';

/**
 * Applies the splices, unless what they insert would swallow a heading elsewhere, as a code fence
 * that is never closed does.
 */
export function keepOutside({ text, note }: EditSource, splices: readonly Splice[]): string {
  const result = applySplices(text, splices);
  const after = new Map(scanNote(result).headings.map((heading) => [heading.start, heading]));
  for (const heading of note.headings) {
    if (splices.some(({ start, end }) => start <= heading.start && heading.start < end)) continue;
    if (!isSame(heading, after.get(movedTo(heading.start, splices)))) {
      throw rejected(
        `The content would hide the heading "${heading.text}".`,
        'Close every code fence, comment and HTML block that the content opens.',
      );
    }
  }
  return result;
}

function movedTo(offset: number, splices: readonly Splice[]): number {
  return splices
    .filter(({ end }) => end <= offset)
    .reduce((at, { start, end, text }) => at + text.length - (end - start), offset);
}

function isSame(heading: Heading, other: Heading | undefined): boolean {
  return other?.text === heading.text && other.level === heading.level;
}
