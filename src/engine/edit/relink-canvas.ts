import { type NewPath, type Relinked, relink } from './relink.ts';
import { applySplices, type Splice } from './splice.ts';

/** A string member of a node. An escaped quote before the name means that we are inside a text. */
const member = /"(file|background|text)"(\s*:\s*)("(?:[^"\\]|\\.)*")/g;

/**
 * Points file nodes and links in cards of a canvas elsewhere. File nodes name their file by its
 * whole path; the layout of the file stays as it is.
 */
export function relinkCanvas(text: string, newFile: NewPath, newPath: NewPath): Relinked {
  const splices: Splice[] = [];
  let count = 0;
  for (const { 0: whole, 1: key, 3: value = '', index } of text.matchAll(member)) {
    const old = parse(value);
    if (old === undefined) continue;
    const card = key === 'text' ? relink(old, newPath) : undefined;
    const next = card === undefined ? newFile(old) : card.text;
    if (next === undefined || next === old) continue;
    count += card?.count ?? 1;
    const end = index + whole.length;
    splices.push({ start: end - value.length, end, text: JSON.stringify(next) });
  }
  return { text: applySplices(text, splices), count };
}

function parse(value: string): string | undefined {
  try {
    return String(JSON.parse(value));
  } catch {
    return undefined;
  }
}
