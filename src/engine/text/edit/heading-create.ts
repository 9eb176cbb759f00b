import { type HeadingAddress, headingsAtPath, parseHeadingPath } from '../markdown/address.ts';
import { scanNote } from '../markdown/scan.ts';
import type { EditSource, Patch, Patched } from './change.ts';
import { refuseShallowHeadings, toFragment, visibleSpan } from './content.ts';
import { keepOutside } from './keep-outside.ts';
import { lineEndingOf, unterminated } from './lines.ts';
import { findHeadingToEdit, missingSection, rejected } from './section.ts';

const levelMax = 6;

/** Adds the missing end of a heading path below what exists of it, with the content under the last. */
export function createHeading(source: EditSource, patch: Patch): Patched {
  const { text, note } = source;
  const names = parseHeadingPath(patch.section.target);
  if (patch.contentType === 'json')
    throw missingSection(patch.section, 'Rows need a table that exists.');
  if (names.some((name) => name === '' || /[\r\n]/.test(name))) throw missingSection(patch.section);
  const ancestor = findAncestor(source, names);
  const depth = ancestor === undefined ? 0 : parseHeadingPath(ancestor.path).length;
  const level = ancestor?.heading.level ?? 0;
  const fresh = names.slice(depth);
  const path = [ancestor?.path, ...fresh].filter((part) => part !== undefined).join('::');
  if (level + fresh.length > levelMax) {
    throw rejected(
      `Headings have ${levelMax} levels, and "${path}" would need more.`,
      'Choose a path with fewer levels below an existing heading.',
    );
  }
  const eol = lineEndingOf(text);
  const fragment = toFragment(patch.content, eol);
  refuseShallowHeadings(fragment, level + fresh.length, path);
  const body = ancestor?.body ?? { start: note.bodyStart, end: text.length };
  const { from, to } = visibleSpan(text, body.start, body.end);
  const isFirst = from === to && ancestor === undefined;
  const lines = fresh.map((name, index) => `${'#'.repeat(level + index + 1)} ${name}${eol}`);
  const gap = unterminated(text, to, eol) + (isFirst ? '' : eol);
  const result = keepOutside(source, [
    { start: to, end: to, text: gap + lines.join('') + fragment },
  ]);
  if (headingsAtPath(scanNote(result), path).length !== 1) throw missingSection(patch.section);
  return { text: result, target: path };
}

function findAncestor({ note }: EditSource, names: readonly string[]): HeadingAddress | undefined {
  for (let depth = names.length - 1; depth > 0; depth--) {
    const path = names.slice(0, depth).join('::');
    if (headingsAtPath(note, path).length > 0) return findHeadingToEdit(note, path);
  }
  return undefined;
}
