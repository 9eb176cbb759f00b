import { lineEnd, lineStart } from '../../text/edit/lines.ts';
import type { Note, Section } from '../../text/markdown/note.ts';
import { scanNote } from '../../text/markdown/scan.ts';
import type { Flaw } from './finding.ts';

/** What is wrong with a text by itself, whatever the rest of the vault is like. */
export function textFlaws(text: string, note: Note): Flaw[] {
  return [
    ...frontmatterFlaws(text, note),
    ...fenceFlaws(text, note),
    ...conflictFlaws(text, note),
    ...blockIdFlaws(text, note),
    ...emptyEmbedFlaws(text),
  ];
}

function frontmatterFlaws(text: string, note: Note): Flaw[] {
  if (note.frontmatter === undefined) return unclosedFrontmatter(text);
  const from = note.frontmatter.yamlStart;
  return note.problems.map(({ start, message }) => {
    const end = lineEnd(text, start);
    const code = isRepeatedKey(text, from, start) ? 'duplicate-property' : 'frontmatter-invalid';
    // Errors are found where the line cannot go on; the whole line is what has to be mended.
    const line = code === 'duplicate-property' ? start : lineStart(text, start);
    return { code, message, start: Math.min(line, end), end };
  });
}

/** A rule at the top of a note is no mistake; a rule with a property right below it is one. */
function unclosedFrontmatter(text: string): Flaw[] {
  const [opening, start] = text.startsWith('\ufeff')
    ? [text.slice(1, 5), 1]
    : [text.slice(0, 4), 0];
  const first = lineEnd(text, start);
  if (!/^---\r?$/.test(opening.split('\n')[0] ?? '') || first === text.length) return [];
  const next = text.indexOf('\n', start) + 1;
  if (!/^[\p{L}\p{N}_-][^:\n]*:(\s|$)/u.test(text.slice(next, lineEnd(text, next) + 1))) return [];
  const message = 'The properties are never closed by a second line of dashes.';
  return [{ code: 'frontmatter-invalid', message, start, end: first }];
}

/** True when the key at `at` stands above already, at the same depth. */
function isRepeatedKey(text: string, from: number, at: number): boolean {
  const [key] = /^[^\s:#][^:\n]*:(?=\s|$)/.exec(text.slice(at, lineEnd(text, at))) ?? [];
  if (key === undefined) return false;
  const indent = text.slice(lineStart(text, at), at);
  return text
    .slice(from, at)
    .split('\n')
    .some((line) => line.startsWith(indent + key));
}

/** Only blocks of the note itself: one in a list or a quote ends with it. */
function fenceFlaws(text: string, note: Note): Flaw[] {
  const last = note.sections.findLast(({ type }) => type === 'code');
  if (last === undefined || text.slice(last.end).trim() !== '') return [];
  const end = lineEnd(text, last.start);
  const [, fence] = /^ {0,3}(`{3,}|~{3,})/.exec(text.slice(lineStart(text, last.start), end)) ?? [];
  if (fence === undefined || isClosed(text, last, fence)) return [];
  const message = 'This code block never ends, so the rest of the note is code.';
  return [{ code: 'unclosed-fence', message, start: last.start, end }];
}

function isClosed(text: string, { start, end }: Section, fence: string): boolean {
  const lines = text.slice(start, end).trimEnd().split('\n').slice(1);
  const closing = lines.at(-1)?.trim() ?? '';
  return closing.length >= fence.length && closing === fence.charAt(0).repeat(closing.length);
}

/** The three lines of a conflict, in their order. One of them alone is a heading or an example. */
function conflictFlaws(text: string, note: Note): Flaw[] {
  if (!text.includes('<<<<<<<')) return [];
  const isCode = (at: number) =>
    note.sections.some(({ type, start, end }) => type === 'code' && start <= at && at < end);
  const flaws: Flaw[] = [];
  let open: { start: number; end: number }[] = [];
  for (const { 0: line, index: start } of text.matchAll(/^(<{7}|\|{7}|={7}|>{7})( .*)?\r?$/gm)) {
    if (isCode(start)) continue;
    const mark = line.charAt(0);
    if (mark === '<') open = [];
    else if (open.length === 0) continue;
    open.push({ start, end: start + line.trimEnd().length });
    if (mark !== '>') continue;
    const message = 'Two versions of the note were merged here, and one has to be chosen.';
    flaws.push(...open.map((place) => ({ code: 'conflict-marker' as const, message, ...place })));
    open = [];
  }
  return flaws;
}

function blockIdFlaws(text: string, note: Note): Flaw[] {
  const seen = new Set<string>();
  return note.blocks.flatMap(({ id, markerStart, markerEnd }): Flaw[] => {
    const isNew = !seen.has(id.toLowerCase());
    seen.add(id.toLowerCase());
    if (isNew) return [];
    const message = `The block id ^${id} is used above already; links lead there.`;
    const start = text.indexOf('^', markerStart);
    return [{ code: 'duplicate-block-id', message, start, end: markerEnd }];
  });
}

const emptyEmbed = /!\[\[[ \t]*\]\]|!\[[^\]\n]*\]\([ \t]*\)/g;
const filling = 'x';

/**
 * An embed of nothing is no embed to the scanner. It knows best what is code or a comment, so each
 * hole is filled, and those that become embeds are the ones that stand in the text.
 */
function emptyEmbedFlaws(text: string): Flaw[] {
  const holes = [...text.matchAll(emptyEmbed)];
  if (holes.length === 0) return [];
  let filled = 0;
  const starts = new Map(holes.map(({ index }) => [index + filled++, index] as const));
  const probe = text.replace(emptyEmbed, (hole) =>
    hole.startsWith('![[') ? `![[${filling}${hole.slice(3)}` : `${hole.slice(0, -1)}${filling})`,
  );
  return scanNote(probe).embeds.flatMap(({ start, end }): Flaw[] => {
    const at = starts.get(start);
    if (at === undefined) return [];
    const message = 'This embed names nothing to show.';
    return [{ code: 'empty-embed', message, start: at, end: at + (end - start) - filling.length }];
  });
}
