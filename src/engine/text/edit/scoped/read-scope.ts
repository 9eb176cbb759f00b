import { scanNote } from '../../markdown/scan.ts';
import type { EditSource } from '../change.ts';
import { readProperties } from '../yaml/frontmatter.ts';
import { wholeBlock } from './block-scopes.ts';
import { shiftHeadings } from './heading-levels.ts';
import { findBlockNamed } from './names.ts';
import type { EditScope, ScopedTarget, ScopedValue } from './scoped-edit.ts';
import { findTargetHeading, type HeadingTarget, isWholeBody, toSectionBody } from './target.ts';

export interface ReadOptions {
  readonly scope: Exclude<EditScope, 'parent'>;
  readonly levels?: 'absolute' | 'relative' | undefined;
}

/**
 * Reads one part of a section as an edit of the same part takes it: replacing the part by it
 * changes nothing. Undefined when the note has no such section.
 */
export function readScope(
  text: string,
  target: ScopedTarget,
  options: ReadOptions,
): ScopedValue | undefined {
  const source: EditSource = { text, note: scanNote(text) };
  if (target.type === 'heading') return readHeadingScope(source, target, options);
  if (target.type === 'block') return readBlockScope(source, target.id, options);
  const properties = readProperties(text, source.note);
  if (!Object.hasOwn(properties, target.key)) return undefined;
  if (options.scope === 'marker') return { text: target.key };
  return { value: properties[target.key] };
}

function readHeadingScope(
  source: EditSource,
  target: HeadingTarget,
  { scope, levels }: ReadOptions,
): ScopedValue | undefined {
  const { text } = source;
  const found = isWholeBody(target) ? undefined : findTargetHeading(source, target);
  if (found === undefined && !isWholeBody(target)) return undefined;
  if (scope === 'marker') return { text: found?.heading.text ?? '' };
  const { body, level } = toSectionBody(source, found);
  const isWhole = scope === 'markerAndContent' && found !== undefined;
  const start = isWhole ? found.header.start : body.start;
  const part = text.slice(start, body.end);
  if (levels === 'absolute') return { text: part };
  return { text: shiftHeadings(part, isWhole ? 1 - level : -level).text };
}

function readBlockScope(
  { text, note }: EditSource,
  id: string,
  { scope }: ReadOptions,
): ScopedValue | undefined {
  const found = findBlockNamed(note, id);
  if (found === undefined) return undefined;
  if (scope === 'marker') return { text: found.block.id };
  const { start, end } = scope === 'content' ? found.body : wholeBlock(found);
  return { text: text.slice(start, end) };
}
