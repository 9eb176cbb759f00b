import type { Span } from '../markdown/address.ts';
import type { EditSource, Patch, Patched } from './change.ts';
import {
  parseJsonContent,
  refuseRepeat,
  refuseShallowHeadings,
  scanFragment,
  toFragment,
  visibleSpan,
} from './content.ts';
import { createHeading } from './heading-create.ts';
import { keepOutside } from './keep-outside.ts';
import { lineEndingOf, unterminated } from './lines.ts';
import { findHeadingToEdit, missingSection, rejected } from './section.ts';
import type { Splice } from './splice.ts';
import { spliceRows } from './table-rows.ts';

/** Appends to, prepends to or replaces what stands below a heading, subsections included. */
export function patchHeading(source: EditSource, patch: Patch): Patched {
  const found = findHeadingToEdit(source.note, patch.section.target);
  if (found === undefined) {
    if (patch.createTargetIfMissing === true) return createHeading(source, patch);
    throw missingSection(patch.section, undefined, source.note);
  }
  const { body, path } = found;
  return patchBody(source, { body, path, level: found.heading.level }, patch);
}

/** What stands below a heading, or the whole body of a note with level 0 and no path. */
export interface SectionBody {
  readonly body: Span;
  readonly level: number;
  readonly path: string;
}

/** Changes what stands below a heading that was found. */
export function patchBody(
  source: EditSource,
  found: SectionBody,
  patch: Omit<Patch, 'section'>,
): Patched {
  const splices =
    patch.contentType === 'json'
      ? rowSplices(source, found, patch)
      : textSplices(source, found, patch);
  return { text: keepOutside(source, splices), target: found.path };
}

function textSplices(
  { text, note }: EditSource,
  { body: { start, end }, level, path }: SectionBody,
  patch: Omit<Patch, 'section'>,
): Splice[] {
  const eol = lineEndingOf(text);
  const fragment = toFragment(patch.content, eol);
  const { from, to } = visibleSpan(text, start, end);
  refuseShallowHeadings(fragment, level, path);
  refuseRepeat(text.slice(start, to), patch);
  // What is there already keeps its line endings and its blanks.
  const isSame = fragment === toFragment(text.slice(start, end), eol);
  if (patch.operation === 'replace' && isSame) return [];
  if (fragment === '') {
    return patch.operation === 'replace' ? [{ start, end: to, text: '' }] : [];
  }
  if (from === to) return [{ start, end: start, text: unterminated(text, start, eol) + fragment }];
  if (patch.operation === 'replace') return [{ start: from, end: to, text: fragment }];
  const added = scanFragment(fragment).sections;
  const within = note.sections.filter((part) => part.start >= from && part.end <= to);
  if (patch.operation === 'prepend') {
    const lists = [added[0], added.at(-1), within[0]];
    const gap = lists.every((part) => part?.type === 'list') ? '' : eol;
    return [{ start: from, end: from, text: fragment + gap }];
  }
  const hasHeading = (parts: readonly { type: string }[]) =>
    parts.some(({ type }) => type === 'heading');
  const lists = [added[0], within.at(-1)];
  const isTight =
    lists.every((part) => part?.type === 'list') && !hasHeading(added) && !hasHeading(within);
  return [
    { start: to, end: to, text: unterminated(text, to, eol) + (isTight ? '' : eol) + fragment },
  ];
}

function rowSplices(
  source: EditSource,
  found: SectionBody,
  patch: Omit<Patch, 'section'>,
): Splice[] {
  const { from, to } = visibleSpan(source.text, found.body.start, found.body.end);
  const last = source.note.sections.filter((part) => part.start >= from && part.end <= to).at(-1);
  const rows = parseJsonContent(patch.content);
  if (last?.type !== 'table') {
    throw rejected(
      `The section "${found.path}" does not end in a table.`,
      'With contentType "json" a heading takes table rows. Use contentType "markdown" for text.',
      'table-missing',
    );
  }
  return spliceRows(source.text, last, patch.operation, rows);
}
