import { findHeading, type HeadingAddress } from '../../markdown/address.ts';
import type { EditSource } from '../change.ts';
import type { SectionBody } from '../heading-edit.ts';
import { findHeadingToEdit, missingSection } from '../section.ts';
import { findHeadingNamed } from './names.ts';
import type { ScopedTarget } from './scoped-edit.ts';

export type HeadingTarget = Extract<ScopedTarget, { type: 'heading' }>;

/** The heading that a target means; undefined when there is none. */
export function findTargetHeading(
  { note }: EditSource,
  { at, isLoose }: HeadingTarget,
): HeadingAddress | undefined {
  if (typeof at !== 'string') return findHeadingNamed(note, at);
  return isLoose === true ? findHeading(note, at)?.found : findHeadingToEdit(note, at);
}

/** The same where there must be one. */
export function requireTargetHeading(source: EditSource, target: HeadingTarget): HeadingAddress {
  const found = findTargetHeading(source, target);
  if (found === undefined) throw missingSection({ type: 'heading', target: toPath(target) });
  return found;
}

/** What stands below a heading; for no heading, the whole body. */
export function toSectionBody(
  { text, note }: EditSource,
  found: HeadingAddress | undefined,
): SectionBody {
  if (found === undefined)
    return { body: { start: note.bodyStart, end: text.length }, level: 0, path: '' };
  return { body: found.body, level: found.heading.level, path: found.path };
}

/** True for the body of a note as a whole. */
export function isWholeBody({ at }: HeadingTarget): boolean {
  return at.length === 0;
}

export function toPath({ at }: HeadingTarget): string {
  return typeof at === 'string' ? at : at.join('::');
}
