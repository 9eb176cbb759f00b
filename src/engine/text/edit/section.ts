import { VaultError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { Reason } from '../../../contract/reasons.ts';
import { nearest } from '../../../kit/nearest.ts';
import {
  documentMap,
  type HeadingAddress,
  headingsAtPath,
  headingsNamed,
  parseHeadingPath,
} from '../markdown/address.ts';
import type { Note } from '../markdown/note.ts';

export type NamedSectionType = 'heading' | 'block' | 'frontmatter';

/** A part of a note as a caller names it: `Parent::Child`, a block id, or a property. */
export interface NamedSection {
  readonly type: NamedSectionType;
  readonly target: string;
}

/**
 * The heading that an edit may touch. Unlike reading, nothing is guessed here: a bare name must
 * be the only one, or stand at the top, and a path must be complete and occur once.
 */
export function findHeadingToEdit(note: Note, locator: string): HeadingAddress | undefined {
  const whole = headingsAtPath(note, locator);
  const isLeaf = parseHeadingPath(locator).length === 1;
  const meant = whole.length === 0 && isLeaf ? headingsNamed(note, locator) : whole;
  if (meant.length > 1) throw ambiguous(locator, meant);
  const [found] = meant;
  if (found === undefined) return undefined;
  const twins = headingsAtPath(note, found.path);
  if (twins.length > 1) throw ambiguous(locator, twins);
  return found;
}

/** A section that is not there. Those of the note that are near may have been meant. */
export function missingSection(
  section: NamedSection,
  hint = "Read the note's outline to see its headings, blocks and properties.",
  note?: Note,
): VaultError {
  const { type, target } = section;
  const what = type === 'frontmatter' ? 'property' : type;
  const near = note === undefined ? [] : nearSections(note, section);
  const meant = near.map((name) => `"${name}"`).join(', ');
  const message = `The note has no ${what} "${target}".`;
  return new VaultError(
    'target-missing',
    meant === '' ? message : `${message} Did you mean: ${meant}?`,
    {
      reason: 'section-target-missing',
      hint,
      data: { section: { type, target }, ...(near.length > 0 && { suggestions: near }) },
    },
  );
}

/** Sections of the same kind whose names are near the one that is not there. */
export function nearSections(note: Note, { type, target }: NamedSection): string[] {
  const { headings, blocks, frontmatterFields } = documentMap(note);
  const wanted = type === 'heading' ? leafOf(target) : target.replace(/^\^/, '');
  const all = { heading: headings, block: blocks, frontmatter: frontmatterFields }[type];
  return nearest(wanted, all, limits.suggestionsMax, type === 'heading' ? leafOf : undefined);
}

function leafOf(path: string): string {
  return parseHeadingPath(path).at(-1) ?? path;
}

export function rejected(
  message: string,
  hint: string,
  reason: Reason = 'patch-rejected',
): VaultError {
  return new VaultError('invalid-input', message, { reason, hint });
}

function ambiguous(locator: string, meant: readonly HeadingAddress[]): VaultError {
  const candidates = meant.map(({ path }) => path);
  const isOnePath = new Set(candidates).size === 1;
  return new VaultError('invalid-input', `Several headings could be meant by "${locator}".`, {
    reason: 'ambiguous-section',
    hint: isOnePath
      ? 'These headings have the same full path. Rename one of them first.'
      : `Use a full path: ${[...new Set(candidates)].join(', ')}.`,
    data: { candidates },
  });
}
