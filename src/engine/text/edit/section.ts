import { VaultError } from '../../../contract/errors.ts';
import type { Reason } from '../../../contract/reasons.ts';
import {
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

export function missingSection({ type, target }: NamedSection, hint?: string): VaultError {
  const what = type === 'frontmatter' ? 'property' : type;
  return new VaultError('target-missing', `The note has no ${what} "${target}".`, {
    reason: 'section-target-missing',
    hint: hint ?? "Read the note's outline to see its headings, blocks and properties.",
    data: { section: { type, target } },
  });
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
