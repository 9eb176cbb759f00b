import { scanNote } from '../../markdown/scan.ts';
import type { EditSource } from '../change.ts';
import { type RenamedAnchor, renameFoundBlock, renameHeadingAt } from '../relink/rename-anchor.ts';
import { missingSection } from '../section.ts';
import { checkEdit } from './check-edit.ts';
import { findBlockNamed } from './names.ts';
import type { ScopedEdit } from './scoped-edit.ts';
import { type HeadingTarget, requireTargetHeading } from './target.ts';

/** True for an edit that gives a heading or a block another name, which links to it must follow. */
export function isRename({ target, operation, scope }: ScopedEdit): boolean {
  return scope === 'marker' && operation !== 'delete' && target.type !== 'frontmatter';
}

/** Gives a heading or a block the name that the edit says. */
export function renameScoped(text: string, edit: ScopedEdit): RenamedAnchor {
  checkEdit(edit);
  const source = { text, note: scanNote(text) };
  const { target } = edit;
  if (target.type === 'heading') return renameTargetHeading(source, target, edit);
  const id = target.type === 'block' ? target.id : target.key;
  return renameTargetBlock(source, id, edit);
}

export function renameTargetHeading(
  source: EditSource,
  target: HeadingTarget,
  { operation, content = '' }: ScopedEdit,
): RenamedAnchor {
  const found = requireTargetHeading(source, target);
  const { text } = found.heading;
  const joined = { append: text + content, prepend: content + text, replace: content, delete: '' };
  return renameHeadingAt(source, found, joined[operation].trim());
}

export function renameTargetBlock(
  source: EditSource,
  id: string,
  { content = '' }: ScopedEdit,
): RenamedAnchor {
  const found = findBlockNamed(source.note, id);
  if (found === undefined) throw missingSection({ type: 'block', target: id });
  return renameFoundBlock(source, found, content);
}
