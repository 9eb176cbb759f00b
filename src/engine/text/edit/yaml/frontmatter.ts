import type { Note, Properties } from '../../markdown/note.ts';
import { scanNote } from '../../markdown/scan.ts';
import { lineEndingOf } from '../lines.ts';
import { invalidFrontmatter, readMapping, rewriteMapping } from './yaml-splice.ts';

/** The properties of a note. Text that cannot be read as properties is an error, not an empty set. */
export function readProperties(text: string, note: Note = scanNote(text)): Properties {
  const block = note.frontmatter;
  return block === undefined ? {} : readMapping(text.slice(block.yamlStart, block.yamlEnd));
}

/** `text` with one property set. A note without frontmatter gets a block at its top. */
export function setProperty(text: string, key: string, value: unknown): string {
  return writeProperties(text, { ...readProperties(text), [key]: value });
}

/** `text` without one property. The block goes with its last property, and the blank lines below it. */
export function deleteProperty(text: string, key: string): string {
  const current = readProperties(text);
  if (!Object.hasOwn(current, key)) return text;
  const { [key]: _, ...rest } = current;
  return writeProperties(text, rest);
}

/** `text` with exactly these properties; those that stay equal keep every byte. */
export function writeProperties(text: string, next: Properties): string {
  const note = scanNote(text);
  const block = note.frontmatter;
  if (block === undefined) return withNewBlock(text, note.bodyStart, next);
  const yaml = text.slice(block.yamlStart, block.yamlEnd);
  const eol = lineEndingOf(text.slice(block.start, note.bodyStart));
  const changed = rewriteMapping(yaml, next, eol);
  if (changed === yaml) return text;
  const before = text.slice(0, block.start);
  if (changed.trim() === '') return before + withoutBlankStart(text.slice(note.bodyStart));
  const result = text.slice(0, block.yamlStart) + changed + text.slice(block.yamlEnd);
  if (scanNote(result).bodyStart !== note.bodyStart + changed.length - yaml.length) {
    throw invalidFrontmatter('The new value would end the frontmatter early.');
  }
  return result;
}

function withNewBlock(text: string, start: number, next: Properties): string {
  const eol = lineEndingOf(text);
  const yaml = rewriteMapping('', next, eol);
  if (yaml === '') return text;
  return `${text.slice(0, start)}---${eol}${yaml}---${eol}${text.slice(start)}`;
}

/** The indentation of the first visible line is the body's own. */
function withoutBlankStart(body: string): string {
  return body.replace(/^(?:[ \t]*\r?\n)+/, '');
}
