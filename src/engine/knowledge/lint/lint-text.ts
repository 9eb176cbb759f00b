import { createLineMap } from '../../../kit/line-map.ts';
import type { Note } from '../../text/markdown/note.ts';
import { type Finding, type Flaw, lintCodes } from './finding.ts';
import { type LinkTargets, linkFlaws } from './link-flaws.ts';
import { type Names, nameFlaws, noNames } from './name-flaws.ts';
import { textFlaws } from './text-flaws.ts';

/** A finding, and the other files it mentions. */
export interface LintedText {
  readonly finding: Finding;
  readonly about: readonly string[];
}

/** Everything that is wrong with one note, in the order of its text. */
export function lintText(
  text: string,
  note: Note,
  targets: LinkTargets,
  names: Names = noNames,
): LintedText[] {
  const flaws = [
    ...textFlaws(text, note),
    ...linkFlaws(text, note, targets),
    ...nameFlaws(text, note, names),
  ];
  if (flaws.length === 0) return [];
  const lines = createLineMap(text);
  return flaws
    .sort((a, b) => a.start - b.start)
    .map(({ code, message, start, end, about = [] }: Flaw) => ({
      about,
      finding: {
        code,
        severity: lintCodes[code],
        message,
        range: { start: lines.positionAt(start), end: lines.positionAt(end) },
      },
    }));
}
