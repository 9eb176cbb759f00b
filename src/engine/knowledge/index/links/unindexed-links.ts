import { isNote } from '../../../../contract/paths.ts';
import { baseBlocks, baseLinks } from '../../../text/edit/relink/relink-base.ts';
import { internalTarget, splitTarget } from '../../../text/markdown/links.ts';
import { scanNote } from '../../../text/markdown/scan.ts';
import { extensionOf } from './names.ts';

/** Notes that contain one of these may have links that the index does not keep. */
export const unindexedLinkMarks: readonly string[] = [']:', '```base', '~~~base'];

/**
 * Link paths that no graph counts, and which the index therefore does not keep: definitions of
 * reference links, and what bases ask for.
 */
export function unindexedLinks(path: string, text: string): string[] {
  if (extensionOf(path) === 'base') return baseLinks(text);
  if (!isNote(path)) return [];
  const note = scanNote(text);
  const references = note.references.map(({ target }) => pathOf(target));
  const bases = baseBlocks(text, note).flatMap(({ start, end }) =>
    baseLinks(text.slice(start, end)),
  );
  return [...references, ...bases].filter((each) => each !== '');
}

function pathOf(target: string): string {
  return splitTarget(internalTarget(target) ?? '').path;
}
