import { type HeadingAddress, headingsAtPath, parseHeadingPath } from '../markdown/address.ts';
import { scanNote } from '../markdown/scan.ts';
import type { EditSource, Patch, Patched } from './change.ts';
import { refuseShallowHeadings, toFragment, visibleSpan } from './content.ts';
import { keepOutside } from './keep-outside.ts';
import { lineEndingOf, unterminated } from './lines.ts';
import { findHeadingToEdit, missingSection, rejected } from './section.ts';

const levelMax = 6;

/** Adds the missing end of a heading path below what exists of it, with the content under the last. */
export function createHeading(
  source: EditSource,
  patch: Patch,
  contentAt: (level: number) => string = () => patch.content,
): Patched {
  const names = parseHeadingPath(patch.section.target);
  if (patch.contentType === 'json')
    throw missingSection(patch.section, 'Rows need a table that exists.');
  const ancestor = findAncestor(source, names);
  const depth = ancestor === undefined ? 0 : parseHeadingPath(ancestor.path).length;
  return addHeadings(source, ancestor, names.slice(depth), contentAt);
}

/** Adds headings, one below the other, at the end of a section or of the note. */
export function addHeadings(
  source: EditSource,
  ancestor: HeadingAddress | undefined,
  names: readonly string[],
  contentAt: (level: number) => string,
): Patched {
  const { text, note } = source;
  const above = ancestor?.heading.level ?? 0;
  const path = [ancestor?.path, ...names].filter((part) => part !== undefined).join('::');
  const missing = () => missingSection({ type: 'heading', target: path }, undefined, note);
  if (names.some((name) => name === '' || /[\r\n]/.test(name))) throw missing();
  const level = above + names.length;
  if (level > levelMax) {
    throw rejected(
      `Headings have ${levelMax} levels, and "${path}" would need more.`,
      'Choose a path with fewer levels below an existing heading.',
    );
  }
  const eol = lineEndingOf(text);
  const fragment = toFragment(contentAt(level), eol);
  refuseShallowHeadings(fragment, level, path);
  const body = ancestor?.body ?? { start: note.bodyStart, end: text.length };
  const { from, to } = visibleSpan(text, body.start, body.end);
  const isFirst = from === to && ancestor === undefined;
  const lines = names.map((name, index) => `${'#'.repeat(above + index + 1)} ${name}${eol}`);
  const gap = unterminated(text, to, eol) + (isFirst ? '' : eol);
  const result = keepOutside(source, [
    { start: to, end: to, text: gap + lines.join('') + fragment },
  ]);
  const countBefore = headingsAtPath(note, path).length;
  if (headingsAtPath(scanNote(result), path).length !== countBefore + 1) throw missing();
  return { text: result, target: path };
}

function findAncestor({ note }: EditSource, names: readonly string[]): HeadingAddress | undefined {
  for (let depth = names.length - 1; depth > 0; depth--) {
    const path = names.slice(0, depth).join('::');
    if (headingsAtPath(note, path).length > 0) return findHeadingToEdit(note, path);
  }
  return undefined;
}
