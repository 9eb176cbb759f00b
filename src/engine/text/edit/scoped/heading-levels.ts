import { limits } from '../../../../contract/limits.ts';
import type { Heading } from '../../markdown/note.ts';
import { scanFragment } from '../content.ts';
import { lineStart } from '../lines.ts';
import { applySplices, type Splice } from '../splice.ts';
import type { EditWarning } from './scoped-edit.ts';

const levelMax = 6;
/** A line of signs below the text makes a heading of these levels. */
const underlines = ['=', '-'] as const;

export interface Shifted {
  readonly text: string;
  readonly warnings: EditWarning[];
}

/** A part of a note with each of its headings so many levels deeper, or less deep below zero. */
export function shiftHeadings(fragment: string, by: number): Shifted {
  if (by === 0) return { text: fragment, warnings: [] };
  const text = `\n${fragment}`;
  const { headings } = scanFragment(fragment);
  const splices = headings.map((heading) => shiftOne(text, heading, by));
  const tooDeep = headings.filter(({ level }) => level + by > levelMax);
  const warnings = tooDeep.slice(0, limits.editWarningsMax).map(toWarning);
  return { text: applySplices(text, splices).slice(1), warnings };
}

function shiftOne(text: string, heading: Heading, by: number): Splice {
  const { start, end, level } = heading;
  const next = Math.max(1, level + by);
  if (!heading.setext) {
    const marks = text.indexOf('#', start);
    return { start: marks, end: marks + level, text: '#'.repeat(next) };
  }
  const sign = underlines[next - 1];
  const name = heading.text.replace(/\s*\n\s*/g, ' ');
  if (sign === undefined) return { start, end, text: `${'#'.repeat(next)} ${name}` };
  const from = lineStart(text, end);
  return { start: from, end, text: text.slice(from, end).replace(/[=-]/g, sign) };
}

function toWarning({ text }: Heading): EditWarning {
  const name = text.slice(0, limits.editWarningNameMax);
  return {
    code: 'heading-depth-overflow',
    message: `"${name}" is deeper than level ${levelMax}, so it is no heading any more.`,
  };
}
