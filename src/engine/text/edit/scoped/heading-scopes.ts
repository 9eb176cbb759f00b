import type { HeadingAddress } from '../../markdown/address.ts';
import type { EditSource, Patched } from '../change.ts';
import { refuseRepeat, scanFragment, toFragment, visibleSpan } from '../content.ts';
import { addHeadings, createHeading } from '../heading-create.ts';
import { patchBody } from '../heading-edit.ts';
import { keepOutside } from '../keep-outside.ts';
import { lineEndingOf, unterminated } from '../lines.ts';
import { missingSection } from '../section.ts';
import type { Splice } from '../splice.ts';
import { blankLineAbove, blankLineBelow } from './gaps.ts';
import { type Shifted, shiftHeadings } from './heading-levels.ts';
import { moveSection } from './move-section.ts';
import { findHeadingNamed, isMarkedName } from './names.ts';
import { renameTargetHeading } from './rename.ts';
import type { ScopedEdit, ScopedEdited } from './scoped-edit.ts';
import {
  findTargetHeading,
  type HeadingTarget,
  isWholeBody,
  toPath,
  toSectionBody,
} from './target.ts';
import { editWithin } from './within.ts';

/** Changes a part of a heading's section, or of the whole body of a note. */
export function editHeading(
  source: EditSource,
  target: HeadingTarget,
  edit: ScopedEdit,
): ScopedEdited {
  const { scope, within } = edit;
  const isWhole = isWholeBody(target);
  const found = isWhole ? undefined : findTargetHeading(source, target);
  if (!isWhole && found === undefined) return createSection(source, target, edit);
  if (within !== undefined) return editWithin(source, found, within, edit);
  if (found === undefined || scope === 'content') return editContent(source, found, edit);
  if (scope === 'parent') return moveSection(source, found, edit.destination);
  if (scope === 'markerAndContent') return editWhole(source, found, edit);
  return edit.operation === 'delete'
    ? dissolveHeading(source, found)
    : { text: renameTargetHeading(source, target, edit).text, warnings: [] };
}

/** Rows for the table at the end of a section, or of a block. */
export function rowsOf(value: unknown): { content: string; contentType: 'json' } {
  return { content: JSON.stringify(value), contentType: 'json' };
}

function createSection(source: EditSource, target: HeadingTarget, edit: ScopedEdit): ScopedEdited {
  const { operation, scope, content = '', createTargetIfMissing } = edit;
  const section = { type: 'heading', target: toPath(target) } as const;
  const makesIt = createTargetIfMissing === true && scope === 'content' && edit.value === undefined;
  if (!makesIt || operation === 'delete') throw missingSection(section);
  let shifted: Shifted | undefined;
  const contentAt = (level: number) => {
    shifted = toLevels(edit, level);
    return shifted.text;
  };
  const { text } =
    typeof target.at === 'string'
      ? createHeading(source, { section, operation, content }, contentAt)
      : addNamed(source, target.at, contentAt);
  return { text, warnings: shifted?.warnings ?? [] };
}

function addNamed(
  source: EditSource,
  names: readonly string[],
  contentAt: (level: number) => string,
): Patched {
  const { ancestor, depth } = findAncestor(source, names);
  const fresh = names.slice(depth).map((name) => name.trim());
  if (fresh.some(isMarkedName)) {
    throw missingSection({ type: 'heading', target: names.join('::') });
  }
  return addHeadings(source, ancestor, fresh, contentAt);
}

function findAncestor(
  { note }: EditSource,
  names: readonly string[],
): { ancestor: HeadingAddress | undefined; depth: number } {
  for (let depth = names.length - 1; depth > 0; depth--) {
    const ancestor = findHeadingNamed(note, names.slice(0, depth));
    if (ancestor !== undefined) return { ancestor, depth };
  }
  return { ancestor: undefined, depth: 0 };
}

function editContent(
  source: EditSource,
  found: HeadingAddress | undefined,
  edit: ScopedEdit,
): ScopedEdited {
  const section = toSectionBody(source, found);
  const { text: content, warnings } = toLevels(edit, section.level);
  const patch = {
    operation: edit.operation === 'delete' ? 'replace' : edit.operation,
    applyIfContentPreexists: edit.rejectIfContentPreexists !== true,
  } as const;
  const carrier = edit.value === undefined ? { content } : rowsOf(edit.value);
  return { text: patchBody(source, section, { ...patch, ...carrier }).text, warnings };
}

/** Takes the line of a heading away, so that what it held belongs to the section above. */
function dissolveHeading(source: EditSource, found: HeadingAddress): ScopedEdited {
  const { text } = source;
  const { start } = found.header;
  const end = found.body.start;
  const eol = lineEndingOf(text);
  const first = visibleSpan(text, end, found.body.end);
  const meetsText = first.from === end && first.to > end;
  const gap = meetsText ? blankLineAbove(source, start, eol) : '';
  return { text: keepOutside(source, [{ start, end, text: gap }]), warnings: [] };
}

/** Replaces or removes a heading with all that stands below it, or puts a section in front or behind. */
function editWhole(source: EditSource, found: HeadingAddress, edit: ScopedEdit): ScopedEdited {
  const { text } = source;
  const eol = lineEndingOf(text);
  const { start } = found.header;
  const { end } = found.body;
  const { to } = visibleSpan(text, start, end);
  const { text: content, warnings } = toLevels(edit, found.heading.level - 1);
  const fragment = toFragment(content, eol);
  const splice = (): Splice | undefined => {
    if (fragment === '') return isAdding(edit) ? undefined : { start, end, text: '' };
    const gap = startsWithHeading(fragment) ? '' : blankLineAbove(source, start, eol);
    switch (edit.operation) {
      case 'append':
        return { start: to, end: to, text: unterminated(text, to, eol) + eol + fragment };
      case 'prepend':
        return { start, end: start, text: gap + fragment + eol };
      default:
        return fragment === toFragment(text.slice(start, end), eol)
          ? undefined
          : { start, end: to, text: gap + fragment + blankLineBelow(text, to, eol) };
    }
  };
  if (isAdding(edit)) refuseRepeat(text.slice(start, to), { ...repeatable(edit), content });
  const change = splice();
  return { text: keepOutside(source, change === undefined ? [] : [change]), warnings };
}

function isAdding({ operation }: ScopedEdit): boolean {
  return operation === 'append' || operation === 'prepend';
}

function repeatable({ rejectIfContentPreexists }: ScopedEdit) {
  return {
    operation: 'append' as const,
    applyIfContentPreexists: rejectIfContentPreexists !== true,
  };
}

/** The content with the levels that its headings have in the note. */
function toLevels({ content = '', levels }: ScopedEdit, by: number): Shifted {
  return levels === 'absolute' ? { text: content, warnings: [] } : shiftHeadings(content, by);
}

function startsWithHeading(fragment: string): boolean {
  return scanFragment(fragment).sections[0]?.type === 'heading';
}
