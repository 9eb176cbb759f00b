import { VaultError } from '../../../../contract/errors.ts';
import { type BlockAddress, findBlock, type HeadingAddress } from '../../markdown/address.ts';
import {
  type Anchors,
  blockOf,
  foldHeading,
  headingChain,
  toAnchors,
} from '../../markdown/anchors.ts';
import type { Note } from '../../markdown/note.ts';
import { scanNote } from '../../markdown/scan.ts';
import type { EditSource } from '../change.ts';
import { findHeadingToEdit, missingSection } from '../section.ts';
import { applySplices } from '../splice.ts';

/** A heading or block under its new name, and what links to it must say from now on. */
export interface RenamedAnchor {
  readonly text: string;
  /** The new subpath of a link to the note; undefined when it leads elsewhere in it. */
  newSubpath(subpath: string): string | undefined;
}

/** Gives a heading another text. Its level, its closing marks and its underline stay. */
export function renameHeading(text: string, locator: string, name: string): RenamedAnchor {
  const note = scanNote(text);
  const found = findHeadingToEdit(note, locator);
  if (found === undefined)
    throw missingSection({ type: 'heading', target: locator }, undefined, note);
  return renameHeadingAt({ text, note }, found, name);
}

/** Gives a heading that was found another text. */
export function renameHeadingAt(
  { text, note }: EditSource,
  { heading }: HeadingAddress,
  name: string,
): RenamedAnchor {
  if (name === heading.text) return { text, newSubpath: () => undefined };
  const index = note.headings.indexOf(heading);
  const start = text.indexOf(heading.text, heading.start);
  const renamed = applySplices(text, [{ start, end: start + heading.text.length, text: name }]);
  requireHeading(note, scanNote(renamed), index, name);
  const anchors = toAnchors(note);
  return { text: renamed, newSubpath: (subpath) => renameInChain(anchors, subpath, index, name) };
}

/** Gives a block another id. */
export function renameBlock(text: string, id: string, newId: string): RenamedAnchor {
  const note = scanNote(text);
  const found = findBlock(note, id);
  if (found === undefined) throw missingSection({ type: 'block', target: id }, undefined, note);
  return renameFoundBlock({ text, note }, found, newId);
}

/** Gives a block that was found another id. */
export function renameFoundBlock(
  { text, note }: EditSource,
  found: BlockAddress,
  newId: string,
): RenamedAnchor {
  if (!/^[A-Za-z0-9-]+$/.test(newId)) {
    throw invalid(`"${newId}" cannot be the id of a block.`, 'Use letters, digits and "-".');
  }
  const old = found.block.id;
  const isSame = old.toLowerCase() === newId.toLowerCase();
  if (!isSame && findBlock(note, newId) !== undefined) throw taken('block', newId);
  const end = found.header.end;
  const renamed = applySplices(text, [{ start: end - old.length, end, text: newId }]);
  return {
    text: renamed,
    newSubpath: (subpath) =>
      blockOf(subpath) === old.toLowerCase()
        ? `${subpath.slice(0, subpath.lastIndexOf('#'))}#^${newId}`
        : undefined,
  };
}

/** A heading as links name it: without the signs that would end a link or mean something in it. */
export function toLinkName(heading: string): string {
  return heading
    .replace(/[#|^:%[\]\\]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function renameInChain(
  anchors: Anchors,
  subpath: string,
  index: number,
  name: string,
): string | undefined {
  if (blockOf(subpath) !== undefined) return undefined;
  const at = headingChain(anchors, subpath)?.indexOf(index) ?? -1;
  if (at === -1) return undefined;
  let seen = -1;
  const names = subpath.split('#').map((each) => {
    if (foldHeading(each) !== '') seen++;
    return seen === at && foldHeading(each) !== '' ? toLinkName(name) : each;
  });
  return names.join('#');
}

/** The note must have the same headings as before, and this one under its new name. */
function requireHeading(before: Note, after: Note, index: number, name: string): void {
  const [old, now] = [before.headings[index], after.headings[index]];
  const isWhole =
    after.headings.length === before.headings.length &&
    now?.text === name &&
    now.level === old?.level &&
    toLinkName(name) !== '';
  if (!isWhole) throw invalid(`"${name}" cannot be a heading.`, 'Use one line of text.');
  const folded = foldHeading(name);
  const twin = before.headings.findIndex(
    ({ text }, other) => other !== index && foldHeading(text) === folded,
  );
  // Links take the first heading of a name, so those to the second one would be lost.
  if (twin !== -1) throw taken('heading', name);
}

function taken(what: string, name: string): VaultError {
  return new VaultError('already-exists', `The note has a ${what} "${name}" already.`, {
    hint: 'Choose another name: links could not tell the two apart.',
  });
}

function invalid(message: string, hint: string): VaultError {
  return new VaultError('invalid-input', message, { hint });
}
