import { VaultError } from '../../../../contract/errors.ts';
import type { HeadingAddress, Span } from '../../markdown/address.ts';
import type { Section } from '../../markdown/note.ts';
import type { EditSource } from '../change.ts';
import { refuseRepeat, toFragment } from '../content.ts';
import { keepOutside } from '../keep-outside.ts';
import { lineEndingOf, lineStart, nextLine, unterminated, withLineEnding } from '../lines.ts';
import type { Splice } from '../splice.ts';
import { blankLineAbove, blankLineBelow, removeLines } from './gaps.ts';
import { shiftHeadings } from './heading-levels.ts';
import type { ScopedEdit, ScopedEdited } from './scoped-edit.ts';
import { toSectionBody } from './target.ts';

/** Changes one of the blocks between a heading and the next one, by its position. */
export function editWithin(
  source: EditSource,
  found: HeadingAddress | undefined,
  index: number,
  edit: ScopedEdit,
): ScopedEdited {
  const { text, note } = source;
  const { level, ...section } = toSectionBody(source, found);
  const first = note.headings.find(({ start }) => start >= section.body.start);
  const own = {
    start: section.body.start,
    end: Math.min(section.body.end, first?.start ?? Infinity),
  };
  const blocks = blocksIn(source, own);
  const block = blocks.at(index);
  if (block === undefined || index < -blocks.length)
    throw outOfRange(index, blocks.length, section.path);
  if (edit.operation === 'delete') {
    return { text: keepOutside(source, [removeLines(text, block, own)]), warnings: [] };
  }
  if (edit.rejectIfContentPreexists === true && edit.operation !== 'replace') {
    const { content = '', operation } = edit;
    refuseRepeat(text.slice(block.start, block.end), { content, operation });
  }
  if (edit.scope === 'content') {
    return { text: keepOutside(source, [spliceText(text, block, edit)]), warnings: [] };
  }
  const { text: content, warnings } = shiftHeadings(edit.content ?? '', level);
  const fragment = toFragment(content, lineEndingOf(text));
  if (fragment === '') return { text, warnings };
  return { text: keepOutside(source, [spliceBlock(source, block, fragment, edit)]), warnings };
}

/** The blocks of a stretch. A line that only names the block above it is none. */
function blocksIn({ note }: EditSource, { start, end }: Span): Section[] {
  const isMarker = (section: Section) =>
    note.blocks.some(
      ({ isolated, markerStart }) =>
        isolated && section.start <= markerStart && markerStart < section.end,
    );
  return note.sections.filter(
    (section) =>
      section.type !== 'yaml' && section.start >= start && section.end <= end && !isMarker(section),
  );
}

function spliceText(text: string, block: Span, { operation, content = '' }: ScopedEdit): Splice {
  return {
    start: operation === 'append' ? block.end : block.start,
    end: operation === 'prepend' ? block.start : block.end,
    text: withLineEnding(content, lineEndingOf(text)),
  };
}

/** A block of its own: in front of the one that was found, behind it, or in its place. */
function spliceBlock(
  source: EditSource,
  block: Section,
  fragment: string,
  { operation }: ScopedEdit,
): Splice {
  const { text, note } = source;
  const eol = lineEndingOf(text);
  const start = lineStart(text, block.start);
  const marker = note.blocks.find(({ isolated, start: at }) => isolated && at === block.start);
  const after = nextLine(text, Math.max(block.end, marker?.markerEnd ?? 0));
  switch (operation) {
    case 'append': {
      const gap = unterminated(text, after, eol) + eol;
      return { start: after, end: after, text: gap + fragment + blankLineBelow(text, after, eol) };
    }
    case 'prepend':
      return { start, end: start, text: blankLineAbove(source, start, eol) + fragment + eol };
    default: {
      const end = nextLine(text, block.end);
      return { start, end, text: fragment };
    }
  }
}

function outOfRange(index: number, count: number, path: string): VaultError {
  const where = path === '' ? 'the top of the note' : `the section "${path}"`;
  return new VaultError(
    'target-missing',
    `There is no block ${index} in ${where}: it has ${count}.`,
    {
      reason: 'section-target-missing',
      hint: 'Count the blocks between the heading and the next one, from 0 or from the end with -1.',
      data: { count },
    },
  );
}
