import type { NoteIndex } from '../note-index.ts';
import { unpackDetail } from './detail.ts';

/** What of a note counts more than its text when results are ranked. */
export function noteFields(
  index: NoteIndex,
  path: string,
): { headings: string[]; tags: readonly string[]; aliases: readonly string[] } | undefined {
  const data = index.files.get(path)?.data;
  if (data === undefined) return undefined;
  const { headings } = unpackDetail(data.detail, []);
  return { headings: headings.map(({ text }) => text), tags: data.tags, aliases: data.aliases };
}
