import { isUtf8 } from 'node:buffer';
import { mergeNoteTexts } from '../text/edit/merge-notes.ts';

/** Joins two changes of one content. Undefined when the two cannot be one: then both are kept. */
export function mergeBytes(
  base: Buffer | undefined,
  ours: Buffer | undefined,
  theirs: Buffer | undefined,
): Buffer | undefined {
  if (base === undefined || ours === undefined || theirs === undefined) return undefined;
  if (![base, ours, theirs].every((bytes) => isUtf8(bytes) && !bytes.includes(0))) return undefined;
  const text = mergeNoteTexts(
    base.toString('utf8'),
    ours.toString('utf8'),
    theirs.toString('utf8'),
  );
  return text === undefined ? undefined : Buffer.from(text);
}
