import { frontmatterAliases, frontmatterTags } from '../../../text/markdown/frontmatter.ts';
import type { Note } from '../../../text/markdown/note.ts';
import type { NoteFields } from '../types.ts';

/** What of a note counts more than its text when results are ranked. */
export function fieldsOf({ frontmatter, headings, tags }: Note): NoteFields {
  const values = frontmatter?.values;
  return {
    headings: headings.map(({ text }) => text),
    tags: [...(frontmatterTags(values) ?? []), ...tags.map(({ tag }) => tag)],
    aliases: frontmatterAliases(values),
  };
}
