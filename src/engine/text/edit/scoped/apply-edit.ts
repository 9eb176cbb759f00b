import { scanNote } from '../../markdown/scan.ts';
import type { EditSource } from '../change.ts';
import { editBlock } from './block-scopes.ts';
import { checkEdit } from './check-edit.ts';
import { editHeading } from './heading-scopes.ts';
import { editProperty } from './property-scopes.ts';
import type { ScopedEdit, ScopedEdited } from './scoped-edit.ts';

/** Changes one part of a section. Every byte outside it stays as it was. */
export function applyScopedEdit(text: string, edit: ScopedEdit): ScopedEdited {
  checkEdit(edit);
  const source: EditSource = { text, note: scanNote(text) };
  const { target } = edit;
  if (target.type === 'heading') return editHeading(source, target, edit);
  return target.type === 'block'
    ? editBlock(source, target.id, edit)
    : editProperty(source, target.key, edit);
}
