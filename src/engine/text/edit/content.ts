import { VaultError } from '../../../contract/errors.ts';
import { parseHeadingPath } from '../markdown/address.ts';
import type { Note } from '../markdown/note.ts';
import { scanNote } from '../markdown/scan.ts';
import type { Patch } from './change.ts';
import { lineStart, nextLine, withLineEnding } from './lines.ts';

/** Content made ready for a section: the note's line endings, no blank edges, one final line ending. */
export function toFragment(content: string, eol: string): string {
  const visible = withLineEnding(content, eol)
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd();
  return visible === '' ? '' : visible + eol;
}

/** Scans text that goes into the middle of a note, where `---` opens no frontmatter. */
export function scanFragment(fragment: string): Note {
  return scanNote(`\n${fragment}`);
}

/** Refuses to add what is there already, so that a repeated call changes nothing. */
export function refuseRepeat(
  present: string,
  { content, operation, ...patch }: Omit<Patch, 'section'>,
): void {
  if (operation === 'replace' || patch.applyIfContentPreexists === true) return;
  const wanted = content.trim();
  if (wanted === '' || !withLineEnding(present, '\n').includes(withLineEnding(wanted, '\n')))
    return;
  throw new VaultError('invalid-input', 'The section already holds this content.', {
    reason: 'content-preexists',
    hint: 'Nothing needs to be done.',
  });
}

/** A JSON argument, or a refusal that says what was expected. */
export function parseJsonContent(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw new VaultError('invalid-input', 'The content is not valid JSON.', {
      reason: 'content-invalid-json',
      hint: 'With contentType "json" the content is a JSON literal: a text needs its quotes, as in "\\"draft\\"".',
      cause,
    });
  }
}

/** Drops the heading of the section itself from the top of `content`, and one blank line below it. */
export function withoutOwnHeading(content: string, locator: string): string {
  const [first] = scanFragment(content).headings;
  if (first === undefined || content.slice(0, first.start - 1).trim() !== '') return content;
  if (first.text !== parseHeadingPath(locator).at(-1)) return content;
  return content.slice(first.bodyStart - 1).replace(/^[^\S\n]*\n/, '');
}

/** Headings inside a section are deeper than its own, or they would end it. */
export function refuseShallowHeadings(fragment: string, level: number, path: string): void {
  const shallow = scanFragment(fragment).headings.find(
    (heading) => !heading.setext && heading.level <= level,
  );
  if (shallow === undefined) return;
  const parent = path.split('::').slice(0, -1).join('::');
  throw new VaultError(
    'invalid-input',
    `The content has a heading of level ${shallow.level}, but the section "${path}" has level ${level}.`,
    {
      reason: 'heading-outside-section',
      hint: `Inside this section headings start at level ${level + 1}. ${
        parent === ''
          ? 'For a heading beside it, write to the note itself.'
          : `For a heading beside it, write to "${parent}".`
      }`,
    },
  );
}

/** Where the lines of a stretch that hold anything visible begin and end; empty when none does. */
export function visibleSpan(
  text: string,
  start: number,
  end: number,
): { from: number; to: number } {
  const inside = text.slice(start, end);
  const first = inside.search(/[^ \t\r\n]/);
  if (first === -1) return { from: start, to: start };
  const from = Math.max(start, lineStart(text, start + first));
  return { from, to: Math.min(end, nextLine(text, start + lastVisible(inside))) };
}

function lastVisible(text: string): number {
  let at = text.length - 1;
  while (' \t\r\n'.includes(text.charAt(at))) at--;
  return at;
}
