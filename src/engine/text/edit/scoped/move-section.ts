import type { HeadingAddress } from '../../markdown/address.ts';
import type { EditSource } from '../change.ts';
import { visibleSpan } from '../content.ts';
import { keepOutside } from '../keep-outside.ts';
import { lineEndingOf, unterminated } from '../lines.ts';
import { rejected } from '../section.ts';
import { invalidEdit } from './check-edit.ts';
import { shiftHeadings } from './heading-levels.ts';
import type { ScopedEdited, SectionDestination } from './scoped-edit.ts';
import { requireTargetHeading, toSectionBody } from './target.ts';

/** Where a section goes in. */
interface Place {
  readonly at: number;
  /** Whether it goes in front of a heading, and not behind the last text of a section. */
  readonly isBefore: boolean;
}

/** Moves a section with all its subsections below another heading; its levels fit the new place. */
export function moveSection(
  source: EditSource,
  found: HeadingAddress,
  destination: SectionDestination = { parent: [], place: 'last' },
): ScopedEdited {
  const { text } = source;
  const eol = lineEndingOf(text);
  const { start } = found.header;
  const { end } = found.body;
  const parent = findParent(source, found, destination);
  const level = (parent?.heading.level ?? 0) + 1;
  const { at, isBefore } = findPlace(source, parent, destination);
  const own = visibleSpan(text, start, end);
  const { text: moved, warnings } = shiftHeadings(
    text.slice(start, own.to),
    level - found.heading.level,
  );
  if (start <= at && at <= end) {
    const result = keepOutside(source, [{ start, end: own.to, text: moved }]);
    return { text: result, warnings };
  }
  const fragment = moved.endsWith('\n') ? moved : moved + eol;
  const added = isBefore ? fragment + eol : unterminated(text, at, eol) + eol + fragment;
  const splices = [
    { start, end, text: '' },
    { start: at, end: at, text: added },
  ];
  return { text: keepOutside(source, splices), warnings };
}

function findParent(
  source: EditSource,
  found: HeadingAddress,
  { parent: names }: SectionDestination,
): HeadingAddress | undefined {
  if (names.length === 0) return undefined;
  const parent = requireTargetHeading(source, { type: 'heading', at: names });
  const { start } = parent.header;
  if (start >= found.header.start && start < found.body.end) {
    throw rejected(
      `"${found.path}" cannot be moved into itself.`,
      'Choose a heading outside of the section.',
    );
  }
  return parent;
}

function findPlace(
  source: EditSource,
  parent: HeadingAddress | undefined,
  { place }: SectionDestination,
): Place {
  const { text, note } = source;
  const parentIndex = parent === undefined ? -1 : note.headings.indexOf(parent.heading);
  if (place === 'first') {
    const child = note.headings.find((heading) => heading.parent === parentIndex);
    if (child !== undefined) return { at: child.start, isBefore: true };
  }
  if (place === 'first' || place === 'last') {
    const { body } = toSectionBody(source, parent);
    return { at: visibleSpan(text, body.start, body.end).to, isBefore: false };
  }
  const isBefore = 'before' in place;
  const names = isBefore ? place.before : place.after;
  const { heading, body, header, path } = requireTargetHeading(source, {
    type: 'heading',
    at: names,
  });
  if (heading.parent !== parentIndex) {
    throw invalidEdit(
      'destination',
      `"${path}" is not directly below the parent of the destination.`,
      'Name a heading of the parent in "before" or "after".',
    );
  }
  if (isBefore) return { at: header.start, isBefore };
  return { at: visibleSpan(text, header.start, body.end).to, isBefore };
}
