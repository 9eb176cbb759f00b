import { scanNote } from '../markdown/scan.ts';
import { patchBlock } from './block-edit.ts';
import type { EditSource, Patch, Patched } from './change.ts';
import { patchHeading } from './heading-edit.ts';
import { patchProperty } from './property-edit.ts';

/** Changes one section. Every byte outside it stays as it was; what cannot be done so is refused. */
export function applyPatch(text: string, patch: Patch): Patched {
  const source: EditSource = { text, note: scanNote(text) };
  if (patch.section.type === 'heading') return patchHeading(source, patch);
  if (patch.section.type === 'block') return patchBlock(source, patch);
  return patchProperty(source, patch);
}
