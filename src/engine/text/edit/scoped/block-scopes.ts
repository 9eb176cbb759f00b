import type { BlockAddress, Span } from '../../markdown/address.ts';
import { createBlock, patchFoundBlock } from '../block-edit.ts';
import type { EditSource } from '../change.ts';
import { refuseRepeat, toFragment } from '../content.ts';
import { keepOutside } from '../keep-outside.ts';
import { lineEndingOf, lineStart, nextLine, unterminated, withLineEnding } from '../lines.ts';
import { missingSection } from '../section.ts';
import type { Splice } from '../splice.ts';
import { invalidEdit } from './check-edit.ts';
import { blankLineAbove, blankLineBelow, removeLines } from './gaps.ts';
import { rowsOf } from './heading-scopes.ts';
import { findBlockNamed, isMarkedName } from './names.ts';
import { renameTargetBlock } from './rename.ts';
import type { ScopedEdit, ScopedEdited } from './scoped-edit.ts';

/** Changes a part of a block: its text, its id, or both. */
export function editBlock(source: EditSource, id: string, edit: ScopedEdit): ScopedEdited {
  const { operation, scope } = edit;
  requireId(id);
  const found = findBlockNamed(source.note, id);
  if (found === undefined) return { text: makeBlock(source, id, edit), warnings: [] };
  if (scope === 'content') return { text: editText(source, found, edit), warnings: [] };
  if (scope === 'marker' && operation === 'replace') {
    return { text: renameTargetBlock(source, id, edit).text, warnings: [] };
  }
  const splice = scope === 'marker' ? detachId(found) : spliceWhole(source, found, edit);
  return { text: keepOutside(source, splice === undefined ? [] : [splice]), warnings: [] };
}

/** Letters, digits, `-` and `_`, with or without a caret; the mark of a repeated id may follow. */
function requireId(id: string): void {
  if (isMarkedName(id) || /^\^?[\p{L}\p{N}_-]+$/u.test(id)) return;
  throw invalidEdit(
    'target',
    `"${id}" cannot be a block id.`,
    'Use letters, digits, hyphens and underscores.',
  );
}

function makeBlock(source: EditSource, id: string, edit: ScopedEdit): string {
  const { operation, scope, content, createTargetIfMissing } = edit;
  const section = { type: 'block', target: id } as const;
  const makesIt = createTargetIfMissing === true && scope === 'content' && operation !== 'delete';
  if (!makesIt) throw missingSection(section);
  if (content === undefined) throw missingSection(section, 'Rows need a table that exists.');
  return createBlock(source, { section, operation, content }).text;
}

function editText(source: EditSource, found: BlockAddress, edit: ScopedEdit): string {
  const { operation, content = '', value, rejectIfContentPreexists } = edit;
  const patch = {
    operation: operation === 'delete' ? 'replace' : operation,
    applyIfContentPreexists: rejectIfContentPreexists !== true,
  } as const;
  const carrier = value === undefined ? { content } : rowsOf(value);
  return patchFoundBlock(source, found, { ...patch, ...carrier }).text;
}

/** Takes the id away; an id below the block goes with what sets it apart. */
function detachId({ block, header }: BlockAddress): Splice {
  return { start: block.isolated ? block.end : header.start, end: header.end, text: '' };
}

/** The block with its id. */
export function wholeBlock({ block, header }: BlockAddress): Span {
  return { start: block.start, end: Math.max(block.end, header.end) };
}

function spliceWhole(
  source: EditSource,
  found: BlockAddress,
  edit: ScopedEdit,
): Splice | undefined {
  const { text } = source;
  const { operation, content = '' } = edit;
  const eol = lineEndingOf(text);
  const whole = wholeBlock(found);
  if (operation === 'delete') return removeLines(text, whole, ownBody(source, whole.start));
  const present = text.slice(whole.start, whole.end);
  if (operation === 'replace') {
    return content === present ? undefined : { ...whole, text: withLineEnding(content, eol) };
  }
  if (edit.rejectIfContentPreexists === true) refuseRepeat(present, { operation, content });
  const fragment = toFragment(content, eol);
  if (fragment === '') return undefined;
  // The items of a list stand without blank lines.
  const gap = found.block.type === 'listItem' ? '' : eol;
  if (operation === 'prepend') {
    const start = lineStart(text, whole.start);
    const above = gap === '' ? '' : blankLineAbove(source, start, eol);
    return { start, end: start, text: above + fragment + gap };
  }
  const end = nextLine(text, whole.end);
  const below = gap === '' ? '' : blankLineBelow(text, end, eol);
  return { start: end, end, text: unterminated(text, end, eol) + gap + fragment + below };
}

/** What stands between the heading above `at` and the next one. */
function ownBody({ text, note }: EditSource, at: number): Span {
  const above = note.headings.filter(({ start }) => start <= at).at(-1);
  const below = note.headings.find(({ start }) => start > at);
  return { start: above?.bodyStart ?? note.bodyStart, end: below?.start ?? text.length };
}
