import { type BlockAddress, findBlock, type Span } from '../markdown/address.ts';
import { scanNote } from '../markdown/scan.ts';
import type { EditSource, Patch, Patched } from './change.ts';
import { parseJsonContent, refuseRepeat } from './content.ts';
import { keepOutside } from './keep-outside.ts';
import { lineEndingOf, unterminated, withLineEnding } from './lines.ts';
import { missingSection, rejected } from './section.ts';
import type { Splice } from './splice.ts';
import { spliceRows } from './table-rows.ts';

/** Splices text into a block as it is, or rows into a table. The marker stays. */
export function patchBlock(source: EditSource, patch: Patch): Patched {
  const found = findBlock(source.note, patch.section.target);
  if (found === undefined) {
    if (patch.createTargetIfMissing === true) return createBlock(source, patch);
    throw missingSection(patch.section, undefined, source.note);
  }
  return patchFoundBlock(source, found, patch);
}

/** Changes a block that was found. */
export function patchFoundBlock(
  source: EditSource,
  found: BlockAddress,
  patch: Omit<Patch, 'section'>,
): Patched {
  const { text } = source;
  const target = found.block.id;
  if (patch.contentType === 'json') {
    const rows = parseJsonContent(patch.content);
    if (found.block.type !== 'table') {
      throw rejected(
        `The block "${target}" is not a table.`,
        'With contentType "json" a block takes table rows. Use contentType "markdown" for text.',
        'table-missing',
      );
    }
    return {
      text: keepOutside(source, spliceRows(text, found.body, patch.operation, rows)),
      target,
    };
  }
  const present = text.slice(found.body.start, found.body.end);
  refuseRepeat(present, patch);
  if (patch.operation === 'replace' && patch.content === present) return { text, target };
  return { text: keepOutside(source, [textSplice(text, found.body, patch)]), target };
}

function textSplice(text: string, body: Span, patch: Omit<Patch, 'section'>): Splice {
  const start = patch.operation === 'append' ? body.end : body.start;
  const end = patch.operation === 'prepend' ? body.start : body.end;
  return { start, end, text: withLineEnding(patch.content, lineEndingOf(text)) };
}

/** A new block is a paragraph of its own at the end of the note. */
export function createBlock(source: EditSource, patch: Patch): Patched {
  const { text, note } = source;
  const id = patch.section.target.replace(/^\^/, '');
  if (patch.contentType === 'json')
    throw missingSection(patch.section, 'Rows need a table that exists.');
  if (!/^[A-Za-z0-9_-]+$/.test(id)) {
    throw rejected(
      `"${id}" cannot be a block id.`,
      'Use letters, digits, hyphens and underscores.',
    );
  }
  const eol = lineEndingOf(text);
  const end = text.length;
  const isFirst = text.slice(note.bodyStart).trim() === '';
  const endsBlank = /\n[ \t]*\r?\n[ \t]*$/.test(text);
  const gap = unterminated(text, end, eol) + (isFirst || endsBlank ? '' : eol);
  const added = `${gap}${withLineEnding(patch.content, eol)} ^${id}${eol}`;
  const result = keepOutside(source, [{ start: end, end, text: added }]);
  if (findBlock(scanNote(result), id) === undefined) {
    throw rejected(
      'The content cannot carry a block id.',
      'A block is one paragraph, list item, quote or table.',
    );
  }
  return { text: result, target: id };
}
